import { RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../stores/config';
import { useFolder } from '../../stores/folder';
import { useSelection } from '../../stores/selection';
import { useFresh } from '../../stores/use-fresh';
import { IconButton } from '../../ui/icon-button';
import { Tabs } from '../../ui/tabs';
import { ViewPage } from '../../ui/view-page';
import { MemoryTab } from './memory-tab';
import { SkillLedger } from './skill-ledger';
import { SkillsTab } from './skills-tab';

const TABS = ['skills', 'memory', 'ledger'] as const;
type Tab = (typeof TABS)[number];

/** What this folder gives the agent beside the conversation: skills and commands, and the memory files that are really loaded. */
export function SkillsView({ folder }: { folder: string }) {
  const { t } = useTranslation(['skills', 'common']);
  const trusted = useFolder((state) => state.trusted);
  const userFiles = useConfig((state) => state.config?.readUserFiles);
  const detail = useSelection((state) => state.current.detail);
  const [tab, setTab] = useState<Tab>(tabOf(detail) ?? 'skills');
  useEffect(() => {
    const wanted = tabOf(detail);
    if (wanted) setTab(wanted);
  }, [detail]);
  const [fresh, refresh] = useFresh();
  const changed = `${folder} ${trusted} ${userFiles} ${fresh}`;
  const contents: Record<Tab, () => ReactNode> = {
    skills: () => <SkillsTab folder={folder} changed={changed} onChanged={refresh} />,
    memory: () => <MemoryTab folder={folder} changed={changed} onChanged={refresh} />,
    ledger: () => <SkillLedger />,
  };
  return (
    <ViewPage
      title={t('title')}
      note={<span className="break-anywhere font-mono">{folder}</span>}
      actions={<IconButton name={t('again')} icon={<RotateCw size={14} />} onClick={refresh} />}
    >
      <Tabs
        name={t('title')}
        value={tab}
        onChange={setTab}
        tabs={TABS.map((value) => ({ value, label: t(`tab.${value}`), content: contents[value] }))}
      />
    </ViewPage>
  );
}

/** Where a link leads: `memory` to the memory files, `memory:<path>` to one of them, `ledger` to what sessions used; anything else is a skill. */
function tabOf(detail: string | undefined): Tab | undefined {
  if (detail === undefined) return undefined;
  if (detail === 'ledger') return 'ledger';
  return detail === 'memory' || detail.startsWith('memory:') ? 'memory' : 'skills';
}
