import type { Command } from 'commander';
import { z } from 'zod';
import { methods } from '../../shared/contract/methods';
import type { RuleEdit } from '../../shared/model/matrix';
import { MAIN_AGENT } from '../../shared/model/main-agent';
import { modeSchema } from '../../shared/model/mode';
import type { CommandContext } from './command-context';
import { findSession } from './find-session';
import type { LocalHost } from './open-host';
import { collect, oneOf, parseJson, parseMode } from './parse-options';
import { describeDecision, describeMatrix, describePlan, describeReplay, describeRules, describeSuggestions } from './permissions-text';
import { addPlaceOptions, type Print, placeOptions, runAtPlace } from './place-command';
import { addRuleEditOptions, ruleEditOptions, ruleEditsOf } from './rule-edit-options';

const groundOptions = placeOptions.extend({ session: z.string().optional() });
const checkOptions = groundOptions.extend({ tool: z.string().min(1), input: z.unknown(), mode: modeSchema.optional(), agent: z.string() });
const matrixOptions = groundOptions.extend({ mode: modeSchema.optional() });
const changeOptions = groundOptions.extend({ apply: z.boolean().optional() });
const replayOptions = groundOptions.extend({ sessions: z.array(z.string()) });

interface Ground {
  folder: string;
  session?: string;
}
type Job = (local: LocalHost, ground: Ground, print: Print) => Promise<void>;

export function addPermissionsCommand(program: Command, { output }: CommandContext): void {
  const permissions = program.command('permissions').description('See, try and change what the rules say.');

  /** Does a job at the place that the options name, with the rules of the session that they name. */
  async function at({ session, ...where }: z.infer<typeof groundOptions>, job: Job): Promise<void> {
    await runAtPlace(output, where, async (local, folder, print) => {
      const found =
        session === undefined ? undefined : await findSession(local.ports.store, session, await local.ports.files.realpath(folder));
      await job(local, found === undefined ? { folder } : { folder, session: found }, print);
    });
  }

  const place = (command: Command) =>
    addPlaceOptions(command, 'treat the folder as trusted').option(
      '--session <session>',
      'with the rules that were granted for this session',
    );

  place(permissions.command('check'))
    .description('What would be decided for a tool call, and by which rule. Nothing is run.')
    .requiredOption('--tool <name>', 'the tool, such as Bash')
    .requiredOption('--input <json>', 'its input', parseJson)
    .option('--mode <mode>', modeSchema.options.join(', '), parseMode)
    .option('--agent <name>', 'the agent that asks', MAIN_AGENT)
    .action(async (given: unknown) => {
      const { tool, input, mode, agent, ...where } = checkOptions.parse(given);
      // Scripts rely on its shape without having to ask for it.
      const json = where.json === true || !output.forPerson;
      await at({ ...where, json }, async ({ call }, ground, print) => {
        const decision = await call(methods['permission.check'], {
          ...ground,
          tool,
          input,
          agent,
          ...(mode === undefined ? {} : { mode }),
        });
        if (decision.diagnostics.some(({ code }) => code === 'untrusted-folder'))
          output.note('vitrine: the folder is not trusted: its allow rules are off; --trust trusts it for this check');
        await print(decision, describeDecision(decision));
      });
    });

  place(permissions.command('matrix'))
    .description('Capabilities against the rules of each place, each mode and each sub-agent.')
    .option('--mode <mode>', 'the mode of the main agent that sub-agents start from', parseMode)
    .action(async (given: unknown) => {
      const { mode, ...where } = matrixOptions.parse(given);
      await at(where, async ({ call }, ground, print) => {
        const matrix = await call(methods['permission.matrix'], { ...ground, ...(mode === undefined ? {} : { mode }) });
        await print(matrix, describeMatrix(matrix));
      });
    });

  /** Shows what edits would do, and does it where that was asked for. */
  async function change({ call }: LocalHost, ground: Ground, edits: RuleEdit[], apply: boolean, print: Print): Promise<void> {
    const plan = await call(methods['permission.plan'], { ...ground, edits });
    if (apply) {
      const hashes = Object.fromEntries(plan.files.map(({ path, hash }) => [path, hash]));
      await call(methods['permission.apply'], { ...ground, edits, hashes });
    }
    output.note(`vitrine: ${apply ? 'written' : 'nothing was written; --apply writes it'}`);
    await print({ ...plan, applied: apply }, describePlan(plan));
  }

  place(permissions.command('set'))
    .description('A cell of the matrix: shows the exact change and every cell that changes with it; --apply writes it.')
    .argument('<row>', 'such as git-commit or network:example.org')
    .argument('<column>', 'user, project, local, session, or the name of a sub-agent')
    .argument('<verdict>', 'allow, ask, deny or none', oneOf('allow', 'ask', 'deny', 'none'))
    .option('--apply', 'write the change')
    .action(async (row: string, column: string, verdict: 'allow' | 'ask' | 'deny' | 'none', given: unknown) => {
      const { apply, ...where } = changeOptions.parse(given);
      const scope = ['user', 'project', 'local', 'session'].includes(column);
      const edit: RuleEdit = { type: 'cell', row, column: `${scope ? 'scope' : 'agent'}:${column}`, verdict };
      await at(where, (local, ground, print) => change(local, ground, [edit], apply === true, print));
    });

  addRuleEditOptions(place(permissions.command('rules')))
    .description('The rules by file, with how often each decided. With a change: what it would do; --apply writes it.')
    .option('--apply', 'write the change')
    .action(async (given: unknown) => {
      const { apply, ...where } = changeOptions.parse(given);
      await at(where, async (local, ground, print) => {
        const listed = await local.call(methods['permission.rules'], ground);
        const edits = ruleEditsOf(ruleEditOptions.parse(given), listed.rules);
        if (edits.length > 0) return change(local, ground, edits, apply === true, print);
        const { uses, looked } = await local.call(methods['permission.uses'], { folder: ground.folder });
        await print({ ...listed, uses, looked }, describeRules(listed, uses));
      });
    });

  addRuleEditOptions(place(permissions.command('replay')))
    .description('Decides the recorded calls of sessions anew, under rules that are changed by the options but not saved.')
    .option('--sessions <session>', 'only of this session (may be repeated)', collect, [])
    .action(async (given: unknown) => {
      const { sessions: wanted, ...where } = replayOptions.parse(given);
      await at(where, async ({ call, ports }, ground, print) => {
        const { rules } = await call(methods['permission.rules'], ground);
        const folder = await ports.files.realpath(ground.folder);
        const sessions = await Promise.all(wanted.map((one) => findSession(ports.store, one, folder)));
        const edits = ruleEditsOf(ruleEditOptions.parse(given), rules);
        const report = await call(methods['permission.replay'], { ...ground, edits, ...(sessions.length === 0 ? {} : { sessions }) });
        await print(report, describeReplay(report));
      });
    });

  place(permissions.command('suggest'))
    .description('Rules that your own answers suggest, with what else each would admit.')
    .action(async (given: unknown) => {
      await at(groundOptions.parse(given), async ({ call }, ground, print) => {
        const found = await call(methods['permission.suggest'], ground);
        await print(found, describeSuggestions(found.suggestions));
      });
    });
}
