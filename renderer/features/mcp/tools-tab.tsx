import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerToolView } from '../../../shared/model/mcp';
import { EmptyState } from '../../ui/empty-state';
import { EntryList, type ListedEntry } from '../../ui/entry-list';
import { useFormat } from '../../ui/format';
import { keyed } from '../../ui/keyed';
import { ListAndDetail } from '../../ui/list-and-detail';
import { TextInput } from '../../ui/text-input';
import type { ServerPlace } from './server-place';
import { ToolDetail } from './tool-detail';

/** The tools of a server, and the chosen one with its schema, its cost and a call by hand. */
export function ToolsTab({ tools, ...place }: ServerPlace & { tools: readonly ServerToolView[] }) {
  const { t } = useTranslation('mcp');
  const format = useFormat();
  const [chosen, setChosen] = useState<string>();
  const [filter, setFilter] = useState('');
  if (tools.length === 0) return <EmptyState title={t('tools.none')}>{t('notConnected')}</EmptyState>;
  const tool = tools.find((_, index) => String(index) === chosen) ?? tools[0];
  const wanted = filter.trim().toLowerCase();
  // By their places: a server may list a name twice.
  const entries = keyed(tools)
    .filter(({ value: { name, title, description } }) => `${name} ${title ?? ''} ${description}`.toLowerCase().includes(wanted))
    .map(({ key, value }): ListedEntry => {
      const { name, title, icon, description, tokens, left, hasPage } = value;
      return {
        key,
        name,
        icon,
        note: title ?? `~${format.tokens(tokens)} ${t('tokens')}`,
        title: description.slice(0, 400),
        counts: left === undefined,
        chips: [
          ...(left ? [{ label: t(`left.${left}`), tone: 'warn' as const }] : []),
          ...(hasPage ? [{ label: t('tools.page'), tone: 'plain' as const }] : []),
        ],
      };
    });
  return (
    <ListAndDetail
      name={t('tab.tools')}
      busy={false}
      list={
        <>
          <TextInput
            name={t('tools.filter')}
            placeholder={t('tools.filter')}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            onEscape={() => setFilter('')}
          />
          <EntryList
            groups={[{ key: 'tools', title: t('tab.tools'), entries }]}
            chosen={chosen ?? '0'}
            words={{ make: '', empty: t('noneFits') }}
            onChoose={setChosen}
          />
        </>
      }
      detail={tool ? <ToolDetail key={`${chosen} ${tool.name}`} {...place} tool={tool} /> : undefined}
    />
  );
}
