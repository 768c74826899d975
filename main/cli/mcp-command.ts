import { type Command, Option } from 'commander';
import { z } from 'zod';
import { methods } from '../../shared/contract/methods';
import { logLevelSchema, type ServerEntry, serverEntrySchema, serverScopeSchema } from '../../shared/model/mcp';
import type { Invocation } from '../host/host-ports';
import type { CommandContext } from './command-context';
import { addConformanceClient } from './mcp-conformance-client';
import { addMcpRead } from './mcp-read-command';
import { describeProblem } from './hooks-text';
import { describeCall, describeChecks, describeDetail, describeLog, describeServers } from './mcp-text';
import { type LocalHost, NOT_INTERACTIVE } from './open-host';
import { collect, parseCount, parseJson } from './parse-options';
import { addPlaceOptions, type Job, type Place, placeOptions, runAtPlace } from './place-command';
import { FAILED, UsageError } from './usage-error';

const scoped = placeOptions.extend({ scope: serverScopeSchema });
/** What a server offers may depend on what it may ask. */
const AS_IN_WINDOW: Invocation = { ...NOT_INTERACTIVE, asInWindow: true };

const addOptions = scoped.extend({
  transport: z.enum(['stdio', 'http', 'sse']).optional(),
  env: z.array(z.string()),
  header: z.array(z.string()),
  timeout: z.number().optional(),
  dryRun: z.boolean().optional(),
});
/** In the place of a level: it logs what it likes. */
const UNASKED = 'default';
const logOptions = placeOptions.extend({ limit: z.number(), level: logLevelSchema.or(z.literal(UNASKED)).optional() });
const callOptions = placeOptions.extend({ input: z.record(z.string(), z.unknown()).default({}), yes: z.boolean().optional() });

