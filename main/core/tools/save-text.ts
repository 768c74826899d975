import type { FileChange } from '../../../shared/model/tool';
import { encodeText, type TextFile } from './text-file';
import type { ToolContext } from './tool';
import type { UnifiedDiff } from './unified-diff';

/** Writes a text so that it can be undone (invariant 5), and notes it as seen: the session's own write is no change from outside. */
export async function saveText(
  path: string,
  before: Uint8Array | undefined,
  after: TextFile,
  diff: UnifiedDiff,
  context: ToolContext,
): Promise<FileChange> {
  const bytes = encodeText(after);
  const change = await context.recordChange({ path, before, after: bytes, ...diff });
  await context.files.writeFile(path, bytes);
  context.ledger.note(path, context.hash(bytes));
  return change;
}
