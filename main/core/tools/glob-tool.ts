import picomatch from 'picomatch';
import { z } from 'zod';
import { pathField } from './input-fields';
import { absolutePath, authorisedPath, mendable, shownPath, targetOf } from './resolve-path';
import { scalarParams } from './scalar-params';
import type { Tool, ToolContext, ToolOutcome } from './tool';

const MOST_PATHS = 100;

const inputSchema = z.strictObject({
  pattern: z.string().min(1).describe('Glob such as "src/**/*.ts" or "**/*.{json,yaml}"'),
  path: pathField('Folder to look in (default: the project folder)').optional(),
});
type Input = z.infer<typeof inputSchema>;

export const globTool: Tool<Input> = {
  name: 'Glob',
  description: `Finds files by a glob pattern.
- Patterns match the path below the folder: "*.ts" finds files directly in it, "**/*.ts" those at any depth.
- Returns absolute paths, the most recently changed first, at most ${MOST_PATHS}. Files that ignore files exclude are left out.`,
  input: inputSchema,
  errors: ['not-found', 'not-a-file', 'invalid-input', 'failed'],
  sideEffect: 'read',
  runsIn: 'host',
  timeoutMs: 60_000,
  idempotent: true,
  resultBound: 30_000,
  auditFields: ['pattern', 'path'],
  async describe(input, context) {
    const { start, pattern } = placeOf(input, context);
    const { path, target } = await targetOf(start, context);
    return {
      tool: 'Glob',
      capability: 'search',
      ...target,
      params: scalarParams(input),
      summary: `Find ${pattern} in ${shownPath(path, context.folder)}`,
    };
  },
  run: (input, context, action) => mendable(() => find(authorisedPath(action), input, context)),
};

async function find(folder: string, input: Input, context: ToolContext): Promise<ToolOutcome> {
  const { pattern } = placeOf(input, context);
  const stat = await context.files.stat(folder);
  if (stat === undefined) return { ok: false, kind: 'not-found', message: `${folder} does not exist.` };
  if (stat.kind !== 'directory') return { ok: false, kind: 'invalid-input', message: `${folder} is not a folder.` };
  const { paths, truncated } = await context.search.glob(pattern, folder, MOST_PATHS, context.signal);
  const note = truncated ? `\n[Only the first ${paths.length} are shown. Use a narrower pattern or path.]` : '';
  const content = paths.length === 0 ? 'No files found.' : paths.join('\n') + note;
  return { ok: true, content, display: { type: 'matches', count: paths.length, truncated } };
}

/** The fixed beginning of an absolute pattern, or one with `..`, is the folder to look in. */
function placeOf(input: Input, context: ToolContext): { start: string; pattern: string } {
  const { base, glob } = picomatch.scan(input.pattern);
  const start = input.path ?? '.';
  const absolute = /^[/~]/.test(base);
  if (!absolute && !base.split('/').includes('..')) return { start, pattern: input.pattern };
  return { start: absolute ? base : `${absolutePath(start, context)}/${base}`, pattern: glob === '' ? '**' : glob };
}
