import type { Command } from 'commander';
import { z } from 'zod';
import { methods } from '../../shared/contract/methods';
import type { CommandContext } from './command-context';
import { existingFolder, NOT_INTERACTIVE, withHost } from './open-host';

const optionsSchema = z.object({ cwd: z.string().optional(), json: z.boolean().optional() });

export function addMemoryCommand(program: Command, { output }: CommandContext): void {
  program
    .command('memory')
    .description('Instruction files of a folder as the model would get them.')
    .command('list')
    .description('each file with its kind, size and cost')
    .option('--cwd <dir>', 'the project folder (default: the current one)')
    .option('--json', 'print JSON')
    .action(async (given: unknown) => {
      const { cwd, json } = optionsSchema.parse(given);
      await withHost(NOT_INTERACTIVE, async ({ call }) => {
        const found = await call(methods['folder.memory'], { folder: existingFolder(cwd) });
        if (json === true) return output.json(found);
        for (const { severity, message, file } of found.diagnostics)
          output.note(`${severity}: ${message}${file === undefined ? '' : ` (${file})`}`);
        return output.data(
          found.files
            .map(({ path, kind, lines, tokens, importedBy, when }) => {
              const notes = [importedBy === undefined ? '' : `imported by ${importedBy}`, when === undefined ? '' : `when ${when} is read`]
                .filter((text) => text !== '')
                .join(', ');
              return `${path}  ${kind}, ${lines} lines, about ${Math.round(tokens)} tokens${notes === '' ? '' : `, ${notes}`}\n`;
            })
            .join(''),
        );
      });
    });
}