export function addMcpCommand(program: Command, { output, finish }: CommandContext): void {
  const mcp = program.command('mcp').description('MCP servers of a folder: what they are, how they run, and their tools.');

  const at = (where: Place, job: Job) => runAtPlace(output, where, job, AS_IN_WINDOW);
  const place = (command: Command) => addPlaceOptions(command, 'treat the folder as trusted and its servers as approved, this once');
  const withScope = (command: Command) =>
    place(command).addOption(new Option('--scope <scope>', 'whose entry it is').choices(serverScopeSchema.options).default('local'));

  withScope(mcp.command('add'))
    .description('Adds a server: an address, or a program with its arguments after "--". Shows the exact change of the file.')
    .argument('<name>')
    .argument('<target...>', 'an http(s) address, or a command with its arguments')
    .addOption(new Option('--transport <transport>', 'default: by the target').choices(['stdio', 'http', 'sse']))
    .option('--env <NAME=value>', 'a variable of its environment; may be given several times', collect, [])
    .option('--header <Name: value>', 'a header of its requests; may be given several times', collect, [])
    .option('--timeout <ms>', 'for one call', parseCount)
    .option('--dry-run', 'only show what would be written')
    .action(async (name: string, target: string[], given: unknown) => {
      const { scope, dryRun, transport, env, header, timeout, ...where } = addOptions.parse(given);
      const entry = makeEntry(target, { transport, env, header, timeout });
      await at(where, async ({ call }, folder, print) => {
        const plan = await call(methods['mcp.planAdd'], { folder, server: name, scope, entry });
        await writePlan({ call }, folder, plan, dryRun === true);
        await print({ ...plan, written: dryRun !== true }, `${plan.patch}${dryRun === true ? '' : `Written to ${plan.path}.\n`}`);
        for (const problem of plan.diagnostics) output.note(describeProblem(problem));
      });
    });

  withScope(mcp.command('remove'))
    .description('Removes the entry of a server. Shows the exact change of the file.')
    .argument('<name>')
    .option('--dry-run', 'only show what would be written')
    .action(async (name: string, given: unknown) => {
      const { scope, dryRun, ...where } = scoped.extend({ dryRun: z.boolean().optional() }).parse(given);
      await at(where, async ({ call }, folder, print) => {
        const plan = await call(methods['mcp.planRemove'], { folder, server: name, scope });
        await writePlan({ call }, folder, plan, dryRun === true);
        await print({ ...plan, written: dryRun !== true }, `${plan.patch}${dryRun === true ? '' : `Written to ${plan.path}.\n`}`);
      });
    });

  place(mcp.command('list'))
    .description('every server with its place and whether it may start')
    .action(async (given: unknown) => {
      await at(placeOptions.parse(given), async ({ call }, folder, print) => {
        const listed = await call(methods['mcp.list'], { folder });
        for (const problem of listed.diagnostics) output.note(describeProblem(problem));
        await print(listed, describeServers(listed.servers));
      });
    });

  place(mcp.command('get'))
    .description('Starts a server and shows what it is and offers.')
    .argument('<name>')
    .action(async (name: string, given: unknown) => {
      await at(placeOptions.parse(given), async (local, folder, print) => {
        const detail = await whileRunning(local, folder, name, () => local.call(methods['mcp.server'], { folder, server: name }));
        await print(detail, describeDetail(detail));
        if (detail.server.state !== 'connected') finish(FAILED);
      });
    });

  place(mcp.command('approve'))
    .description("Approves the entry of a project's server as it is now; --reject turns it down.")
    .argument('<name>')
    .option('--reject')
    .action(async (name: string, given: unknown) => {
      const { reject, ...where } = placeOptions.extend({ reject: z.boolean().optional() }).parse(given);
      await at(where, async ({ call }, folder, print) => {
        const { server } = await call(methods['mcp.server'], { folder, server: name });
        await call(methods['mcp.approve'], { folder, server: name, hash: server.hash, approve: reject !== true });
        await print({ server: name, hash: server.hash, approved: reject !== true }, describeServers([server]));
      });
    });

  place(mcp.command('call'))
    .description('Calls a tool by the rules of the folder; where they ask, only with --yes.')
    .argument('<server>')
    .argument('<tool>')
    .option('--input <json>', 'default: {}', parseJson)
    .option('--yes', 'answer the question of the rules')
    .action(async (server: string, tool: string, given: unknown) => {
      const { input, yes, ...where } = callOptions.parse(given);
      await at(where, async ({ call }, folder, print) => {
        const result = await call(methods['mcp.call'], { folder, server, tool, input, call: 'command-line', confirmed: yes === true });
        if (result.asks) output.note(`Nothing was run: ${result.decision.reason} Say --yes to run it.`);
        await print(result, describeCall(result));
        if (result.asks || result.isError) finish(FAILED);
      });
    });

  addMcpRead(place(mcp.command('read')), { output, finish });

  place(mcp.command('log'))
    .description('Starts a server and shows the messages of that, what it logged, and what its process wrote to its error output.')
    .argument('<name>')
    .addOption(
      new Option('--level <level>', 'what it is asked to log from now on, and everything more severe').choices([
        ...logLevelSchema.options,
        UNASKED,
      ]),
    )
    .option('--limit <count>', 'at most so many messages', parseCount, 100)
    .action(async (name: string, given: unknown) => {
      const { limit, level, ...where } = logOptions.parse(given);
      await runAtPlace(output, where, async (local, folder, print) => {
        if (level !== undefined) {
          const logLevel = level === UNASKED ? null : level;
          await local.call(methods['mcp.options'], { folder, server: name, change: { logLevel } });
        }
        const log = await whileRunning(local, folder, name, async () => ({
          ...(await local.call(methods['mcp.trace'], { folder, server: name, limit: Math.min(limit, 500) })),
          logged: (await local.call(methods['mcp.logged'], { folder, server: name })).entries,
          stderr: (await local.call(methods['mcp.stderr'], { folder, server: name })).text,
        }));
        await print(log, describeLog(log));
      });
    });

  place(mcp.command('doctor'))
    .description('why servers do or do not start; fails where one does not')
    .argument('[name]')
    .action(async (name: string | undefined, given: unknown) => {
      await at(placeOptions.parse(given), async ({ call }, folder, print) => {
        const { servers, diagnostics } = await call(methods['mcp.list'], { folder });
        for (const problem of diagnostics) output.note(describeProblem(problem));
        const names = name === undefined ? servers.map((server) => server.name) : [name];
        const found = await Promise.all(
          names.map(async (server) => ({ server, ...(await call(methods['mcp.diagnose'], { folder, server })) })),
        );
        await print({ servers: found, diagnostics }, describeChecks(found));
        if (found.some(({ checks }) => checks.some(({ ok }) => !ok))) finish(FAILED);
      });
    });

  addConformanceClient(mcp, { output, finish });
}

type Call = Pick<LocalHost, 'call'>;

async function writePlan(
  { call }: Call,
  folder: string,
  { path, text, base }: { path: string; text: string; base?: string | undefined },
  dryRun: boolean,
): Promise<void> {
  if (!dryRun) await call(methods['mcp.write'], { folder, path, text, ...(base === undefined ? {} : { base }) });
}

/** Watches the folder while a job looks at a server that has started, or has failed to. */
async function whileRunning<T>({ call }: Call, folder: string, server: string, job: () => Promise<T>): Promise<T> {
  await call(methods['mcp.watch'], { folder });
  await call(methods['mcp.diagnose'], { folder, server });
  return job();
}

function makeEntry(
  [first = '', ...rest]: readonly string[],
  { transport, env, header, timeout }: { transport?: string | undefined; env: string[]; header: string[]; timeout?: number | undefined },
): ServerEntry {
  const isAddress = /^https?:\/\//.test(first);
  const type = transport ?? (isAddress ? 'http' : 'stdio');
  const common = timeout === undefined ? {} : { timeout };
  const entry =
    type === 'stdio'
      ? { type, command: first, args: rest, ...(env.length === 0 ? {} : { env: pairs(env, '=') }), ...common }
      : { type, url: first, ...(header.length === 0 ? {} : { headers: pairs(header, ':') }), ...common };
  const parsed = serverEntrySchema.safeParse(entry);
  if (!parsed.success) throw new UsageError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  return parsed.data;
}

function pairs(texts: readonly string[], separator: string): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf(separator);
      if (at < 1) throw new UsageError(`${JSON.stringify(text)} is not NAME${separator}value`);
      return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
    }),
  );
}
