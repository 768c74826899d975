import { BookOpen, History, MessagesSquare, Network, Plug, Settings, ShieldCheck, Webhook } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { selectView, useSelection } from '../../stores/selection';
import type { View } from '../../stores/selection-hash';
import { cx } from '../../ui/cx';
import { Tooltip } from '../../ui/tooltip';

const ENTRIES: readonly { view: View; Icon: typeof Settings; keys: string }[] = [
  { view: 'sessions', Icon: MessagesSquare, keys: 'Mod+1' },
  { view: 'permissions', Icon: ShieldCheck, keys: 'Mod+2' },
  { view: 'skills', Icon: BookOpen, keys: 'Mod+3' },
  { view: 'hooks', Icon: Webhook, keys: 'Mod+6' },
  { view: 'agents', Icon: Network, keys: 'Mod+7' },
  { view: 'mcp', Icon: Plug, keys: 'Mod+8' },
  { view: 'audit', Icon: History, keys: 'Mod+5' },
  { view: 'settings', Icon: Settings, keys: 'Mod+4' },
];

export function Rail() {
  const { t } = useTranslation('frame');
  const view = useSelection((state) => state.current.view);
  return (
    <nav aria-label={t('rail.name')} className="flex w-11 shrink-0 flex-col items-center gap-1 border-line border-r bg-panel py-2">
      {ENTRIES.map((entry) => (
        <Tooltip key={entry.view} text={t(`rail.${entry.view}`)} keys={entry.keys} side="right">
          <button
            type="button"
            aria-label={t(`rail.${entry.view}`)}
            aria-current={view === entry.view ? 'page' : undefined}
            onClick={() => selectView(entry.view)}
            className={cx(
              'clickable flex size-8 items-center justify-center rounded-md text-muted aria-[current=page]:text-ink',
              entry.view === 'settings' && 'mt-auto',
            )}
          >
            <entry.Icon size={17} strokeWidth={1.6} aria-hidden />
          </button>
        </Tooltip>
      ))}
    </nav>
  );
}
