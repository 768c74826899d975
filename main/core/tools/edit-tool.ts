import { z } from 'zod';
import type { EarlierCall } from '../audit/repeated-calls';
import { createPace } from '../kernel/create-pace';
import { checkContent } from './check-content';
import { checkSeen, type Refusal } from './check-seen';
import { editText } from './edit-text';
import { pathField } from './input-fields';
import { LARGEST_TEXT } from './read-tool';
import { authorisedPath, foresee, mendable, shownPath, targetOf } from './resolve-path';
import { saveText } from './save-text';
import { scalarParams } from './scalar-params';
import { decodeText, isTextFile, type TextFile } from './text-file';
import type { Tool, ToolContext, ToolOutcome } from './tool';
import { boundedDiff, type UnifiedDiff } from './unified-diff';

const inputSchema = z.strictObject({
  file_path: pathField('Absolute path of the file to change'),
  old_string: z.string().describe('The text to replace, exactly as it stands in the file'),
  new_string: z.string().describe('The text to put in its place'),
  replace_all: z.boolean().describe('Replace every occurrence (default false)').optional(),
});
type Input = z.infer<typeof inputSchema>;

export const editTool: Tool<Input> = {
  name: 'Edit',
  description: `Replaces text in a file.
- The file must have been read in this session, and must not have changed since.
- old_string must be exactly what stands in the file, with its indentation, without the line numbers that Read shows. It must occur once, unless replace_all is set: give enough of the text around it.
- Line ends, encoding, byte-order mark and everything outside the replaced text stay as they are.`,
  input: inputSchema,
  errors: [
    'not-read',
    'changed-since-read',
    'no-match',
    'already-done',
    'not-unique',
    'encoding',
    'not-found',
    'not-a-file',
    'too-large',
    'invalid-input',
    'failed',
  ],
  sideEffect: 'write',
  runsIn: 'host',
  timeoutMs: 60_000,
  idempotent: false,
  resultBound: 30_000,
  auditFields: ['file_path', 'replace_all'],
  async describe(input, context) {
    const { path, target } = await targetOf(input.file_path, context);
    const planned = await foresee(() => plan(path, input, context));
    const shown = shownPath(path, context.folder);
    const action = { tool: 'Edit', capability: 'write' as const, ...target, params: scalarParams(input) };
    if ('ok' in planned) return { ...action, summary: `Edit ${shown}`, obstacle: { kind: planned.kind, message: planned.message } };
    return {
      ...action,
      summary: `Edit ${shown} (+${planned.diff.added} −${planned.diff.removed})`,
      preview: { type: 'diff', text: planned.diff.patch },
    };
  },
  run: (input, context, action) => mendable(() => edit(authorisedPath(action), input, context)),
};

interface PlannedEdit {
  before: Uint8Array;
  after: TextFile;
  diff: UnifiedDiff;
  count: number;
}

async function edit(path: string, input: Input, context: ToolContext): Promise<ToolOutcome> {
  const planned = await plan(path, input, context);
  if ('ok' in planned) return planned;
  const change = await saveText(path, planned.before, planned.after, planned.diff, context);
  const times = planned.count === 1 ? '' : ` in ${planned.count} places`;
  return { ok: true, content: `Edited ${path}${times}.\n\n${planned.diff.patch}`, display: { type: 'change', change } };
}

/** Everything short of the writing. */
async function plan(path: string, input: Input, context: ToolContext): Promise<PlannedEdit | Refusal> {
  const unfit = checkContent('old_string', input.old_string) ?? checkContent('new_string', input.new_string);
  if (unfit !== undefined) return unfit;
  const stat = await context.files.stat(path);
  if (stat === undefined) return { ok: false, kind: 'not-found', message: `${path} does not exist. Use Write to create it.` };
  if (stat.kind !== 'file')
    return { ok: false, kind: 'not-a-file', message: `${path} is ${stat.kind === 'directory' ? 'a folder' : 'not a regular file'}.` };
  if (stat.size > LARGEST_TEXT)
    return { ok: false, kind: 'too-large', message: `${path} has ${stat.size} bytes; at most ${LARGEST_TEXT} can be edited.` };
  const before = await context.files.readFile(path);
  const refusal = checkSeen(path, before, context);
  if (refusal !== undefined) return refusal;
  const { earlier } = context;
  if (earlier !== undefined && earlier.afterHash === context.hash(before))
    return { ok: false, kind: 'already-done', message: doneWords(path, earlier) };
  const pace = createPace(context.clock);
  await pace();
  const file = decodeText(before);
  await pace();
  if (!isTextFile(file)) return { ok: false, kind: 'encoding', message: `${path} cannot be edited without loss: ${file.detail}.` };
  const edited = await editText(file.text, input.old_string, input.new_string, input.replace_all ?? false, pace);
  if (!edited.ok) return edited;
  const diff = await boundedDiff(path, file.text, edited.text, pace);
  return { before, after: { ...file, text: edited.text }, diff, count: edited.count };
}

function doneWords(path: string, { item, at }: EarlierCall): string {
  return `Already done: the same edit of ${path} was made at ${at} (record ${item}), and the file is as that left it. Nothing was written.`;
}
