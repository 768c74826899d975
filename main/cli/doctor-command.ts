import type { Command } from 'commander';
import { z } from 'zod';
import { methods } from '../../shared/contract/methods';
import type { CommandContext } from './command-context';
import { checkMachine, withNeed } from './doctor-checks';
import { NOT_INTERACTIVE, withHost } from './open-host';
import { DONE, FAILED } from './usage-error';
import { writeOut } from './write-out';

const optionsSchema = z.object({ bundle: z.string().optional(), json: z.boolean().optional() });

export function addDoctorCommand(program: Command, { output, finish }: CommandContext): void {
  program
    .command('doctor')
    .description('Look at what works on this machine. Fails when something needed does not.')
    .option('--bundle <file>', 'write diagnostics without secrets to a file, for a bug report')
    .option('--json', 'print JSON')
    .action(async (given: unknown) => {
      const { bundle, json } = optionsSchema.parse(given);
      await withHost(NOT_INTERACTIVE, async ({ call, ports }) => {
        const report = await call(methods['doctor.report'], {});
        const own = await checkMachine(ports);
        const checks = [...withNeed(report.checks), ...own];
        if (bundle !== undefined) {
          const { makeBundle } = await import('./doctor-bundle');
          const { text, redacted } = await makeBundle(ports, checks);
          await writeOut(bundle, text, 0o600);
          output.note(`vitrine: wrote ${bundle}, ${redacted} secrets hidden; look at it before you send it`);
        }
        if (json === true) await output.json({ checks });
        else
          await output.data(
            checks.map(({ id, ok, needed, detail }) => `${ok ? 'ok  ' : needed ? 'FAIL' : 'no  '}  ${id}  ${detail}\n`).join(''),
          );
        finish(checks.every(({ ok, needed }) => ok || !needed) ? DONE : FAILED);
      });
    });
}
