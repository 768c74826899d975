import { z } from 'zod';
import { countField } from './input-fields';
import { maskedNotes } from './masked-notes';
import { sandboxNotes } from './sandbox-notes';
import { scalarParams } from './scalar-params';
import type { BackgroundShell, Tool, ToolContext } from './tool';

const RESULT_BOUND = 30_000;
const PAGE = RESULT_BOUND - 600;
/** A longer line is cut. */
const LONGEST_LINE = 8_000;

const inputSchema = z.strictObject({
  bash_id: z.string().min(1).describe('Id that Bash gave for the background command'),
  offset: countField('Character to start from (default: as much of the end as fits)').optional(),
});
type Input = z.infer<typeof inputSchema>;

export const bashOutputTool: Tool<Input> = {
  name: 'BashOutput',
  description:
    'Reads the output of a background command and says whether it still runs. Without offset you get its end; go on with the offset that the result names.',
  input: inputSchema,
  errors: ['not-found'],
  sideEffect: 'none',
  runsIn: 'host',
  timeoutMs: 10_000,
  idempotent: true,
  resultBound: RESULT_BOUND,
  auditFields: ['bash_id', 'offset'],
  async describe(input, context) {
    const shell = context.background.get(input.bash_id);
    return {
      tool: 'BashOutput',
      capability: 'read',
      paths: [],
      params: scalarParams(input),
      summary: `Read the output of ${input.bash_id}`,
      ...(shell === undefined ? {} : { output: { command: shell.command, capabilities: [...shell.capabilities] } }),
    };
  },
  async run(input, context) {
    const shell = context.background.get(input.bash_id);
    if (shell === undefined)
      return { ok: false, kind: 'not-found', message: `There is no background command ${input.bash_id} in this session.` };
    const page = wholeLines(await shell.output(input.offset ?? Math.max(0, shell.total() - PAGE), PAGE), input.offset === undefined);
    const { total } = page;
    const next = page.from + page.text.length;
    const lost = page.from > (input.offset ?? page.from) ? ` The characters before ${page.from} are in ${shell.spillPath}.` : '';
    const status = `[${statusOf(shell)}. Characters ${page.from} to ${next} of ${total}; go on with offset ${next}.${lost}]`;
    const notes = await notesOn(shell, page.text, context);
    return { ok: true, content: [status, ...notes, page.text === '' ? '(no new output)' : page.text].join('\n') };
  },
};

/** Above the output, which may be cut below. */
async function notesOn(shell: BackgroundShell, output: string, { files, home }: ToolContext): Promise<string[]> {
  const trace = shell.result ?? shell.run.trace?.() ?? {};
  const masked = await maskedNotes(
    { output, folders: [shell.cwd], refusals: [], hidden: trace.hidden },
    { sandbox: shell.sandbox, files, home },
  );
  return [...sandboxNotes([], trace), ...masked].map((note) => `[${note}.]`);
}

interface Page {
  text: string;
  from: number;
  total: number;
}

/**
 * A page that ends between lines where more follows, and begins so where nobody asked for its first character: half a secret is
 * none to those who look for it.
 */
function wholeLines({ text, from, total }: Page, mayBeginLater: boolean): Page {
  const first = mayBeginLater && from > 0 ? text.indexOf('\n') + 1 : 0;
  const last = from + text.length < total ? text.lastIndexOf('\n') + 1 : text.length;
  const [start, end] = [first > LONGEST_LINE ? 0 : first, text.length - last > LONGEST_LINE ? text.length : last];
  return start < end ? { text: text.slice(start, end), from: from + start, total } : { text, from, total };
}

function statusOf(shell: BackgroundShell): string {
  if (!shell.done) return 'Running';
  const { result } = shell;
  if (result === undefined) return 'Ended';
  if (result.aborted) return 'Stopped';
  if (result.timedOut) return 'Ended by its timeout';
  return result.exitCode === undefined ? `Ended by ${result.signal ?? 'a signal'}` : `Ended with exit code ${result.exitCode}`;
}
