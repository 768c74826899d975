import type { Command } from 'commander';
import { z } from 'zod';
import { methods } from '../../shared/contract/methods';
import { CodedError } from '../../shared/model/failure';
import { MAIN_AGENT } from '../../shared/model/main-agent';
import { type Decision, modeSchema } from '../../shared/model/permission';
import type { CommandContext } from './command-context';
import { existingFolder, NOT_INTERACTIVE, withHost } from './open-host';
import { parseJson, parseMode } from './parse-options';

const optionsSchema = z.object({
  tool: z.string().min(1),
  input: z.unknown(),
  cwd: z.string().optional(),
  mode: modeSchema.optional(),
  agent: z.string(),
  trust: z.boolean().optional(),
  json: z.boolean().optional(),
});

export function addPermissionsCommand(program: Command, { output }: CommandContext): void {
  program
    .command('permissions')
    .description('Ask what the rules say.')
    .command('check')
    .description('What would be decided for a tool call, and by which rule. Nothing is run. JSON, or words on a terminal.')
    .requiredOption('--tool <name>', 'the tool, such as Bash')
    .requiredOption('--input <json>', 'its input', parseJson)
    .option('--cwd <dir>', 'the project folder (default: the current one)')
    .option('--mode <mode>', modeSchema.options.join(', '), parseMode)
    .option('--agent <name>', 'the agent that asks', MAIN_AGENT)
    .option('--trust', 'treat the folder as trusted')
    .option('--json', 'print JSON on a terminal, too')
    .action(async (given: unknown) => {
      const { tool, input, cwd, mode, agent, trust, json } = optionsSchema.parse(given);
      if (agent !== MAIN_AGENT) throw new CodedError('not-found', `no agent is called ${agent}`);
      const folder = existingFolder(cwd);
      await withHost({ ...NOT_INTERACTIVE, trust: trust === true }, async ({ call }) => {
        const decision = await call(methods['permission.check'], { folder, tool, input, ...(mode === undefined ? {} : { mode }) });
        if (decision.diagnostics.some(({ code }) => code === 'untrusted-folder'))
          output.note('vitrine: the folder is not trusted: its allow rules are off; --trust trusts it for this check');
        if (output.forPerson && json !== true) await output.data(describeDecision(decision));
        else await output.json(decision);
      });
    });
}

function describeDecision({ decision, mode, reason, parts, diagnostics }: Decision): string {
  const lines = [
    `${decision} (mode ${mode}): ${reason}`,
    ...(parts ?? []).map((part) => `  ${part.decision}  ${part.text}   ${part.rule?.text ?? part.builtin ?? ''}`),
    ...diagnostics.map(({ severity, message, file, line, suggestion }) => {
      const place = file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;
      return `${severity}: ${message}${place}${suggestion === undefined ? '' : ` Perhaps: ${suggestion}`}`;
    }),
  ];
  return `${lines.join('\n')}\n`;
}
