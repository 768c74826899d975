import type { Command } from 'commander';
import { z } from 'zod';
import { modeSchema } from '../../shared/model/mode';
import type { CommandContext } from './command-context';
import { collect, oneOf, parseAmount, parseBaseUrl, parseCount, parseMode } from './parse-options';
import { type RunOptions, runOnce } from './run-once';
import { addServerConfigOptions, serverConfigOptions } from './server-config-options';
import { UsageError } from './usage-error';

const optionsSchema = serverConfigOptions.extend({
  prompt: z.string(),
  cwd: z.string().optional(),
  model: z.string().optional(),
  baseUrl: z.string().optional(),
  permissionMode: modeSchema.optional(),
  allow: z.array(z.string()),
  ask: z.array(z.string()),
  deny: z.array(z.string()),
  maxRounds: z.number().optional(),
  maxCost: z.number().optional(),
  maxTokens: z.number().optional(),
  timeout: z.number().optional(),
  continue: z.boolean().optional(),
  resume: z.string().optional(),
  fork: z.boolean().optional(),
  trust: z.boolean().optional(),
  json: z.boolean().optional(),
  output: z.enum(['text', 'json', 'stream-json']).optional(),
});

export function addRunCommand(program: Command, { output, finish }: CommandContext): void {
  addServerConfigOptions(program.command('run'))
    .description('Run one agent turn without a window. What would have to be asked is denied.')
    .requiredOption('-p, --prompt <text>', 'what to ask for')
    .option('--cwd <dir>', 'the project folder (default: the current one)')
    .option('--model <provider/model>', 'the model, such as scripted/tour')
    .option('--base-url <url>', 'where the model is reached', parseBaseUrl)
    .option('--permission-mode <mode>', modeSchema.options.join(', '), parseMode)
    .option('--allow <rule>', 'an allow rule for this run; may be given again', collect, [])
    .option('--deny <rule>', 'a deny rule for this run; may be given again', collect, [])
    .option('--ask <rule>', 'an ask rule for this run; may be given again', collect, [])
    .option('--max-rounds <n>', 'most model calls', parseCount)
    .option('--max-cost <usd>', 'most US dollars; needs a model with a known price', parseAmount)
    .option('--max-tokens <n>', 'most tokens, read and written', parseCount)
    .option('--timeout <s>', 'most seconds', parseAmount)
    .option('--continue', "go on with the folder's newest session")
    .option('--resume <id>', 'go on with this session (an id, its beginning, or last)')
    .option('--fork', 'with --continue or --resume: in a copy of the session')
    .option('--trust', 'treat the folder as trusted for this run')
    .option('--output <format>', 'text, json or stream-json', oneOf('text', 'json', 'stream-json'))
    .option('--json', 'the same as --output json')
    .action(async (given: unknown) => {
      finish(await runOnce(readOptions(given), output));
    });
}

function readOptions(given: unknown): RunOptions {
  const { prompt, json, output, ...rest } = optionsSchema.parse(given);
  if (prompt.trim() === '') throw new UsageError('--prompt is empty');
  if (rest.continue === true && rest.resume !== undefined) throw new UsageError('--continue and --resume exclude each other');
  if (rest.fork === true && rest.continue !== true && rest.resume === undefined)
    throw new UsageError('--fork needs --continue or --resume');
  return { ...rest, prompt, output: output ?? (json === true ? 'json' : 'text') };
}
