import { Ellipsis, RotateCw, Search, Square, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TerminalInfo } from '../../../shared/model/terminal';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';
import { closeTerminal, runAgain, splitTerminals, useTerminals } from '../../stores/terminals';
import { setTerminalReader, useUi } from '../../stores/ui';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { IconButton } from '../../ui/icon-button';
import { Menu, MenuItem } from '../../ui/menu';
import { TERMINAL_KEYS } from '../../ui/terminal-keys';

interface TerminalBarProps {
  info: TerminalInfo;
  onSearch: () => void;
  onCopy: () => void;
}

/** What isolates the terminal, whose it is and how it stands, and what can be done about that. */
export function TerminalBar({ info, onSearch, onCopy }: TerminalBarProps) {
  const { t } = useTranslation('terminal');
  const ask = (work: Promise<unknown>) => void work.catch((error: unknown) => reportFailure(error));
  const { id, kind, end } = info;
  return (
    <div className="flex min-h-[30px] shrink-0 flex-wrap items-center gap-1.5 border-line border-b bg-panel px-2 py-0.5 text-sm">
      <Isolation info={info} />
      {info.command === undefined ? undefined : <code className="min-w-0 truncate font-mono text-xs">{info.command}</code>}
      {info.waiting ? <Chip tone="warn">{t('waiting')}</Chip> : undefined}
      <span role="status" className="text-muted text-xs">
        <StateWords info={info} />
      </span>
      <span className="flex-1" />
      {info.taken ? <Button onClick={() => ask(call('terminal.handBack', { terminal: id }))}>{t('handBack')}</Button> : undefined}
      {end && kind !== 'agent' ? (
        <Button onClick={() => ask(runAgain(id))}>
          <RotateCw size={12} aria-hidden />
          {t(kind === 'shell' ? 'openAgain' : 'runAgain')}
        </Button>
      ) : undefined}
      {end === undefined && kind !== 'shell' ? (
        <Button look="danger" onClick={() => ask(call('terminal.stop', { terminal: id }))}>
          <Square size={10} fill="currentColor" aria-hidden />
          {t('stop')}
        </Button>
      ) : undefined}
      <IconButton name={t('search.name')} keys={TERMINAL_KEYS.search} icon={<Search size={14} />} onClick={onSearch} />
      <More info={info} onCopy={onCopy} />
      <IconButton name={t('close')} icon={<X size={14} />} onClick={() => ask(closeTerminal(id))} />
    </div>
  );
}

function Isolation({ info: { isolated, isolation } }: { info: TerminalInfo }) {
  const { t } = useTranslation('terminal');
  if (isolation !== 'none') return <Chip tone="ok">{t('isolated', { name: isolation })}</Chip>;
  return (
    <Chip tone="warn" title={t(isolated ? 'notIsolatedWhy' : 'outsideWhy')}>
      {t(isolated ? 'notIsolated' : 'outside')}
    </Chip>
  );
}

function More({ info, onCopy }: { info: TerminalInfo; onCopy: () => void }) {
  const { t } = useTranslation('terminal');
  const { terminals, shown, beside } = useTerminals();
  const readAloud = useUi((state) => state.terminalReader);
  const other = terminals.findLast(({ id }) => id !== shown);
  return (
    <Menu align="end" side="top" trigger={<IconButton name={t('more')} icon={<Ellipsis size={14} />} />}>
      <MenuItem onSelect={onCopy}>{t('copy')}</MenuItem>
      {beside === undefined ? (
        <MenuItem disabled={other === undefined || info.id !== shown} onSelect={() => splitTerminals(other?.id)}>
          {t('split')}
        </MenuItem>
      ) : (
        <MenuItem onSelect={() => splitTerminals(undefined)}>{t('join')}</MenuItem>
      )}
      <MenuItem onSelect={() => setTerminalReader(!readAloud)}>{t(readAloud ? 'readerOff' : 'readerOn')}</MenuItem>
    </Menu>
  );
}

function StateWords({ info: { end, taken, kind } }: { info: TerminalInfo }) {
  const { t } = useTranslation('terminal');
  if (end?.signal !== undefined) return t('endedBy', { signal: end.signal });
  if (end) return t('ended', { code: end.exitCode ?? 0 });
  if (taken) return t('taken');
  return kind === 'agent' ? t('agentRuns') : undefined;
}
