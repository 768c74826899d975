import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { CodedError } from '../../shared/model/failure';
import { codedFailure, isSystemError } from './coded-failure';
import type { AddCommand } from './command-context';
import { type CommandName, COMMANDS, isCommandName } from './commands';
import { createOutput, type Output } from './output';
import { DONE, type ExitStatus, FAILED, UsageError, WRONG_USE } from './usage-error';

/** Runs one command line and gives its exit status. Only the files of the command that was asked for are loaded. */
async function runCommandLine(args: readonly string[], output: Output): Promise<ExitStatus> {
  let status: ExitStatus = DONE;
  const program = new Command('vitrine')
    .description('An agent workbench in which every character that the model reads is on display.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => void output.data(text), writeErr: (text) => output.note(text.trimEnd()) })
    .showHelpAfterError('(see vitrine --help)')
    .enablePositionalOptions();
  const finish = (result: ExitStatus) => {
    status = result;
  };
  const [first] = args;
  const adders: AddCommand[] = await Promise.all(wantedCommands(first).map((name) => COMMANDS[name]()));
  for (const add of adders) add(program, { output, finish });
  if (first === undefined || !isCommandName(first)) {
    const { readVersion } = await import('./read-version');
    program.version(readVersion());
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return status;
  } catch (error) {
    return explain(error, output);
  }
}

/** The one that is named; what opens a folder for anything that is no option; all of them for `--help`. */
function wantedCommands(first: string | undefined): CommandName[] {
  if (first === undefined) return ['open'];
  if (isCommandName(first)) return [first];
  return first.startsWith('-') ? Object.keys(COMMANDS).filter(isCommandName) : ['open'];
}

function explain(error: unknown, output: Output): ExitStatus {
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USE;
  if (error instanceof UsageError) {
    output.note(`vitrine: ${error.message}`);
    return WRONG_USE;
  }
  if (error instanceof CodedError) {
    output.note(`vitrine: ${error.message} [${error.code}]`);
    return error.code === 'bad-request' ? WRONG_USE : FAILED;
  }
  // What the system says (a read-only disk, a file in place of a folder) is the person's to mend: a trace would hide it.
  if (isSystemError(error)) {
    output.note(`vitrine: ${error.message} [${codedFailure(error)?.code}]`);
    if (isAboutHome(error))
      output.note('vitrine: sessions are kept there, and it cannot be written; let VITRINE_HOME name a folder that can be');
    return FAILED;
  }
  output.note(`vitrine: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return FAILED;
}

function isAboutHome(error: { path?: unknown }): boolean {
  const { VITRINE_HOME: named = join(homedir(), '.vitrine') } = process.env;
  return typeof error.path === 'string' && error.path.startsWith(resolve(named));
}

const output = createOutput();
void runCommandLine(process.argv.slice(2), output).then(async (status) => {
  await output.data('');
  process.exit(output.failed && status === DONE ? FAILED : status);
});
