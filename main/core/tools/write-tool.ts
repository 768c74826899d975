import { z } from 'zod';
import { checkSeen } from './check-seen';
import { pathField } from './input-fields';
import { mendable, resolvePath, shownPath, targetOf } from './resolve-path';
import { saveText } from './save-text';
import { scalarParams } from './scalar-params';
import { decodeText, hasLoneSurrogate, isTextFile, type TextFile } from './text-file';
import type { Tool, ToolContext, ToolOutcome } from './tool';
import { unifiedDiff } from './unified-diff';

const inputSchema = z.strictObject({
  file_path: pathField('Absolute path of the file to write'),
  content: z.string().describe('The whole new content'),
});
type Input = z.infer<typeof inputSchema>;

export const writeTool: Tool<Input> = {
  name: 'Write',
  description: `Writes a file as a whole; folders that are missing are made.
- An existing file must have been read in this session, and must not have changed since. Its encoding and byte-order mark are kept.
- To change a part of a file use Edit: it leaves everything else as it is.`,
  input: inputSchema,
  output: 'A line that says what was written.',
  errors: ['not-read', 'changed-since-read', 'encoding', 'not-a-file', 'failed'],
  sideEffect: 'write',
  runsIn: 'host',
  timeoutMs: 60_000,
  retry: 'never',
  idempotent: true,
  resultBound: 30_000,
  auditFields: ['file_path'],
  async describe(input, context) {
    const { path, target } = await targetOf(input.file_path, context);
    const before = await currentText(path, context);
    const diff = unifiedDiff(path, before?.text, input.content);
    const verb = before === undefined ? 'Create' : 'Overwrite';
    return {
      tool: 'Write',
      capability: 'write',
      ...target,
      params: scalarParams(input),
      summary: `${verb} ${shownPath(path, context.folder)} (+${diff.added} −${diff.removed})`,
      preview: { type: 'diff', text: diff.patch },
    };
  },
  run: (input, context) => mendable(() => write(input, context)),
};

async function write(input: Input, context: ToolContext): Promise<ToolOutcome> {
  if (hasLoneSurrogate(input.content))
    return { ok: false, kind: 'encoding', message: 'content contains half of a surrogate pair, which no file can hold.' };
  const path = await resolvePath(input.file_path, context);
  const stat = await context.files.stat(path);
  if (stat === undefined) return save(path, undefined, undefined, input.content, context);
  if (stat.kind !== 'file')
    return { ok: false, kind: 'not-a-file', message: `${path} is ${stat.kind === 'directory' ? 'a folder' : 'not a regular file'}.` };
  const bytes = await context.files.readFile(path);
  const refusal = checkSeen(path, bytes, context);
  if (refusal !== undefined) return refusal;
  const decoded = decodeText(bytes);
  return save(path, bytes, isTextFile(decoded) ? decoded : undefined, input.content, context);
}

async function save(
  path: string,
  bytes: Uint8Array | undefined,
  before: TextFile | undefined,
  content: string,
  context: ToolContext,
): Promise<ToolOutcome> {
  const kept = before ?? { text: '', encoding: 'utf-8', mark: false };
  const text = kept.mark && content.startsWith('\ufeff') ? content.slice(1) : content;
  if (before !== undefined && before.text === text) return { ok: true, content: `${path} already has this content; nothing was written.` };
  const diff = unifiedDiff(path, before?.text ?? (bytes === undefined ? undefined : ''), text);
  const change = await saveText(path, bytes, { ...kept, text }, diff, context);
  const what = bytes === undefined ? 'Created' : 'Overwrote';
  return { ok: true, content: `${what} ${path} (+${diff.added} −${diff.removed} lines).`, display: { type: 'change', change } };
}

/** For the preview: nothing when there is no file, an empty text when it is none. */
async function currentText(path: string, context: ToolContext): Promise<{ text: string } | undefined> {
  const stat = await context.files.stat(path);
  if (stat?.kind !== 'file') return undefined;
  const decoded = decodeText(await context.files.readFile(path));
  return isTextFile(decoded) ? decoded : { text: '' };
}
