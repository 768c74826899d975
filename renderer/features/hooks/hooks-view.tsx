import { RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFolder } from '../../stores/folder';
import { useSelection } from '../../stores/selection';
import { useSession } from '../../stores/session';
import { useAnswer } from '../../stores/use-answer';
import { useFresh } from '../../stores/use-fresh';
import { Failed } from '../../ui/failed';
import { IconButton } from '../../ui/icon-button';
import { Tabs } from '../../ui/tabs';
import { ViewPage } from '../../ui/view-page';
import { readBenchLink } from './bench-link';
import { type BenchStart, BenchTab } from './bench-tab';
import { ExamplesTab } from './examples-tab';
import { HooksTab } from './hooks-tab';

const TABS = ['list', 'bench', 'examples'] as const;
type Tab = (typeof TABS)[number];
/** How a link names an example. */
const EXAMPLE = 'example:';

/** The hooks of a folder by event: to be changed, tried out, and taken from examples. */
export function HooksView({ folder }: { folder: string }) {
  const { t } = useTranslation('hooks');
  const trusted = useFolder((state) => state.trusted);
  const session = useSession((state) => (state.state?.folder === folder ? state.id : undefined));
  const detail = useSelection((state) => state.current.detail);
  const [tab, setTab] = useState<Tab>('list');
  const [tried, setTried] = useState<BenchStart>();
  const [fresh, refresh] = useFresh();
  const { data, error, loading } = useAnswer('hooks.list', { folder }, `${folder} ${trusted} ${fresh}`);
  useEffect(() => {
    const recorded = readBenchLink(detail);
    if (recorded) setTried(recorded);
    if (detail !== undefined) setTab(recorded ? 'bench' : detail.startsWith(EXAMPLE) ? 'examples' : 'list');
  }, [detail]);
  const contents: Record<Tab, () => ReactNode> = {
    list: () =>
      data ? (
        <HooksTab
          folder={folder}
          data={data}
          session={session}
          onWritten={refresh}
          onExamples={() => setTab('examples')}
          onTest={(hook) => {
            setTried({ event: hook.event, only: hook.id });
            setTab('bench');
          }}
        />
      ) : undefined,
    bench: () => (data ? <BenchTab key={JSON.stringify(tried)} folder={folder} data={data} session={session} start={tried} /> : undefined),
    examples: () =>
      data ? (
        <ExamplesTab
          folder={folder}
          data={data}
          meant={detail?.startsWith(EXAMPLE) ? detail.slice(EXAMPLE.length) : undefined}
          onWritten={refresh}
        />
      ) : undefined,
  };
  const problems = data?.diagnostics.filter(({ severity }) => severity !== 'info').length ?? 0;
  return (
    <ViewPage
      title={t('title')}
      note={<span className="break-anywhere font-mono">{folder}</span>}
      actions={<IconButton name={t('again')} icon={<RotateCw size={14} />} disabled={loading} onClick={refresh} />}
    >
      {error ? <Failed error={error} onRetry={refresh} className="px-4 py-2" /> : undefined}
      {data?.disabled ? (
        <p role="status" className="px-4 py-2 text-sm text-warn">
          {t('disabled', { place: `${data.disabled.file}:${data.disabled.line}` })}
        </p>
      ) : undefined}
      {data && !data.trusted ? (
        <p role="status" className="px-4 py-2 text-sm text-warn">
          {t('untrusted')}
        </p>
      ) : undefined}
      <Tabs
        name={t('title')}
        value={tab}
        onChange={setTab}
        tabs={TABS.map((value) => ({
          value,
          label: value === 'list' && problems > 0 ? t('tab.listWithProblems', { count: problems }) : t(`tab.${value}`),
          content: contents[value],
        }))}
      />
    </ViewPage>
  );
}
