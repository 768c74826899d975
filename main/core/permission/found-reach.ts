import { NO_COMMITS, NO_TARGETS, type LinkTargets, type Reach, withTargets } from './find-reach';
import type { ShellPart } from './parsed-command';
import { findTouchedFiles, type ShellTouch } from './shell-files';

/** What was found on the disk for a command. Where only others were looked at, nobody knows what its names and patterns stand for. */
export function reachOf({ reaches }: { reaches?: readonly Reach[] }, command: string, cwd: string): Reach {
  const found = reaches?.find((reach) => reach.command === command && reach.cwd === cwd);
  const known = reaches === undefined;
  return (
    found ?? {
      command,
      cwd,
      links: [],
      targets: NO_TARGETS,
      written: [],
      read: [],
      restricted: [],
      commits: NO_COMMITS,
      complete: known,
      allNamed: known,
    }
  );
}

/** The files that a part names, and where links lead that stand in their paths. */
export function touchedThroughLinks(
  part: ShellPart,
  { cwd, home, targets }: { cwd: string; home: string; targets: LinkTargets },
): ShellTouch {
  const { reads, writes, settings } = findTouchedFiles(part, cwd, home);
  return { reads: withTargets(reads, targets), writes: withTargets(writes, targets), settings };
}
