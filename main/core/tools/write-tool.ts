import { z } from 'zod';
import { createPace } from '../kernel/create-pace';
import { checkContent } from './check-content';
import { checkSeen, type Refusal } from './check-seen';
import { pathField } from './input-fields';
import { authorisedPath, foresee, mendable, shownPath, targetOf } from './resolve-path';
import { saveText } from './save-text';
import { scalarParams } from './scalar-params';
import { decodeText, isTextFile, type TextFile } from './text-file';
import type { Tool, ToolContext, ToolOutcome } from './tool';
import { boundedDiff } from './unified-diff';

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
  errors: ['not-read', 'changed-since-read', 'encoding', 'not-a-file', 'invalid-input', 'failed'],
  sideEffect: 'write',
  runsIn: 'host',
  timeoutMs: 60_000,
  idempotent: true,
  resultBound: 30_000,
  auditFields: ['file_path'],
  async describe(input, context) {
    const { path, target } = await targetOf(input.file_path, context);
    const found = await foresee(() => inspect(path, input, context));
    const shown = shownPath(path, context.folder);
    const action = { tool: 'Write', capability: 'write' as const, ...target, params: scalarParams(input) };
    if ('ok' in found) return { ...action, summary: `Write ${shown}`, obstacle: { kind: found.kind, message: found.message } };
    const diff = await boundedDiff(path, textBefore(found), input.content, createPace(context.clock));
    const verb = found.bytes === undefined ? 'Create' : 'Overwrite';
    return { ...action, summary: `${verb} ${shown} (+${diff.added} −${diff.removed})`, preview: { type: 'diff', text: diff.patch } };
  },
  run: (input, context, action) => mendable(() => write(authorisedPath(action), input, context)),
};

/** What stands at the path: nothing, bytes that are no text, or a text. */
interface Found {
  bytes?: Uint8Array;
  text?: TextFile;
}

/** Everything short of the writing. */
async function inspect(path: string, input: Input, context: ToolContext): Promise<Found | Refusal> {
  const unfit = checkContent('content', input.content);
  if (unfit !== undefined) return unfit;
  const stat = await context.files.stat(path);
  if (stat === undefined) return {};
  if (stat.kind !== 'file')
    return { ok: false, kind: 'not-a-file', message: `${path} is ${stat.kind === 'directory' ? 'a folder' : 'not a regular file'}.` };
  const bytes = await context.files.readFile(path);
  const refusal = checkSeen(path, bytes, context);
  if (refusal !== undefined) return refusal;
  const decoded = decodeText(bytes);
  return isTextFile(decoded) ? { bytes, text: decoded } : { bytes };
}

/** A file that is no text counts as empty in the diff. */
function textBefore(found: Found): string | undefined {
  return found.text?.text ?? (found.bytes === undefined ? undefined : '');
}

async function write(path: string, input: Input, context: ToolContext): Promise<ToolOutcome> {
  const found = await inspect(path, input, context);
  if ('ok' in found) return found;
  const kept = found.text ?? { text: '', encoding: 'utf-8', mark: false };
  const text = kept.mark && input.content.startsWith('\ufeff') ? input.content.slice(1) : input.content;
  if (found.text?.text === text) return { ok: true, content: `${path} already has this content; nothing was written.` };
  const diff = await boundedDiff(path, textBefore(found), text, createPace(context.clock));
  const change = await saveText(path, found.bytes, { ...kept, text }, diff, context);
  const what = found.bytes === undefined ? 'Created' : 'Overwrote';
  return { ok: true, content: `${what} ${path} (+${diff.added} −${diff.removed} lines).`, display: { type: 'change', change } };
}
