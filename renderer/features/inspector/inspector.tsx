import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelection } from '../../stores/selection';
import { useSession } from '../../stores/session';
import { EmptyState } from '../../ui/empty-state';
import { Tabs } from '../../ui/tabs';
import { AnatomyTab } from './anatomy-tab';
import { ChangesTab } from './changes-tab';
import { InspectorHead } from './inspector-head';
import { RawTab } from './raw-tab';
import { ResponseTab } from './response-tab';
import { useAnswer } from '../../stores/use-answer';
import { useShownCall } from './use-call';
import type { RawForm } from './use-raw';

const TABS = ['anatomy', 'changes', 'raw', 'response'] as const;
type Tab = (typeof TABS)[number];

/** What went to the model in one call, where each piece came from, and what came back. Follows the one selection. */
export function Inspector() {
  const { t } = useTranslation('inspector');
  const shown = useShownCall();
  const phase = useSession((state) => state.phase);
  const segment = useSelection((state) => state.current.segment);
  const [tab, setTab] = useState<Tab>('anatomy');
  const [form, setForm] = useState<RawForm>('json');
  const showRaw = useCallback(() => setTab('raw'), []);
  const { session, spine } = shown ?? {};
  // The answer to the call brings the provider's count: the anatomy is read again when the state changes.
  const about = spine && `${session} ${spine.call}`;
  const params = { session: session ?? '', call: spine?.call ?? '' };
  const { data: anatomy, error, again } = useAnswer('call.anatomy', params, spine && `${about} ${spine.state}`, about);
  if (!shown || !spine) return phase === 'opening' ? undefined : <NoCall />;
  const ref = { session: shown.session, call: spine.call };
  const content: Record<Tab, () => React.ReactNode> = {
    anatomy: () => <AnatomyTab anatomy={anatomy} error={error} onRetry={again} onShowRaw={showRaw} />,
    changes: () => <ChangesTab call={ref} spine={spine} anatomy={anatomy} />,
    raw: () => <RawTab key={spine.call} call={ref} anatomy={anatomy} segment={segment} form={form} onForm={setForm} />,
    response: () => <ResponseTab call={ref} spine={spine} />,
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <InspectorHead shown={shown} anatomy={anatomy} />
      <Tabs
        name={t('tabs')}
        value={tab}
        onChange={setTab}
        tabs={TABS.map((value) => ({ value, label: t(`tab.${value}`), content: content[value] }))}
      />
    </div>
  );
}

function NoCall() {
  const { t } = useTranslation('inspector');
  return (
    <EmptyState title={t('empty.title')}>
      <p>{t('empty.body')}</p>
    </EmptyState>
  );
}
