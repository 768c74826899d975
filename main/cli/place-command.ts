import type { Command } from 'commander';
import { z } from 'zod';
import { existingFolder, type LocalHost, NOT_INTERACTIVE, withHost } from './open-host';
import type { Invocation } from '../host/host-ports';
import type { Output } from './output';

/** Options of a command that is about a project folder. */
export const placeOptions = z.object({ cwd: z.string().optional(), trust: z.boolean().optional(), json: z.boolean().optional() });

export type Place = z.infer<typeof placeOptions>;
/** Writes data: its value with `--json`, its text without. */
export type Print = (value: unknown, text: string) => Promise<void>;
export type Job = (local: LocalHost, folder: string, print: Print) => Promise<void>;

/** Gives a command the options of a place; `trust` says what trusting it means here. */
export function addPlaceOptions(command: Command, trust: string): Command {
  return command
    .option('--cwd <dir>', 'the project folder (default: the current one)')
    .option('--trust', trust)
    .option('--json', 'print JSON');
}

/** Does the job of a command with a host, at its place. */
export async function runAtPlace(
  output: Output,
  { cwd, trust, json }: Place,
  job: Job,
  invocation: Invocation = NOT_INTERACTIVE,
): Promise<void> {
  const folder = existingFolder(cwd);
  await withHost({ ...invocation, trust: trust === true }, (local) =>
    job(local, folder, async (value, text) => (json === true ? output.json(value) : output.list(text))),
  );
}
