import { useTranslation } from 'react-i18next';
import { setBottom, useUi } from '../../stores/ui';
import { Tabs } from '../../ui/tabs';
import { CallsLedger, HookLedger, TerminalPane } from '../registry';

/** The dock at the bottom: terminals, and the ledgers of calls and hooks. */
export function BottomDock() {
  const { t } = useTranslation('frame');
  const bottom = useUi((state) => state.bottom);
  return (
    <Tabs
      name={t('pane.bottom')}
      value={bottom}
      onChange={setBottom}
      tabs={[
        { value: 'terminal', label: t('bottom.terminal'), content: () => <TerminalPane /> },
        { value: 'calls', label: t('bottom.calls'), content: () => <CallsLedger /> },
        { value: 'hooks', label: t('bottom.hooks'), content: () => <HookLedger /> },
      ]}
    />
  );
}
