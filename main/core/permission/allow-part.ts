import { EXACT_ONLY } from './exact-only';
import type { ShellPart, ShellWord } from './parsed-command';
import { withoutMessages } from './git-messages';
import { isUncertain } from './read-only-commands';
import type { Rule } from './rule';
import type { RuleIndex } from './rule-index';
import { commandName, isAssignment, isHarmlessAssignment, unwrapForAllow } from './shell-wrappers';
import { INTERPRETERS } from './interpreters';
import { isPlainName } from './variable-names';

const FIND_EFFECTS = /^-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)$/;
/** Programs that run an argument as shell text which is not read here. */
const TEXT_RUNNERS = new Set(['ssh', 'watch', 'parallel', 'env', 'trap', 'tmux', 'screen', 'script', 'expect', 'su', 'runuser']);
/** Programs whose options decide what they run: a word that is not known could be such an option. */
const OPTION_RUNNERS = new Set([
  ...[
    'git',
    'find',
    'xargs',
    'env',
    'sudo',
    'doas',
    'ssh',
    'scp',
    'rsync',
    'tar',
    'awk',
    'gawk',
    'mawk',
    'sed',
    'sort',
    'vim',
    'vi',
    'ed',
    'man',
  ],
  ...INTERPRETERS,
  ...[
    'curl',
    'wget',
    'docker',
    'podman',
    'kubectl',
    'make',
    'rm',
    'rmdir',
    'dd',
    'tee',
    'chmod',
    'chown',
    'cp',
    'mv',
    'ln',
    'install',
    'xdg-open',
  ],
  ...[
    'nmap',
    'zip',
    'split',
    'csplit',
    'less',
    'more',
    'crontab',
    'at',
    'systemctl',
    'systemd-run',
    'timeout',
    'nice',
    'nohup',
    'stdbuf',
    'time',
  ],
]);
/** Declarations of the shell that change nothing but variables. */
const DECLARATIONS = new Set(['export', 'declare', 'local', 'readonly', 'typeset']);

/** Whether a statement only sets variables that are not known to steer a program; undefined when it does anything else. */
export function isPlainAssignment(part: ShellPart): boolean | undefined {
  const [first, ...rest] = part.words;
  if (first === undefined) return undefined;
  const words = isAssignment(first)
    ? part.words
    : DECLARATIONS.has(first.raw)
      ? rest.filter((word) => !/^-[A-Za-z]+$/.test(word.raw))
      : undefined;
  if (words === undefined || (isAssignment(first) && !words.every(isAssignment))) return undefined;
  if (showsVariables(part.words)) return undefined;
  return words.every((word) => {
    const name = /^\w+/.exec(word.raw)?.[0] ?? '';
    return isHarmlessAssignment(word) || isPlainName(name);
  });
}

/** A declaration without a name, or with `-p`, prints what variables hold. */
function showsVariables([first, ...rest]: readonly ShellWord[]): boolean {
  if (first === undefined || !DECLARATIONS.has(first.text)) return false;
  return rest.every(({ text }) => /^[-+]/.test(text)) || rest.some(({ text }) => /^-[A-Za-z]*p/.test(text));
}

/** The allow rule for a part: an exact one for its text, or a prefix or wildcard rule where what it runs is all in sight. */
export function findAllowance(tool: string, part: ShellPart, index: RuleIndex, admits?: (rule: Rule) => boolean): Rule | undefined {
  const exact = index.findForCommand(tool, part.text, true) ?? index.findForCommand(tool, rawText(part.words), true);
  if (exact !== undefined) return exact;
  const forms = unwrapForAllow(part.words);
  if (forms.some(needsExactRule)) return undefined;
  for (const form of forms) {
    const found = index.findForCommand(tool, rawText(form), false, admits);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function needsExactRule(form: readonly ShellWord[]): boolean {
  const [program, ...args] = form;
  const name = commandName(program);
  if (program === undefined || program.opaque || program.glob) return true;
  if (EXACT_ONLY.has(name) || (name === 'find' && args.some((word) => FIND_EFFECTS.test(word.text)))) return true;
  if (OPTION_RUNNERS.has(name) && (name === 'git' ? withoutMessages(args) : args).some(isUncertain)) return true;
  return TEXT_RUNNERS.has(name) && args.some((word) => /[;&|<>`\n(){}]|\$/.test(word.text));
}

function rawText(words: readonly ShellWord[]): string {
  return words
    .filter((word) => word.raw !== '…')
    .map((word) => word.raw)
    .join(' ');
}
