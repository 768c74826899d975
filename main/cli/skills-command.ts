import type { Command } from 'commander';
import { z } from 'zod';
import { methods } from '../../shared/contract/methods';
import type { Diagnostic } from '../../shared/model/permission';
import type { SkillEntry } from '../../shared/model/skill-report';
import type { CommandContext } from './command-context';

import { existingFolder, type LocalHost, NOT_INTERACTIVE, withHost } from './open-host';
import type { Output } from './output';
import { describeEntry, describeOutcome, describePreview, summariseTest, type TestedPrompt } from './skills-text';
import { FAILED, UsageError } from './usage-error';

const optionsSchema = z.object({
  cwd: z.string().optional(),
  json: z.boolean().optional(),
  model: z.string().optional(),
  runs: z.coerce.number().int().min(1).max(20).default(1),
});

export function addSkillsCommand(program: Command, { output, finish }: CommandContext): void {
  const skills = program.command('skills').description('Skills and commands of a folder.');
  const add = (name: string, description: string) =>
    skills
      .command(name)
      .description(description)
      .option('--cwd <dir>', 'the project folder (default: the current one)')
      .option('--json', 'print JSON');

  add('list', 'all of them by scope, and which are shadowed or off').action(async (given: unknown) => {
    const { cwd, json } = optionsSchema.parse(given);
    await withHost(NOT_INTERACTIVE, async ({ call }) => {
      const folder = existingFolder(cwd);
      const [tree, { commands }] = await Promise.all([
        call(methods['skills.tree'], { folder }),
        call(methods['folder.commands'], { folder }),
      ]);
      const { skills: found, listing, diagnostics } = tree;
      if (json === true) return output.json({ commands, skills: found, listing, diagnostics });
      sayDiagnostics(diagnostics, output);
      if (listing.cut.length > 0) output.note(`warning: listed without description, for lack of room: ${listing.cut.join(', ')}`);
      return output.list(found.map(describeEntry).join(''));
    });
  });

  add('show <name>', 'its line in the list, its text with what it costs, and the files beside it').action(
    async (name: string, given: unknown) => {
      const { cwd, json } = optionsSchema.parse(given);
      await withHost(NOT_INTERACTIVE, async ({ call }) => {
        const { entry, preview } = await look(call, existingFolder(cwd), name, '');
        return json === true ? output.json({ ...entry, ...preview }) : output.list(describePreview(entry, preview));
      });
    },
  );

  add('expand <name> [args...]', 'its text as it would be placed for these arguments; nothing is run').action(
    async (name: string, args: string[], given: unknown) => {
      const { cwd, json } = optionsSchema.parse(given);
      await withHost(NOT_INTERACTIVE, async ({ call }) => {
        const { preview } = await look(call, existingFolder(cwd), name, args.join(' '));
        const { body, bodyTokens, commands } = preview;
        for (const { command, line, decision, reason } of commands)
          if (decision !== 'allow') output.note(`would not run: ${command} (line ${line}): ${reason}`);
        return json === true ? output.json({ body, tokens: bodyTokens, commands }) : output.data(body.endsWith('\n') ? body : `${body}\n`);
      });
    },
  );

  add('lint [name]', 'what is wrong with one of them, or with all; fails where there is an error or a warning').action(
    async (name: string | undefined, given: unknown) => {
      const { cwd, json } = optionsSchema.parse(given);
      await withHost(NOT_INTERACTIVE, async ({ call }) => {
        const folder = existingFolder(cwd);
        const tree = await call(methods['skills.tree'], { folder });
        const chosen = tree.skills.filter((skill) => (name === undefined ? skill.scope !== 'bundled' : skill.name === name));
        if (name !== undefined && chosen.length === 0) throw new UsageError(`There is no skill ${name}.`);
        const looked = await Promise.all(chosen.map(({ path }) => call(methods['skills.preview'], { folder, path })));
        const found = [...(name === undefined ? tree.diagnostics.filter(({ file }) => !chosen.some(({ path }) => path === file)) : [])];
        found.push(...looked.flatMap(({ diagnostics }) => diagnostics));
        if (found.some(({ severity }) => severity !== 'info')) finish(FAILED);
        return json === true ? output.json({ diagnostics: found }) : output.list(found.map((one) => `${lineOf(one)}\n`).join(''));
      });
    },
  );

  add('test <name>', 'sends the prompts of its evals/triggers.yaml, and says for which of them the model asks for it')
    .option('--model <provider/model>', 'who answers (default: the model of a new session)')
    .option('--runs <n>', 'how often each prompt is sent')
    .action(async (name: string, given: unknown) => {
      const { cwd, json, model, runs } = optionsSchema.parse(given);
      await withHost(NOT_INTERACTIVE, async ({ call }) => {
        const folder = existingFolder(cwd);
        const { should, shouldNot, path, diagnostics } = await call(methods['skills.triggers'], { folder, name });
        sayDiagnostics(diagnostics, output);
        if (should.length + shouldNot.length === 0) throw new UsageError(`There are no prompts in ${path}.`);
        const prompts = [...should.map((prompt) => ({ prompt, wanted: true })), ...shouldNot.map((prompt) => ({ prompt, wanted: false }))];
        const tested: TestedPrompt[] = [];
        for (const { prompt, wanted } of prompts) {
          const outcomes: TestedPrompt['outcomes'] = [];
          for (let run = 0; run < runs; run += 1)
            outcomes.push(await call(methods['skills.tryTrigger'], { folder, name, prompt, ...(model === undefined ? {} : { model }) }));
          tested.push({ prompt, wanted, outcomes });
          if (json !== true) await output.list(describeOutcome({ prompt, wanted, outcomes }));
        }
        const summary = summariseTest(tested);
        if (summary.wrong > 0) finish(FAILED);
        if (json === true) return output.json({ skill: name, prompts: tested, ...summary });
        return output.list(
          `\nfired where it should: ${summary.fired} of ${summary.should}; where it should not: ${summary.misfired} of ${summary.shouldNot}\n`,
        );
      });
    });
}

async function look(call: LocalHost['call'], folder: string, name: string, args: string) {
  const { skills } = await call(methods['skills.tree'], { folder });
  const entry: SkillEntry | undefined = skills.find((skill) => skill.name === name);
  if (entry === undefined) throw new UsageError(`There is no skill ${name}.`);
  return { entry, preview: await call(methods['skills.preview'], { folder, path: entry.path, args }) };
}

function lineOf({ severity, code, message, file, line, suggestion }: Diagnostic): string {
  const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}: `;
  return `${place}${severity}: ${message}${suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`} [${code}]`;
}

function sayDiagnostics(diagnostics: readonly Diagnostic[], output: Output): void {
  for (const diagnostic of diagnostics) output.note(lineOf(diagnostic));
}
