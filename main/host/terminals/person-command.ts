import type { ParsedParams, Result } from '../../../shared/contract/methods';
import { CodedError } from '../../../shared/model/failure';
import type { TerminalInfo } from '../../../shared/model/terminal';
import type { Terminal } from '../../core/ports';
import { seenHosts } from '../../core/shell/seen-hosts';
import type { HostServices } from '../host-services';
import { isolationOf } from './isolation-of';
import { programEnd } from './program-end';

type Services = Pick<HostServices, 'ports' | 'desk' | 'registry' | 'terminals' | 'tools' | 'openPolicy' | 'audit'>;

/** Starts a command of the person in a terminal of the session; answers once it runs, and adds it to the conversation when it has ended. */
export async function runPersonCommand(
  services: Services,
  { session: given, folder, model, mode, command, size }: ParsedParams<'terminal.command'>,
): Promise<Result<'terminal.command'>> {
  const { desk, registry, terminals } = services;
  const session = given ?? (await desk.create({ folder, model, mode }));
  const place = await registry.read(session, async ({ source }) => source.state.folder);
  const { terminal, info } = await terminals.open({
    folder: place,
    session,
    kind: 'command',
    command,
    isolated: true,
    ...(await isolationOf(services, place, command)),
    size,
  });
  noteCommand(services, { id: info.id, session, command, folder: place }, terminal);
  void addToConversation(services, session, command, place, terminal);
  return { terminal: info, session };
}

/** A shell of the person in a folder. */
export async function openShell(
  services: Services,
  { folder, session, isolated, size }: Pick<ParsedParams<'terminal.open'>, 'folder' | 'session' | 'isolated' | 'size'>,
): Promise<TerminalInfo> {
  if ((await services.ports.files.stat(folder))?.kind !== 'directory') throw new CodedError('not-found', `no folder ${folder}`);
  const inside = isolated ? await isolationOf(services, folder, 'bash') : {};
  const wish = { folder, ...(session === undefined ? {} : { session }), kind: 'shell' as const, isolated, ...inside, size };
  return (await services.terminals.open(wish)).info;
}

/** What ran in a terminal once more, in its place. */
export async function runAgain(services: Services, id: string): Promise<Result<'terminal.again'>> {
  const { terminals } = services;
  const { kind, session, command, folder, isolated, size } = terminals.info(id);
  if (kind === 'agent') throw new CodedError('bad-request', 'what an agent runs is decided with the agent');
  const terminal =
    kind === 'command' && session !== undefined && command !== undefined
      ? (await runPersonCommand(services, { session, command, size })).terminal
      : await openShell(services, { folder, ...(session === undefined ? {} : { session }), isolated, size });
  await terminals.close(id);
  return { terminal };
}

/** On record as the person's own: its beginning at once, and its end. */
function noteCommand(
  { audit, ports }: Services,
  { id, session, command, folder }: { id: string; session: string; command: string; folder: string },
  terminal: Terminal,
): void {
  const from = ports.clock.monotonic();
  const what = {
    kind: 'command' as const,
    by: { kind: 'person' as const },
    folder,
    session,
    sideEffect: 'execute' as const,
    input: { command },
  };
  audit.note(folder, { type: 'started', id, at: audit.now(), what });
  void terminal.ended.then((end) => {
    const state = end.exitCode === 0 ? 'ok' : 'error';
    const ending = { ...programEnd(end), ...seenHosts(end) };
    const durationMs = Math.round(ports.clock.monotonic() - from);
    audit.note(folder, { type: 'ended', id, at: audit.now(), result: { state, ...ending, durationMs } });
  });
}

async function addToConversation(
  { ports, registry }: Services,
  session: string,
  command: string,
  folder: string,
  terminal: Terminal,
): Promise<void> {
  const end = await terminal.ended;
  const { text, cut } = terminal.readText();
  try {
    await registry.write(session, (runner) => runner.addCommand({ command, folder, output: text, cut, ...programEnd(end) }));
  } catch (error) {
    ports.logger.log('error', 'a command could not be added to the conversation', { session, error: String(error) });
  }
}
