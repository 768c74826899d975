import type { TerminalInfo } from '../../shared/model/terminal';
import { create } from 'zustand';
import { useFolder } from './folder';
import { call, listen, useHost } from './host';
import { reportFailure } from './report-failure';
import { useSession } from './session';
import { sessionPlace, showMadeSession } from './session-actions';
import { setBottom } from './ui';

interface TerminalsState {
  /** Of this window's folder, oldest first. */
  terminals: readonly TerminalInfo[];
  /** In the dock: the one that is shown, and the one beside it. */
  shown: string | undefined;
  beside: string | undefined;
  /** Rises to ask the shown terminal to take the focus. */
  focusRequest: number;
}

/** Sizes are the host's to keep; a terminal that nobody has drawn yet has this one. */
const FIRST_SIZE = { columns: 100, rows: 24 };

export const useTerminals = create<TerminalsState>(() => ({ terminals: [], shown: undefined, beside: undefined, focusRequest: 0 }));

/** Follows the terminals of this window's folder. Returns the function that ends it. */
export function followTerminals(): () => void {
  const offs = [
    listen('terminal/changed', ({ terminal }) => {
      if (terminal.folder === useFolder.getState().folder) takeTerminal(terminal);
    }),
    listen('terminal/closed', ({ terminal }) => dropTerminal(terminal)),
    useFolder.subscribe(({ folder }, before) => {
      if (folder !== before.folder) void loadTerminals();
    }),
    useHost.subscribe(({ status }, before) => {
      if (status === 'connected' && before.status !== 'connected') void loadTerminals();
    }),
  ];
  return () => {
    for (const off of offs) off();
  };
}

async function loadTerminals(): Promise<void> {
  const { folder } = useFolder.getState();
  if (folder === undefined) return;
  const { terminals } = await call('terminal.list', { folder }).catch(() => ({ terminals: [] }));
  if (folder !== useFolder.getState().folder) return;
  const { shown, beside } = useTerminals.getState();
  const has = (id: string | undefined) => terminals.some((terminal) => terminal.id === id);
  useTerminals.setState({
    terminals,
    shown: has(shown) ? shown : terminals.at(-1)?.id,
    beside: has(beside) ? beside : undefined,
  });
}

function takeTerminal(terminal: TerminalInfo): void {
  const { terminals } = useTerminals.getState();
  const known = terminals.some(({ id }) => id === terminal.id);
  useTerminals.setState({
    terminals: known ? terminals.map((old) => (old.id === terminal.id ? terminal : old)) : [...terminals, terminal],
  });
}

function dropTerminal(id: string): void {
  const { terminals, shown, beside } = useTerminals.getState();
  const left = terminals.filter((terminal) => terminal.id !== id);
  const next = left.findLast((terminal) => terminal.id !== beside)?.id ?? beside;
  useTerminals.setState({
    terminals: left,
    shown: shown === id ? next : shown,
    beside: beside === id || (shown === id && next === beside) ? undefined : beside,
  });
}

/** Shows a terminal in the dock, with the focus unless it is to stay where it is. */
export function showTerminal(id: string, { focus = true } = {}): void {
  const { shown, beside, focusRequest } = useTerminals.getState();
  useTerminals.setState({ shown: id, beside: beside === id ? shown : beside, focusRequest: focusRequest + (focus ? 1 : 0) });
  setBottom('terminal');
}

/** To the terminal that is shown, the dock opened where it was closed. */
export function focusTerminal(): void {
  useTerminals.setState(({ focusRequest }) => ({ focusRequest: focusRequest + 1 }));
  setBottom('terminal');
}

/** Puts a terminal beside the one that is shown; undefined takes it away. */
export function splitTerminals(beside: string | undefined): void {
  useTerminals.setState({ beside });
}

/** A new shell in this window's folder, shown. Says so where that fails. */
export function openShell({ isolated }: { isolated: boolean }): void {
  const { folder } = useFolder.getState();
  if (folder === undefined) return;
  call('terminal.open', { folder, isolated, size: currentSize() }).then(
    ({ terminal }) => {
      takeTerminal(terminal);
      showTerminal(terminal.id);
    },
    (error: unknown) => reportFailure(error),
  );
}

/** Runs a command as the person, in the open session or a new one; it joins the conversation when it has ended. */
export async function runCommand(command: string): Promise<void> {
  const { terminal, session } = await call('terminal.command', { ...(await sessionPlace()), command, size: currentSize() });
  takeTerminal(terminal);
  showTerminal(terminal.id, { focus: false });
  if (session !== useSession.getState().id) showMadeSession(session);
}

/** The same program once more, in the same place. */
export async function runAgain(id: string): Promise<void> {
  const { beside } = useTerminals.getState();
  const { terminal } = await call('terminal.again', { terminal: id });
  takeTerminal(terminal);
  if (beside === id) splitTerminals(terminal.id);
  else showTerminal(terminal.id);
}

export async function closeTerminal(id: string): Promise<void> {
  await call('terminal.close', { terminal: id });
  dropTerminal(id);
}

/** Of the terminal that is shown: a new one will stand in its place. */
export function currentSize(): TerminalInfo['size'] {
  const { terminals, shown } = useTerminals.getState();
  return terminals.find(({ id }) => id === shown)?.size ?? FIRST_SIZE;
}
