import type { Command } from 'commander';
import type { Output } from './output';
import type { ExitStatus } from './usage-error';

export interface CommandContext {
  output: Output;
  /** Sets the exit status of the command line. */
  finish(status: ExitStatus): void;
}

export type AddCommand = (program: Command, context: CommandContext) => void;
