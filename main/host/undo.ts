import type { Result } from '../../shared/contract/methods';
import { CodedError } from '../../shared/model/failure';
import { executeUndo, planUndo, type UndoPorts } from '../core/tools/undo-changes';
import type { HostPorts } from './host-ports';
import type { SessionRunner } from './sessions/session-runner';
import { readTurnChanges } from './turn-changes';

/** Takes back what the agent's tools wrote in a turn, as far as the files are still what it left. Rejects with `busy` while a turn runs. */
export async function undoChanges(
  ports: HostPorts,
  runner: SessionRunner,
  turn: string,
  paths?: readonly string[],
): Promise<Result<'changes.undo'>> {
  if (runner.turn !== undefined) throw new CodedError('busy', 'a turn is running');
  const { log } = runner;
  const changes = (await readTurnChanges(log, turn)).files.flatMap((file) => file.changes);
  const undo: UndoPorts = { files: ports.files, readBlob: (name) => log.readBlob(name), hash: ports.hash };
  const { undone, kept } = await executeUndo(await planUndo(changes, undo, paths), undo);
  await log.append({ type: 'changes/undone', turn, paths: undone, kept });
  const { context } = (await runner.services()).turnDeps;
  for (const path of undone)
    context.noteState('file-changed', path, `The person took back your change of ${path}: the file is as it was before that turn.`, path);
  return { undone, kept };
}
