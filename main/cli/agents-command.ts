import type { Command } from 'commander';
import { z } from 'zod';
import { methods } from '../../shared/contract/methods';
import { describePreview, describeTree, describeTypes } from './agents-text';
import { agentsAsLeft } from '../core/sessions/settle-orphans';
import type { CommandContext } from './command-context';
import { findSession } from './find-session';
import { existingFolder, NOT_INTERACTIVE, withHost } from './open-host';
import type { Output } from './output';

const optionsSchema = z.object({ cwd: z.string().optional(), json: z.boolean().optional() });

export function addAgentsCommand(program: Command, { output }: CommandContext): void {
  const agents = program.command('agents').description('Sub-agents: what defines them, what they begin with, and those of a session.');
  agents
    .command('list')
    .description('every definition with its place; one that another takes the place of says so')
    .option('--cwd <dir>', 'the project folder (default: the current one)')
    .option('--json', 'print JSON')
    .action(async (given: unknown) => {
      const { cwd, json } = optionsSchema.parse(given);
      await withHost(NOT_INTERACTIVE, async ({ call }) => {
        const found = await call(methods['agents.types'], { folder: existingFolder(cwd) });
        if (json === true) return output.json(found);
        sayDiagnostics(found.diagnostics, output);
        return output.list(describeTypes(found.types));
      });
    });
  agents
    .command('show')
    .description('what an agent begins with: each block of its system prompt, its tools, and what it lacks')
    .argument('<name>', 'the name of its definition')
    .option('--cwd <dir>', 'the project folder (default: the current one)')
    .option('--json', 'print JSON')
    .action(async (name: string, given: unknown) => {
      const { cwd, json } = optionsSchema.parse(given);
      await withHost(NOT_INTERACTIVE, async ({ call }) => {
        const found = await call(methods['agents.preview'], { folder: existingFolder(cwd), name });
        if (json === true) return output.json({ ...found.start, diagnostics: found.diagnostics });
        sayDiagnostics(found.diagnostics, output);
        return output.list(found.start === undefined ? '' : describePreview(found.start));
      });
    });
  agents
    .command('tree')
    .description('the agents of a session: how each stands, and what it used')
    .argument('<session>', 'an id, its beginning, or last')
    .option('--json', 'print JSON')
    .action(async (wanted: string, given: unknown) => {
      const { json } = optionsSchema.parse(given);
      await withHost(NOT_INTERACTIVE, async ({ ports }) => {
        const reader = await ports.store.openForReading(await findSession(ports.store, wanted));
        const { id, usage, costUsd } = reader.state;
        const nodes = agentsAsLeft(reader.state, reader.owner !== undefined);
        await reader.close();
        if (json === true) return output.json({ session: id, agents: nodes, usage, ...(costUsd === undefined ? {} : { costUsd }) });
        return output.list(describeTree(nodes, usage, costUsd));
      });
    });
}

function sayDiagnostics(
  diagnostics: ReadonlyArray<{ severity: string; message: string; file?: string | undefined; line?: number | undefined }>,
  output: Output,
): void {
  for (const { severity, message, file, line } of diagnostics)
    output.note(`${severity}: ${message}${file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`}`);
}
