import type { Command } from 'commander';
import { z } from 'zod';
import { methods } from '../../shared/contract/methods';
import type { Anatomy, SegmentBeginning } from '../../shared/model/anatomy';
import { segmentSchema } from '../../shared/model/segment';
import type { CommandContext } from './command-context';
import { findCall } from './find-call';
import { findSession } from './find-session';
import { type LocalHost, NOT_INTERACTIVE, withHost } from './open-host';
import type { Output } from './output';
import { type Beginnings, describeAnatomy, listTokens } from './payload-text';
import { UsageError } from './usage-error';

const VIEWS = ['body', 'segments', 'tokens', 'lint', 'diff', 'text', 'response'] as const;
const SLICE = 1_048_576;
const PAGE = 500;
const optionsSchema = z.object({
  body: z.boolean().optional(),
  segments: z.boolean().optional(),
  tokens: z.boolean().optional(),
  lint: z.boolean().optional(),
  diff: z.string().optional(),
  text: z.boolean().optional(),
  response: z.boolean().optional(),
  json: z.boolean().optional(),
});
type Options = z.infer<typeof optionsSchema>;

export function addPayloadCommand(program: Command, { output }: CommandContext): void {
  program
    .command('payload')
    .description('What a model call sent and got, and where each piece of it came from. Alone: a readable anatomy.')
    .argument('<session>', 'an id, its beginning, or last')
    .argument('<call>', 'a number (1 is the first), last, or AGENT:NUMBER')
    .option('--body', 'the bytes of the request body, nothing else')
    .option('--segments', 'every segment with origin, place, source and reason')
    .option('--tokens', 'the token table')
    .option('--lint', 'what the linter found')
    .option('--diff <call>', 'what changed against another call')
    .option('--text', 'the request as the model reads it')
    .option('--response', 'blocks, stop reason, usage and timing of the answer')
    .option('--json', 'print the anatomy as JSON')
    .action(async (wantedSession: string, wantedCall: string, given: unknown) => {
      const options = optionsSchema.parse(given);
      if (VIEWS.filter((view) => options[view] !== undefined).length > 1) throw new UsageError('name one view at a time');
      await withHost(NOT_INTERACTIVE, async (local) => {
        const session = await findSession(local.ports.store, wantedSession);
        const reader = await local.ports.store.openForReading(session);
        const { calls } = reader.state;
        await reader.close();
        const { call } = findCall(calls, wantedCall);
        const against = options.diff === undefined ? undefined : findCall(calls, options.diff).call;
        await print({ session, call, ...(against === undefined ? {} : { against }) }, options, local, output);
      });
    });
}

async function print(
  { against, ...ref }: { session: string; call: string; against?: string },
  options: Options,
  { call }: LocalHost,
  output: Output,
): Promise<void> {
  if (options.body === true) return output.data(await wholeText(call, ref, 'json'));
  if (options.text === true) return output.data(await wholeText(call, ref, 'text'));
  if (options.response === true) return output.json(await call(methods['call.response'], ref));
  if (against !== undefined) return output.json(await call(methods['call.diff'], { ...ref, against }));
  const anatomy = await call(methods['call.anatomy'], ref);
  if (options.segments === true) return output.json(anatomy.segments.map((segment) => segmentSchema.parse(segment)));
  if (options.tokens === true) return output.json(listTokens(anatomy));
  if (options.lint === true) return output.json(anatomy.lint);
  const beginnings = await allBeginnings(call, ref, anatomy);
  if (options.json === true) return output.json(withBeginnings(anatomy, beginnings));
  return output.data(describeAnatomy(anatomy, beginnings));
}

async function allBeginnings(call: LocalHost['call'], ref: { session: string; call: string }, { segments }: Anatomy): Promise<Beginnings> {
  const beginnings = new Map<string, SegmentBeginning>();
  for (let from = 0; from < segments.length; from += PAGE) {
    const page = segments.slice(from, from + PAGE).map(({ id }) => id);
    const read = await call(methods['call.beginnings'], { ...ref, segments: page });
    for (const beginning of read.beginnings) beginnings.set(beginning.segment, beginning);
  }
  return beginnings;
}

function withBeginnings(anatomy: Anatomy, beginnings: Beginnings) {
  const segments = anatomy.segments.map((segment) => {
    const { segment: _id, ...beginning } = beginnings.get(segment.id) ?? { segment: segment.id, text: '', chars: 0 };
    return { ...segment, ...beginning };
  });
  return { ...anatomy, segments, tokens: listTokens(anatomy) };
}

async function wholeText(call: LocalHost['call'], ref: { session: string; call: string }, form: 'json' | 'text'): Promise<string> {
  const pieces: string[] = [];
  for (let offset = 0, total = 1; offset < total; ) {
    const slice = await call(methods['call.raw'], { ...ref, offset, limit: SLICE, form });
    pieces.push(slice.text);
    offset = slice.text === '' ? slice.total : slice.offset + slice.text.length;
    total = slice.total;
  }
  return pieces.join('');
}
