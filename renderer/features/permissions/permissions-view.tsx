import { RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFolder } from '../../stores/folder';
import { selectDetail, useSelection } from '../../stores/selection';
import type { Selection } from '../../stores/selection-hash';
import { useSession } from '../../stores/session';
import { useAnswer } from '../../stores/use-answer';
import { useFresh } from '../../stores/use-fresh';
import { useItemView } from '../../stores/use-item-view';
import { Failed } from '../../ui/failed';
import { IconButton } from '../../ui/icon-button';
import { ScrollRegion } from '../../ui/scroll-region';
import { Tabs } from '../../ui/tabs';
import { ViewPage } from '../../ui/view-page';
import { CheckForm } from './check-form';
import type { CheckDraft } from './check-input';
import { MatrixTab } from './matrix-tab';
import { ReplayTab } from './replay-tab';
import { RulesTab } from './rules-tab';
import { TrustLine } from './trust-line';

const TABS = ['matrix', 'rules', 'simulator', 'replay'] as const;
type Tab = (typeof TABS)[number];
const ROW_LINK = 'row:';

/** Where a link leads: a call to the simulator, a row to the matrix, a rule to the rules. */
function tabOf({ item, detail }: Selection): Tab | undefined {
  if (detail?.startsWith(ROW_LINK)) return 'matrix';
  return item ? 'simulator' : detail ? 'rules' : undefined;
}

/** The rules that hold in this folder, where each stands, and what would be decided for any call. */
export function PermissionsView({ folder }: { folder: string }) {
  const { t } = useTranslation(['permissions', 'common']);
  const trusted = useFolder((state) => state.trusted);
  const session = useSession((state) => (state.state?.folder === folder ? state.id : undefined));
  const granted = useSession((state) => state.state?.rules.length ?? 0);
  const selection = useSelection((state) => state.current);
  const { item, detail } = selection;
  const [tab, setTab] = useState<Tab>(tabOf(selection) ?? 'matrix');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link leads to its tab once, not whenever the person changes tabs
  useEffect(() => {
    const wanted = tabOf(selection);
    if (wanted) setTab(wanted);
  }, [item, detail]);
  const made = useItemView(item);
  const about = made?.item.kind === 'tool-call' ? { tool: made.item.name, input: made.input } : undefined;
  const kept = useRef<CheckDraft | undefined>(undefined);
  const [fresh, refresh] = useFresh();
  const place = { folder, ...(session ? { session } : {}) };
  const changed = `${granted} ${trusted} ${fresh}`;
  const { data, error, loading } = useAnswer('permission.rules', place, `${folder} ${session} ${changed}`);
  const contents: Record<Tab, () => ReactNode> = {
    matrix: () => (
      <MatrixTab
        place={place}
        row={detail?.startsWith(ROW_LINK) ? detail.slice(ROW_LINK.length) : undefined}
        changed={changed}
        fromFiles={data?.defaultMode}
        onWritten={refresh}
        onRule={(rule) => selectDetail(rule.text)}
      />
    ),
    rules: () => (data ? <RulesTab place={place} data={data} changed={changed} onWritten={refresh} /> : undefined),
    simulator: () => (
      <ScrollRegion name={t('tab.simulator')} className="min-h-0 flex-1 px-4 py-3">
        <CheckForm
          key={about ? item : ''}
          about={about}
          kept={kept}
          folder={folder}
          session={session}
          fromFiles={data?.defaultMode}
          agents={data?.agents ?? []}
          known={data?.diagnostics ?? []}
          changed={changed}
        />
      </ScrollRegion>
    ),
    replay: () => (data ? <ReplayTab place={place} rules={data.rules} onWritten={refresh} /> : undefined),
  };
  return (
    <ViewPage
      title={t('title')}
      note={<span className="break-anywhere font-mono">{folder}</span>}
      actions={<IconButton name={t('again')} icon={<RotateCw size={14} />} disabled={loading} onClick={refresh} />}
    >
      <TrustLine trusted={trusted} waiting={data?.rules.filter(({ off }) => off === 'untrusted') ?? []} onChanged={refresh} />
      {error ? <Failed error={error} onRetry={refresh} className="px-4 py-2" /> : undefined}
      <Tabs
        name={t('title')}
        value={tab}
        onChange={setTab}
        tabs={TABS.map((value) => ({
          value,
          label:
            value === 'rules' && data && data.diagnostics.length > 0
              ? t('tab.rulesWithProblems', { count: data.diagnostics.length })
              : t(`tab.${value}`),
          content: contents[value],
        }))}
      />
    </ViewPage>
  );
}
