import type { Command } from 'commander';
import { z } from 'zod';
import { methods } from '../../shared/contract/methods';
import type { CommandContext } from './command-context';
import { findSession } from './find-session';
import { existingFolder, NOT_INTERACTIVE, withHost } from './open-host';
import { oneOf, parseCount } from './parse-options';
import { describeItems, describeSessions } from './sessions-text';
import { stateAsLeft } from '../core/sessions/settle-orphans';
import { UsageError } from './usage-error';
import { writeOut } from './write-out';

const PAGE = 200;
const listOptions = z.object({
  all: z.boolean().optional(),
  archived: z.boolean().optional(),
  cwd: z.string().optional(),
  json: z.boolean().optional(),
});
const searchOptions = listOptions.extend({ limit: z.number() });
const exportOptions = z.object({ format: z.enum(['md', 'json', 'html']), out: z.string().optional() });
const jsonOption = z.object({ json: z.boolean().optional() });

export function addSessionsCommand(program: Command, { output }: CommandContext): void {
  const sessions = program.command('sessions').description('List, show, search, export, rename and archive sessions.');

  sessions
    .command('list')
    .description("the folder's sessions, newest first")
    .option('--all', 'those of every folder')
    .option('--archived', 'the archived ones')
    .option('--cwd <dir>', 'the folder (default: the current one)')
    .option('--json', 'print JSON')
    .action(async (given: unknown) => {
      const { all, archived, cwd, json } = listOptions.parse(given);
      await withHost(NOT_INTERACTIVE, async ({ call, ports }) => {
        const folder = all === true ? undefined : await ports.files.realpath(existingFolder(cwd));
        const found: z.infer<(typeof methods)['session.list']['result']>['sessions'] = [];
        for (;;) {
          const page = await call(methods['session.list'], {
            archived: archived === true,
            offset: found.length,
            limit: PAGE,
            ...(folder === undefined ? {} : { folder }),
          });
          found.push(...page.sessions);
          if (page.sessions.length === 0 || found.length >= page.total) break;
        }
        if (json === true) await output.json(found);
        else await output.list(describeSessions(found));
      });
    });

  sessions
    .command('show')
    .description('a session with its turns, calls and items')
    .argument('<session>', 'an id, its beginning, or last')
    .option('--json', 'print JSON')
    .action(async (wanted: string, given: unknown) => {
      const { json } = jsonOption.parse(given);
      await withHost(NOT_INTERACTIVE, async ({ call, ports }) => {
        const session = await findSession(ports.store, wanted);
        if (json === true) {
          const reader = await ports.store.openForReading(session);
          await output.json(stateAsLeft(reader.state, reader.owner !== undefined));
          return reader.close();
        }
        const opened = await call(methods['session.open'], { session });
        await output.list(describeItems(opened.state, opened.views, opened.totalItems));
      });
    });

  sessions
    .command('search')
    .description('sessions in which a text was said')
    .argument('<text>')
    .option('--all', 'in the sessions of every folder')
    .option('--cwd <dir>', 'the folder (default: the current one)')
    .option('--limit <n>', 'most hits', parseCount, 50)
    .option('--json', 'print JSON')
    .action(async (query: string, given: unknown) => {
      const { all, cwd, json, limit } = searchOptions.parse(given);
      if (query === '') throw new UsageError('the text to search for is empty');
      await withHost(NOT_INTERACTIVE, async ({ call, ports }) => {
        const folder = all === true ? undefined : await ports.files.realpath(existingFolder(cwd));
        const { hits, partial } = await call(methods['session.search'], {
          query,
          limit: Math.min(limit, PAGE),
          ...(folder === undefined ? {} : { folder }),
        });
        if (partial) output.note('vitrine: not every session was looked through');
        if (json === true) await output.json(hits);
        else
          await output.list(
            hits
              .map(
                ({ session, title, before, match, after }) =>
                  `${session}  ${oneLine(title)}\n    ${oneLine(`${before}${match}${after}`)}\n`,
              )
              .join(''),
          );
      });
    });

  sessions
    .command('export')
    .description('a session as Markdown, JSON or HTML, without secrets')
    .argument('<session>')
    .requiredOption('--format <format>', 'md, json or html', oneOf('md', 'json', 'html'))
    .option('--out <file>', 'write to a file instead of standard output')
    .action(async (wanted: string, given: unknown) => {
      const { format, out } = exportOptions.parse(given);
      await withHost(NOT_INTERACTIVE, async ({ call, ports }) => {
        const session = await findSession(ports.store, wanted);
        const { text, redacted } = await call(methods['session.export'], { session, format });
        if (out === undefined) await output.data(text);
        else await writeOut(out, text);
        output.note(`vitrine: ${redacted} secrets hidden${out === undefined ? '' : `, written to ${out}`}`);
      });
    });

  sessions
    .command('rename')
    .argument('<session>')
    .argument('<title>')
    .description('give a session another title')
    .action(async (wanted: string, title: string) => {
      if (title.trim() === '' || title.length > 200) throw new UsageError('a title has 1 to 200 characters');
      await withHost(
        NOT_INTERACTIVE,
        async ({ call, ports }) => void (await call(methods['session.change'], { session: await findSession(ports.store, wanted), title })),
      );
    });

  sessions
    .command('archive')
    .argument('<session>')
    .option('--undo', 'take it out of the archive')
    .description('put a session aside; nothing of it is deleted')
    .action(async (wanted: string, given: unknown) => {
      const { undo } = z.object({ undo: z.boolean().optional() }).parse(given);
      await withHost(
        NOT_INTERACTIVE,
        async ({ call, ports }) =>
          void (await call(methods['session.change'], { session: await findSession(ports.store, wanted), archived: undo !== true })),
      );
    });
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
