import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerDetail } from '../../../shared/model/mcp';
import { EmptyState } from '../../ui/empty-state';
import { EntryList } from '../../ui/entry-list';
import { ListAndDetail } from '../../ui/list-and-detail';
import { PromptDetail } from './prompt-detail';
import type { ServerPlace } from './server-place';

/** The prompts of a server, and the chosen one with its arguments and what it would say. */
export function PromptsTab({ prompts, ...place }: ServerPlace & Pick<ServerDetail, 'prompts'>) {
  const { t } = useTranslation('mcp');
  const [chosen, setChosen] = useState<string>();
  if (prompts.length === 0) return <EmptyState title={t('prompts.none')}>{t('notConnected')}</EmptyState>;
  const prompt = prompts.find(({ name }) => name === chosen) ?? prompts[0];
  const entries = prompts.map(({ name, title, icon, description }) => ({
    key: name,
    name,
    icon,
    note: title ?? '',
    title: (description ?? name).slice(0, 400),
    counts: true,
    chips: [],
  }));
  return (
    <ListAndDetail
      name={t('tab.prompts')}
      busy={false}
      list={
        <EntryList
          groups={[{ key: 'prompts', title: t('tab.prompts'), entries }]}
          chosen={prompt?.name}
          words={{ make: '', empty: t('noneFits') }}
          onChoose={setChosen}
        />
      }
      detail={prompt ? <PromptDetail key={prompt.name} {...place} prompt={prompt} /> : undefined}
    />
  );
}
