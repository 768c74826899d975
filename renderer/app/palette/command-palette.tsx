import { Command } from 'cmdk';
import { useTranslation } from 'react-i18next';
import { selectSession } from '../../stores/selection';
import { useSessionList } from '../../stores/session-list';
import { showOverlay } from '../../stores/ui';
import { Dialog } from '../../ui/dialog';
import { Kbd } from '../../ui/kbd';
import { useFormat } from '../../ui/format';
import { COMMANDS } from '../commands';

const ENTRY = 'flex h-[28px] items-center gap-3 rounded-md px-2 text-sm data-[selected=true]:bg-selected';
const GROUP =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs';
const MAX_SESSIONS = 50;

export function CommandPalette() {
  const { t } = useTranslation('frame');
  const format = useFormat();
  const sessions = useSessionList((state) => state.sessions);
  const choose = (run: () => void) => {
    showOverlay(undefined);
    run();
  };
  return (
    <Dialog title={t('palette.name')} hideTitle open onClose={() => showOverlay(undefined)}>
      <Command label={t('palette.name')} loop className="flex min-h-0 flex-col">
        <Command.Input
          placeholder={t('palette.placeholder')}
          className="h-11 shrink-0 border-line border-b bg-transparent px-4 outline-none"
        />
        <Command.List className="min-h-0 overflow-y-auto p-1.5">
          <Command.Empty className="px-2 py-6 text-center text-muted text-sm">{t('palette.none')}</Command.Empty>
          <Command.Group heading={t('palette.commands')} className={GROUP}>
            {COMMANDS.filter(({ id }) => id !== 'palette').map(({ id, keys, run }) => (
              <Command.Item key={id} value={`${t(`command.${id}`)} ${id}`} onSelect={() => choose(run)} className={ENTRY}>
                <span className="min-w-0 flex-1 truncate">{t(`command.${id}`)}</span>
                {keys ? <Kbd keys={keys} /> : undefined}
              </Command.Item>
            ))}
          </Command.Group>
          {sessions.length > 0 ? (
            <Command.Group heading={t('palette.sessions')} className={GROUP}>
              {sessions.slice(0, MAX_SESSIONS).map((session) => (
                <Command.Item
                  key={session.id}
                  value={`${session.title} ${session.id}`}
                  onSelect={() => choose(() => selectSession(session.id))}
                  className={ENTRY}
                >
                  <span className="min-w-0 flex-1 truncate">{session.title}</span>
                  <span className="text-faint text-xs">{format.day(session.updatedAt)}</span>
                </Command.Item>
              ))}
            </Command.Group>
          ) : undefined}
        </Command.List>
      </Command>
    </Dialog>
  );
}
