import type { ToolCallItem } from '../../../shared/model/item';
import type { FileChange } from '../../../shared/model/tool';
import type { CheckKind } from './check-commands';
import { checkKindOf, onlyLooks } from './command-kinds';

export interface ChangedFile {
  path: string;
  /** The agent made it in this turn. */
  created: boolean;
  added: number;
  removed: number;
  /** In the order in which they were made. */
  changes: FileChange[];
}

export interface RanCommand {
  item: string;
  command: string;
  exitCode?: number;
  timedOut: boolean;
}

export interface TurnChanges {
  files: ChangedFile[];
  /** Commands that may have changed things that undo does not cover. */
  commands: RanCommand[];
  /** Checks that really ran to their end, with how they ended. */
  checks: Array<RanCommand & { kind: CheckKind }>;
}

/** What the tool calls of one turn changed and checked. */
export function listTurnChanges(items: readonly ToolCallItem[]): TurnChanges {
  const files = new Map<string, ChangedFile>();
  const commands: RanCommand[] = [];
  const checks: TurnChanges['checks'] = [];
  for (const item of items) {
    const { display, action } = item;
    if (display?.type === 'change') addChange(files, display.change);
    if (display?.type !== 'shell' || action?.command === undefined) continue;
    const ran = { item: item.id, command: action.command, exitCode: display.exitCode, timedOut: display.timedOut };
    const kind = checkKindOf(action.command);
    if (kind !== undefined && display.background === undefined && !display.timedOut && display.exitCode !== undefined)
      checks.push({ ...ran, kind });
    if (kind === undefined && !onlyLooks(action.command)) commands.push(ran);
  }
  return { files: [...files.values()], commands, checks };
}

function addChange(files: Map<string, ChangedFile>, change: FileChange): void {
  const known = files.get(change.path);
  if (known === undefined) {
    files.set(change.path, {
      path: change.path,
      created: change.before === undefined,
      added: change.added,
      removed: change.removed,
      changes: [change],
    });
    return;
  }
  known.added += change.added;
  known.removed += change.removed;
  known.changes.push(change);
}
