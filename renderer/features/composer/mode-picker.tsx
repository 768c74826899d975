import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Mode } from '../../../shared/model/mode';
import { useComposer } from '../../stores/composer';
import { useConfig } from '../../stores/config';
import { useSession } from '../../stores/session';
import { chooseForSession } from '../../stores/session-actions';
import { Button } from '../../ui/button';
import { Menu, MenuChoice, MenuLabel } from '../../ui/menu';

const MODES: readonly Mode[] = ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'];
/** What Shift+Tab goes through: a mode that asks for nothing is never reached by a key alone. */
const CYCLE: readonly Mode[] = ['default', 'acceptEdits', 'plan'];

function currentMode(): Mode {
  return useSession.getState().state?.mode ?? useComposer.getState().mode ?? useConfig.getState().config?.mode ?? 'default';
}

export function cycleMode(): void {
  const next = CYCLE[(CYCLE.indexOf(currentMode()) + 1) % CYCLE.length];
  if (next) void chooseForSession({ mode: next });
}

export function ModePicker() {
  const { t } = useTranslation(['composer', 'common']);
  const inSession = useSession((state) => state.state?.mode);
  const chosen = useComposer((state) => state.mode);
  const configured = useConfig((state) => state.config?.mode);
  const mode = inSession ?? chosen ?? configured ?? 'default';
  const options = MODES.map((value) => ({ value, label: t(`common:mode.${value}`), note: t(`common:modeNote.${value}`) }));
  return (
    <Menu
      side="top"
      trigger={
        <Button
          look="quiet"
          aria-label={`${t('mode')}: ${t(`common:mode.${mode}`)}`}
          className={mode === 'bypassPermissions' ? 'px-1.5 text-bad' : 'px-1.5'}
        >
          {t(`common:mode.${mode}`)}
          <ChevronDown size={12} aria-hidden />
        </Button>
      }
    >
      <MenuLabel>{t('mode')}</MenuLabel>
      <MenuChoice value={mode} options={options} onChange={(next) => void chooseForSession({ mode: next })} />
    </Menu>
  );
}
