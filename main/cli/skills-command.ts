import type { Command } from 'commander';
import { z } from 'zod';
import { methods } from '../../shared/contract/methods';
import type { CommandContext } from './command-context';
import { existingFolder, NOT_INTERACTIVE, withHost } from './open-host';

const optionsSchema = z.object({ cwd: z.string().optional(), json: z.boolean().optional() });

export function addSkillsCommand(program: Command, { output }: CommandContext): void {
  program
    .command('skills')
    .description('Skills and commands of a folder.')
    .command('list')
    .description('their names, and what each is for')
    .option('--cwd <dir>', 'the project folder (default: the current one)')
    .option('--json', 'print JSON')
    .action(async (given: unknown) => {
      const { cwd, json } = optionsSchema.parse(given);
      await withHost(NOT_INTERACTIVE, async ({ call }) => {
        const found = await call(methods['folder.commands'], { folder: existingFolder(cwd) });
        if (json === true) return output.json(found);
        for (const { severity, message, file } of found.diagnostics)
          output.note(`${severity}: ${message}${file === undefined ? '' : ` (${file})`}`);
        return output.data(
          found.commands
            .map(
              ({ name, argumentHint, source, description }) =>
                `/${name}${argumentHint === undefined ? '' : ` ${argumentHint}`}  (${source})  ${description}\n`,
            )
            .join(''),
        );
      });
    });
}
