import { z } from 'zod';
import { hideKeyLines } from './hide-key-lines';
import { countField, pathField } from './input-fields';
import { authorisedPath, mendable, shownPath, targetOf } from './resolve-path';
import { scalarParams } from './scalar-params';
import type { Tool, ToolContext, ToolOutcome } from './tool';

const DEFAULT_LIMIT = 250;
/** What `head_limit: 0` means: all that could ever fit into a result. */
const NO_LIMIT = 5000;
const RESULT_BOUND = 30_000;
const TEXT_BOUND = RESULT_BOUND - 300;

const inputSchema = z.strictObject({
  pattern: z.string().min(1).describe('Regular expression (Rust syntax)'),
  path: pathField('File or folder to search (default: the project folder)').optional(),
  glob: z.string().min(1).describe('Only files whose name matches, such as "*.ts" or "*.{js,ts}"').optional(),
  type: z
    .string()
    .regex(/^[a-z0-9_+-]+$/i)
    .describe('Only files of this type, such as "ts", "py", "rust"')
    .optional(),
  output_mode: z
    .enum(['content', 'files_with_matches', 'count'])
    .describe('Matching lines, paths (default), or numbers of matching lines')
    .optional(),
  '-A': countField('Lines after each match (content)').optional(),
  '-B': countField('Lines before each match (content)').optional(),
  '-C': countField('Lines before and after each match (content)').optional(),
  context: countField('The same as -C').optional(),
  '-n': z.boolean().describe('Line numbers (content; default true)').optional(),
  '-i': z.boolean().describe('Ignore case').optional(),
  '-o': z.boolean().describe('Only the matching part of each line (content)').optional(),
  head_limit: countField(`At most this many lines of output (default ${DEFAULT_LIMIT}; 0: as many as fit)`).optional(),
  offset: countField('Leave out this many lines of output first').optional(),
  multiline: z.boolean().describe('Let patterns span lines').optional(),
});
type Input = z.infer<typeof inputSchema>;

export const grepTool: Tool<Input> = {
  name: 'Grep',
  description: `Searches the contents of files with ripgrep.
- Use it rather than grep or rg with Bash. Files that ignore files exclude are left out, hidden ones are searched.
- Escape what regular expressions take as syntax, such as braces: "interface\\{\\}".
- Output is sorted by path; use head_limit and offset to page.`,
  input: inputSchema,
  errors: ['not-found', 'not-a-file', 'invalid-input', 'failed'],
  sideEffect: 'read',
  runsIn: 'host',
  timeoutMs: 60_000,
  idempotent: true,
  resultBound: RESULT_BOUND,
  auditFields: ['pattern', 'path', 'glob', 'type'],
  async describe(input, context) {
    const { path, target } = await targetOf(input.path ?? '.', context);
    return {
      tool: 'Grep',
      capability: 'search',
      ...target,
      params: scalarParams(input),
      summary: `Search ${shownPath(path, context.folder)} for ${input.pattern}`,
    };
  },
  run: (input, context, action) => mendable(() => search(authorisedPath(action), input, context)),
};

async function search(path: string, input: Input, context: ToolContext): Promise<ToolOutcome> {
  const found = await context.files.stat(path);
  if (found === undefined) return { ok: false, kind: 'not-found', message: `${path} does not exist.` };
  // A pipe or a device would be waited for.
  if (found.kind === 'other') return { ok: false, kind: 'not-a-file', message: `${path} is not a regular file or a folder.` };
  const around = input['-C'] ?? input.context;
  const limit = input.head_limit === undefined ? DEFAULT_LIMIT : input.head_limit === 0 ? NO_LIMIT : input.head_limit;
  const offset = input.offset ?? 0;
  const request = {
    pattern: input.pattern,
    path,
    glob: input.glob,
    type: input.type,
    mode: input.output_mode ?? 'files_with_matches',
    before: input['-B'] ?? around,
    after: input['-A'] ?? around,
    lineNumbers: input['-n'] ?? true,
    ignoreCase: input['-i'] ?? false,
    onlyMatching: input['-o'] ?? false,
    multiline: input.multiline ?? false,
  } as const;
  const hits = await context.search
    .grep(request, Math.min(limit, NO_LIMIT), offset, context.signal)
    .catch((error: unknown) => String(error instanceof Error ? error.message : error));
  if (typeof hits === 'string') return { ok: false, kind: 'invalid-input', message: `ripgrep refused the search: ${hits}` };
  return present(await hideKeyLines(hits.lines, request, context), hits.truncated, offset);
}

function present(lines: string[], truncated: boolean, offset: number): ToolOutcome {
  if (lines.length === 0) {
    const content = offset > 0 ? `No more matches after ${offset} lines.` : 'No matches found.';
    return { ok: true, content, display: { type: 'matches', count: 0, truncated: false } };
  }
  let chars = 0;
  let shown = 0;
  for (const line of lines) {
    chars += line.length + 1;
    if (chars > TEXT_BOUND && shown > 0) break;
    shown += 1;
  }
  const more = truncated || shown < lines.length;
  const note = more ? `\n[More follows. Go on with offset ${offset + shown}, or narrow the search.]` : '';
  return { ok: true, content: lines.slice(0, shown).join('\n') + note, display: { type: 'matches', count: shown, truncated: more } };
}
