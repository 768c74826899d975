import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { methods } from '../../shared/contract/methods';
import type { MemoryFinding } from '../../shared/model/memory';
import type { CommandContext } from './command-context';
import { existingFolder, NOT_INTERACTIVE, withHost } from './open-host';

const optionsSchema = z.object({ cwd: z.string().optional(), json: z.boolean().optional() });

export function addMemoryCommand(program: Command, { output, finish }: CommandContext): void {
  const memory = program.command('memory').description('Instruction files of a folder as the model would get them.');
  const add = (name: string, description: string) =>
    memory
      .command(name)
      .description(description)
      .option('--cwd <dir>', 'the project folder (default: the current one)')
      .option('--json', 'print JSON');

  add('list', 'each file with its kind, size and cost').action(async (given: unknown) => {
    const { cwd, json } = optionsSchema.parse(given);
    await withHost(NOT_INTERACTIVE, async ({ call }) => {
      const found = await call(methods['folder.memory'], { folder: existingFolder(cwd) });
      if (json === true) return output.json(found);
      for (const { severity, message, file } of found.diagnostics)
        output.note(`${severity}: ${message}${file === undefined ? '' : ` (${file})`}`);
      return output.list(
        found.files
          .map(({ path, kind, scope, lines, tokens, importedBy, when }) => {
            const notes = [
              scope === 'auto' ? 'notes of agents' : '',
              importedBy === undefined ? '' : `imported by ${importedBy}`,
              when === undefined ? '' : `when ${when} is read`,
            ]
              .filter((text) => text !== '')
              .join(', ');
            return `${path}  ${kind}, ${lines} lines, about ${Math.round(tokens)} tokens${notes === '' ? '' : `, ${notes}`}\n`;
          })
          .join(''),
      );
    });
  });

  add('lint', 'contradictions, secrets, length, and what only a rule or a hook would hold; fails where there is a warning').action(
    async (given: unknown) => {
      const { cwd, json } = optionsSchema.parse(given);
      await withHost(NOT_INTERACTIVE, async ({ call }) => {
        const { findings } = await call(methods['memory.lint'], { folder: existingFolder(cwd) });
        if (findings.some(({ severity }) => severity === 'warning')) finish(1);
        return json === true ? output.json({ findings }) : output.list(findings.map(describeFinding).join(''));
      });
    },
  );

  add('show [file]', 'the text of all of them, or of one, as the model gets it').action(
    async (file: string | undefined, given: unknown) => {
      const { cwd, json } = optionsSchema.parse(given);
      await withHost(NOT_INTERACTIVE, async ({ call }) => {
        const folder = existingFolder(cwd);
        const shown = await call(methods['memory.show'], { folder, ...(file === undefined ? {} : { path: resolve(folder, file) }) });
        if (json === true) return output.json(shown);
        return output.data(
          file === undefined ? shown.files.map(({ path, text }) => `==> ${path}\n${text}\n`).join('') : (shown.files[0]?.text ?? ''),
        );
      });
    },
  );
}

function describeFinding({ code, severity, file, line, words, other, offer }: MemoryFinding): string {
  const said = {
    'memory-long': `${words} lines: instructions beyond 200 lines are followed less well`,
    'memory-contradiction': `“${words}” contradicts “${other?.words}” (${other?.file}:${other?.line})`,
    'memory-secret': 'a secret stands here',
    'memory-unenforced': `“${words}” is a wish: ${offer?.type === 'rule' ? `rules would hold it (${offer.verdict} ${offer.rules.join(', ')})` : `a hook would hold it (${offer?.example})`}`,
  }[code];
  return `${file}:${line}: ${severity}: ${said}\n`;
}
