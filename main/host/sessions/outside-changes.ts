import { readLinked } from '../../core/kernel/read-linked';
import { mapLimited } from '../../core/kernel/map-limited';
import type { SessionFileLedger } from '../../core/tools/create-file-ledger';
import type { HostPorts } from '../host-ports';

/** Known files that are looked at before a turn, the latest seen first. */
const MOST_FILES = 500;
const SIDE_BY_SIDE = 16;
/** File systems stamp files with a clock that lags by a tick. */
const CLOCK_LAG_MS = 20;
/** Larger files count as changed when they are newer: reading them would hold up the turn. */
const MAX_HASHED = 8 * 1024 * 1024;

/** Files that the session saw and that somebody else wrote or removed after `since` (milliseconds since the epoch). */
export async function findOutsideChanges(
  ports: Pick<HostPorts, 'files' | 'hash'>,
  ledger: SessionFileLedger,
  since: number,
): Promise<string[]> {
  const known = [...ledger.entries()].slice(-MOST_FILES);
  const changed: string[] = [];
  await mapLimited(known, SIDE_BY_SIDE, async ([path, hash]) => {
    const stat = await ports.files.stat(path).catch(() => undefined);
    if (stat === undefined) changed.push(path);
    else if (
      stat.modifiedMs > since - CLOCK_LAG_MS &&
      (stat.size > MAX_HASHED || ports.hash(await readLinked(ports.files, path).catch(() => new Uint8Array())) !== hash)
    )
      changed.push(path);
  });
  return changed.sort();
}
