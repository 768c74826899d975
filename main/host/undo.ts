import type { Result } from '../../shared/contract/methods';
import { executeUndo, planUndo, type UndoPorts } from '../core/tools/undo-changes';
import type { HostPorts } from './host-ports';
import type { SessionRunner } from './sessions/session-runner';
import { readTurnChanges } from './turn-changes';

/**
 * Takes back what the agent's tools wrote in a turn, as far as the files are still what it left. Rejects with `busy` while a turn runs;
 * a turn that is asked for meanwhile begins after it.
 */
export function undoChanges(
  ports: HostPorts,
  runner: SessionRunner,
  turn: string,
  paths?: readonly string[],
): Promise<Result<'changes.undo'>> {
  return runner.betweenTurns(() => undo(ports, runner, turn, paths));
}

async function undo(ports: HostPorts, runner: SessionRunner, turn: string, paths?: readonly string[]): Promise<Result<'changes.undo'>> {
  const { log } = runner;
  const changes = (await readTurnChanges(log, turn)).files.flatMap((file) => file.changes);
  const means: UndoPorts = { files: ports.files, readBlob: (name) => log.readBlob(name), hash: ports.hash };
  const { undone, kept } = await executeUndo(await planUndo(changes, means, paths), means);
  await log.append({ type: 'changes/undone', turn, paths: undone, kept });
  const { context } = (await runner.services()).turnDeps;
  for (const path of undone)
    context.noteState('file-changed', path, `The person took back your change of ${path}: the file is as it was before that turn.`, path);
  return { undone, kept };
}
