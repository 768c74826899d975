import type { CommandIsolation } from '../../../shared/model/sandbox';
import { isolateCommand } from '../shell/sandbox-policy';
import { needsExactRule } from './allow-part';
import { isCheck, programCapabilities } from './command-capabilities';
import { showsUnnamedContent } from './git-objects';
import { INTERPRETERS } from './interpreters';
import { withPossibleForms } from './open-words';
import type { ParsedCommand, ShellPart } from './parsed-command';
import type { RuleSet } from './rule-set';
import { commandName, unwrapForAllow } from './shell-wrappers';

/** What needs no approval because it is isolated: nothing, tests and builds, or every plain command. */
export type SandboxAllowance = 'none' | 'checks' | 'plain';

/** Effects that the sandbox does not hold: they leave the machine, or cannot be taken back. */
const NEVER_BY_ITSELF = new Set(['git-publish', 'git-commit', 'deploy', 'delete']);
const SHELL_NAMES = new Set(INTERPRETERS);

export function isolationOf(parsed: ParsedCommand, rules: RuleSet): CommandIsolation | undefined {
  return rules.sandbox === undefined ? undefined : isolateCommand(parsed, rules.sandbox);
}

/** In a folder that is not trusted nothing runs without a question: its tests are anybody's code. */
export function allowanceOf(isolation: CommandIsolation | undefined, rules: RuleSet): SandboxAllowance {
  if (isolation?.isolated !== true || !rules.trusted) return 'none';
  const { autoAllow } = rules.sandbox?.settings ?? {};
  return autoAllow === undefined ? 'checks' : autoAllow ? 'plain' : 'none';
}

/** Whether a part of an isolated command may run without anybody's word. What it runs must be in sight. */
export function isAllowedInside(
  part: ShellPart,
  { inside, rules, commits }: { inside: SandboxAllowance; rules: Pick<RuleSet, 'checkScripts'>; commits: ReadonlySet<string> },
): boolean {
  if (inside === 'none') return false;
  const forms = unwrapForAllow(part.words);
  const form = forms[forms.length - 1];
  // No form: a variable is set that may change what runs.
  if (form === undefined || forms.some(needsExactRule)) return false;
  // `node --test` has no other argument, and reads no program from its input.
  if (isCheck(form, rules.checkScripts)) return true;
  if (readsProgramFromInput(form.map((word) => word.text))) return false;
  if (part.forms.some(([program, ...args]) => commandName(program) === 'git' && showsUnnamedContent(args, commits))) return false;
  return inside === 'plain' && !programCapabilities(withPossibleForms(part)).some(({ capability }) => NEVER_BY_ITSELF.has(capability));
}

/** `… | sh`: what it runs comes from elsewhere. */
function readsProgramFromInput([program = '', ...args]: readonly string[]): boolean {
  const name = commandName({ raw: program, text: program, opaque: false, glob: false });
  return SHELL_NAMES.has(name) && args.every((word) => word.startsWith('-') && !/^--?(?:version|help|[vV])$/.test(word));
}
