import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerDetail } from '../../../shared/model/mcp';
import { EmptyState } from '../../ui/empty-state';
import { EntryList, type ListedEntry } from '../../ui/entry-list';
import { useFormat } from '../../ui/format';
import { ListAndDetail } from '../../ui/list-and-detail';
import { TextInput } from '../../ui/text-input';
import type { Following } from './follow-resource';
import { ResourceDetail } from './resource-detail';
import type { ServerPlace } from './server-place';
import { TemplateDetail } from './template-detail';

/** More are found by the filter. */
const MOST_SHOWN = 300;

/** What a server has to read, and how addresses of more are made; the chosen one with what stands in it. */
export function ResourcesTab({
  resources,
  templates,
  ...place
}: ServerPlace & Pick<ServerDetail, 'resources' | 'templates'> & { following: Following }) {
  const { t } = useTranslation('mcp');
  const format = useFormat();
  const [chosen, setChosen] = useState<string>();
  const [filter, setFilter] = useState('');
  if (resources.length + templates.length === 0) return <EmptyState title={t('resources.none')}>{t('notConnected')}</EmptyState>;
  const wanted = filter.trim().toLowerCase();
  const fits = (...texts: Array<string | undefined>) => texts.join(' ').toLowerCase().includes(wanted);
  const fitting = resources.filter(({ uri, name, title }) => fits(uri, name, title));
  const listed = fitting.slice(0, MOST_SHOWN).map(
    ({ uri, name, title, icon, size }): ListedEntry => ({
      key: uri,
      name: title ?? name,
      note: size === undefined ? uri : format.bytes(size),
      icon,
      title: uri,
      counts: true,
      chips: place.following?.some((one) => one.uri === uri) ? [{ label: t('follow.chip'), tone: 'plain' as const }] : [],
    }),
  );
  const made = templates
    .filter(({ uriTemplate, name, title }) => fits(uriTemplate, name, title))
    .map(
      ({ uriTemplate, name, title, icon }): ListedEntry => ({
        key: uriTemplate,
        name: title ?? name,
        note: uriTemplate,
        icon,
        title: uriTemplate,
        counts: true,
        chips: [],
      }),
    );
  const first = listed[0]?.key ?? made[0]?.key;
  const key = chosen ?? first;
  const resource = resources.find(({ uri }) => uri === key);
  const template = templates.find(({ uriTemplate }) => uriTemplate === key);
  return (
    <ListAndDetail
      name={t('tab.resources')}
      busy={false}
      list={
        <>
          <TextInput
            name={t('resources.filter')}
            placeholder={t('resources.filter')}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            onEscape={() => setFilter('')}
          />
          <EntryList
            groups={[
              ...(resources.length > 0 ? [{ key: 'resources', title: t('tab.resources'), entries: listed }] : []),
              ...(templates.length > 0 ? [{ key: 'templates', title: t('resources.templates'), entries: made }] : []),
            ]}
            chosen={key}
            words={{ make: '', empty: t('noneFits') }}
            onChoose={setChosen}
          />
          {fitting.length > MOST_SHOWN ? (
            <p className="text-muted text-sm">{t('resources.more', { count: fitting.length - MOST_SHOWN })}</p>
          ) : undefined}
        </>
      }
      detail={
        resource ? (
          <ResourceDetail key={resource.uri} {...place} resource={resource} />
        ) : template ? (
          <TemplateDetail key={template.uriTemplate} {...place} template={template} />
        ) : undefined
      }
    />
  );
}
