import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { methods } from '../../shared/contract/methods';
import { type AuditEntry, type AuditFilter, auditFilterSchema } from '../../shared/model/audit';
import { AUDIT_FORMATS, formatEntries } from '../core/audit/format-entries';
import { describeEntries, describeReport } from './audit-text';
import type { CommandContext } from './command-context';
import { existingFolder, type LocalHost, NOT_INTERACTIVE, withHost } from './open-host';
import { oneOf, parseCount, parseInstant } from './parse-options';
import { UsageError } from './usage-error';
import { writeOut } from './write-out';

const PAGE = 1_000;
const optionsSchema = auditFilterSchema.extend({
  limit: z.number().optional(),
  verify: z.boolean().optional(),
  export: z.string().optional(),
  format: z.enum(AUDIT_FORMATS).optional(),
  cwd: z.string().optional(),
  json: z.boolean().optional(),
});

/** What a project's agents and its person did: prints, filters, verifies and exports the audit log. */
export function addAuditCommand(program: Command, { output, finish }: CommandContext): void {
  program
    .command('audit')
    .description("What was done in a folder: every side effect of its agents, and the person's own.")
    .option('--since <time>', 'from this time on (ISO 8601, or 30m, 12h, 7d ago)', parseInstant)
    .option('--until <time>', 'up to this time', parseInstant)
    .option('--tool <name>', 'of this tool')
    .option('--capability <name>', 'of this row of the matrix')
    .option('--agent <path>', 'asked for by this agent; person or host for what no agent asked for')
    .option('--session <id>', 'of this session (an id or its beginning)')
    .option('--decision <verdict>', 'decided so', oneOf('allow', 'ask', 'deny'))
    .option('--path <path>', 'about this path, or something below it')
    .option('--host <name>', 'that reached or was granted this host')
    .option('--limit <n>', 'the newest ones only', parseCount)
    .option('--verify', 'check the chain instead; fails with the place where it breaks')
    .option('--export <file>', 'write them to a file instead of printing')
    .option('--format <format>', 'of the file', oneOf(...AUDIT_FORMATS))
    .option('--cwd <dir>', 'the project folder (default: the current one)')
    .option('--json', 'print JSON')
    .action(async (given: unknown) => {
      const { verify, export: file, format, cwd, json, limit, ...wanted } = optionsSchema.parse(given);
      if (format !== undefined && file === undefined) throw new UsageError('--format goes with --export FILE');
      await withHost(NOT_INTERACTIVE, async (local) => {
        const folder = existingFolder(cwd);
        if (verify === true) {
          const report = await local.call(methods['audit.verify'], { folder });
          if (!report.ok) finish(1);
          return json === true ? output.json(report) : output.list(describeReport(report));
        }
        const filter = wanted.path === undefined ? wanted : { ...wanted, path: resolve(folder, wanted.path) };
        const entries = await readAll(local, folder, definedOf(filter), limit);
        if (file !== undefined) {
          await writeOut(file, formatEntries(entries, format ?? 'jsonl'), 0o600);
          return output.note(`${entries.length} records were written to ${file}`);
        }
        return json === true ? output.json(entries) : output.list(describeEntries(entries));
      });
    });
}

/** Oldest first: the last line is what happened last. */
async function readAll({ call }: LocalHost, folder: string, filter: AuditFilter, limit = Number.POSITIVE_INFINITY): Promise<AuditEntry[]> {
  const found: AuditEntry[] = [];
  for (;;) {
    const page = await call(methods['audit.list'], { folder, filter, offset: found.length, limit: PAGE });
    found.push(...page.entries);
    if (page.entries.length === 0 || found.length >= Math.min(page.total, limit)) return found.slice(0, limit).reverse();
  }
}

function definedOf(filter: { [K in keyof AuditFilter]: AuditFilter[K] | undefined }): AuditFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
