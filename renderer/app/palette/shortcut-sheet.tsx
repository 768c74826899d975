import { useTranslation } from 'react-i18next';
import { showOverlay } from '../../stores/ui';
import { Dialog } from '../../ui/dialog';
import { Kbd } from '../../ui/kbd';
import { ScrollRegion } from '../../ui/scroll-region';
import { TERMINAL_KEYS } from '../../ui/terminal-keys';
import { COMMANDS } from '../commands';

const COMPOSER = [
  { id: 'send', keys: 'Enter' },
  { id: 'newline', keys: 'Shift+Enter' },
  { id: 'history', keys: '↑' },
  { id: 'commands', keys: '/' },
  { id: 'files', keys: '@' },
  { id: 'command', keys: '!' },
  { id: 'mode', keys: 'Shift+Tab' },
  { id: 'stop', keys: 'Esc' },
] as const;
const APPROVAL = [
  { id: 'allowOnce', keys: '1' },
  { id: 'allowAlways', keys: '2' },
  { id: 'reject', keys: '3' },
  { id: 'rejectWords', keys: '4' },
] as const;

const TERMINAL = [
  { id: 'copy', keys: TERMINAL_KEYS.copy },
  { id: 'paste', keys: TERMINAL_KEYS.paste },
  { id: 'searchIn', keys: TERMINAL_KEYS.search },
] as const;

export function ShortcutSheet() {
  const { t } = useTranslation('frame');
  const everywhere = COMMANDS.flatMap(({ id, keys }) => (keys ? [{ id, keys, text: t(`command.${id}`) }] : []));
  return (
    <Dialog title={t('shortcuts.title')} open onClose={() => showOverlay(undefined)} className="w-[min(760px,94vw)]">
      <ScrollRegion name={t('shortcuts.title')} className="grid min-h-0 gap-x-8 gap-y-4 p-4 sm:grid-cols-2">
        <Group title={t('shortcuts.everywhere')} rows={everywhere} />
        <div className="flex flex-col gap-4">
          <Group title={t('shortcuts.composer')} rows={COMPOSER.map((row) => ({ ...row, text: t(`shortcuts.${row.id}`) }))} />
          <Group title={t('shortcuts.terminal')} rows={TERMINAL.map((row) => ({ ...row, text: t(`shortcuts.${row.id}`) }))} />
          <Group title={t('shortcuts.approval')} rows={APPROVAL.map((row) => ({ ...row, text: t(`shortcuts.${row.id}`) }))} />
        </div>
      </ScrollRegion>
    </Dialog>
  );
}

function Group({ title, rows }: { title: string; rows: readonly { id: string; keys: string; text: string }[] }) {
  return (
    <section>
      <h3 className="label pb-1">{title}</h3>
      <dl>
        {rows.map((row) => (
          <div key={row.id} className="flex h-[26px] items-center justify-between gap-3 border-line border-b text-sm last:border-b-0">
            <dt className="min-w-0 truncate">{row.text}</dt>
            <dd className="shrink-0">
              <Kbd keys={row.keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
