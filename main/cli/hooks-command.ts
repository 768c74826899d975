import type { Command } from 'commander';
import { z } from 'zod';
import type { FiringRecord } from '../../shared/contract/hook-methods';
import { methods } from '../../shared/contract/methods';
import { modeSchema } from '../../shared/model/mode';
import type { CommandContext } from './command-context';
import { findSession } from './find-session';
import { describeFiring, describeFirings, describeHooks, describeProblem } from './hooks-text';
import type { LocalHost } from './open-host';
import { parseCount, parseJson, parseMode } from './parse-options';
import { addPlaceOptions, placeOptions, runAtPlace } from './place-command';
import { FAILED } from './usage-error';

const logOptions = placeOptions.extend({ limit: z.number() });
const testOptions = placeOptions.extend({
  input: z.record(z.string(), z.unknown()).optional(),
  hook: z.string().optional(),
  mode: modeSchema.optional(),
});

export function addHooksCommand(program: Command, { output, finish }: CommandContext): void {
  const hooks = program.command('hooks').description('Hooks of a folder: what they are, what they did, what they would do.');

  const place = (command: Command) => addPlaceOptions(command, 'treat the folder as trusted');

  place(hooks.command('list'))
    .description('every hook with its event, its conditions and its place')
    .action(async (given: unknown) => {
      await runAtPlace(output, placeOptions.parse(given), async ({ call }, folder, print) => {
        const listed = await call(methods['hooks.list'], { folder });
        for (const problem of listed.diagnostics) output.note(describeProblem(problem));
        await print(listed, describeHooks(listed));
      });
    });

  place(hooks.command('check'))
    .description('what is wrong with the hooks of a folder; fails where anything is an error')
    .action(async (given: unknown) => {
      await runAtPlace(output, placeOptions.parse(given), async ({ call }, folder, print) => {
        const { diagnostics } = await call(methods['hooks.list'], { folder });
        await print({ diagnostics }, diagnostics.length === 0 ? 'Nothing is wrong.\n' : `${diagnostics.map(describeProblem).join('\n')}\n`);
        if (diagnostics.some(({ severity }) => severity === 'error')) finish(FAILED);
      });
    });

  place(hooks.command('log'))
    .description('the ledger of a session: every hook that was considered, and what came of it')
    .argument('<session>', 'an id, or "last"')
    .option('--limit <count>', 'at most so many events', parseCount, 50)
    .action(async (session: string, given: unknown) => {
      const { limit, ...where } = logOptions.parse(given);
      await runAtPlace(output, where, async ({ call, ports }, folder, print) => {
        const id = await findSession(ports.store, session, await ports.files.realpath(folder));
        const found = await readLog(call, id, limit);
        await print({ session: id, ...found }, describeFirings(found.firings));
      });
    });

  place(hooks.command('test'))
    .description('Runs the hooks of an event on an input, outside any session. What the hooks themselves do is done.')
    .argument('<event>', 'such as PreToolUse')
    .option('--input <json>', 'what they are given (default: a sample)', parseJson)
    .option('--hook <id>', 'only this one')
    .option('--mode <mode>', modeSchema.options.join(', '), parseMode)
    .action(async (event: string, given: unknown) => {
      const { input, hook, mode, ...where } = testOptions.parse(given);
      await runAtPlace(output, where, async ({ call }, folder, print) => {
        const sample = input ?? z.record(z.string(), z.unknown()).parse((await call(methods['hooks.sample'], { folder, event })).input);
        const only = hook === undefined ? {} : { only: hook };
        const tested = await call(methods['hooks.test'], {
          folder,
          event,
          input: sample,
          ...only,
          ...(mode === undefined ? {} : { mode }),
        });
        await print(tested, describeFiring(tested.firing));
      });
    });
}

const PAGE = 200;

async function readLog(call: LocalHost['call'], session: string, limit: number): Promise<{ firings: FiringRecord[]; more: boolean }> {
  const firings: FiringRecord[] = [];
  let before: number | undefined;
  do {
    const place = before === undefined ? {} : { before };
    const page = await call(methods['hooks.log'], { session, limit: Math.min(limit - firings.length, PAGE), ...place });
    firings.push(...page.firings);
    ({ before } = page);
  } while (before !== undefined && firings.length < limit);
  return { firings, more: before !== undefined };
}
