import type { Result } from '../../shared/contract/methods';
import type { ToolCallItem } from '../../shared/model/item';
import { listTurnChanges, type TurnChanges } from '../core/tools/list-turn-changes';
import type { SessionSource } from './sessions/session-source';

type TurnSource = Pick<SessionSource, 'state' | 'readItems'>;

/** What the tool calls of a turn changed and checked, from the log and nothing else. */
export async function readTurnChanges(source: TurnSource, turn: string): Promise<TurnChanges> {
  const ids = source.state.items.filter((item) => item.turn === turn && item.kind === 'tool-call').map(({ id }) => id);
  const calls = (await source.readItems(ids)).filter((item): item is ToolCallItem => item.kind === 'tool-call');
  return listTurnChanges(calls);
}

export async function describeTurnChanges(source: TurnSource, turn: string): Promise<Result<'changes.list'>> {
  const { files, commands, checks } = await readTurnChanges(source, turn);
  return {
    files: files.map(({ path, created, added, removed }) => ({ path, created, added, removed })),
    commands: commands.map(({ command }) => command),
    checks: checks.flatMap(({ command, exitCode }) => (exitCode === undefined ? [] : [{ command, exitCode }])),
  };
}
