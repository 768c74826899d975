import { isGitCommand } from './git-commands';
import { type ShellWord, wordOf } from './parsed-command';
import { programOfPackage, RUNNER_WITH_PLACE, runnerArguments, STANDS_ALONE } from './runner-commands';

const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;
/** Variables that change how a program prints, and not what it runs. */
const HARMLESS_VARIABLES =
  /^(?:NODE_ENV|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLUMNS|LINES|CI|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|DEBUG|RUST_BACKTRACE|RUST_LOG|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS)=|^(?:GIT_)?PAGER=(?:cat)?$/;
const KEYWORDS = new Set(['if', 'then', 'elif', 'else', 'while', 'until', 'do', 'in', '!', '{', '}', 'coproc', 'fi', 'done', 'esac']);
/** Programs that run their arguments. Deny and ask rules see through all of them. */
const WRAPPERS = new Set([
  'timeout',
  'time',
  'nice',
  'nohup',
  'stdbuf',
  'command',
  'builtin',
  'noglob',
  'exec',
  'env',
  'sudo',
  'doas',
  'watch',
  'setsid',
  'ionice',
  'flock',
  'xargs',
  'chrt',
  'taskset',
  'busybox',
  'toybox',
  'unbuffer',
  'strace',
  'ltrace',
  'caffeinate',
  'proxychains',
  'chroot',
  'unshare',
  'nsenter',
  'parallel',
  'systemd-run',
  'gtimeout',
  'pkexec',
  ...['faketime', 'fakeroot', 'eatmydata', 'xvfb-run', 'dbus-run-session', 'prlimit', 'numactl', 'setarch', 'linux32', 'linux64'],
  ...[
    'rlwrap',
    'valgrind',
    'gosu',
    'su-exec',
    'torsocks',
    'tsocks',
    'firejail',
    'ssh-agent',
    'chronic',
    'entr',
    'sem',
    'gtime',
    'genv',
    'jobs',
    'screen',
    ...['envchain', 'summon', 'envconsul', 'tini', 'dumb-init', 'systemd-inhibit', 'bwrap', 'proot', 'setuidgid', 'chpst', 'softlimit'],
    ...['dbus-launch', 'onchange', 'reflex', 'catchsegv', 'with-contenv'],
  ],
]);
/** Of these the first plain argument is no command either. */
const ONE_ARGUMENT = new Set([
  'flock',
  'taskset',
  'chroot',
  'timeout',
  'gtimeout',
  'chrt',
  'faketime',
  'setarch',
  'gosu',
  'su-exec',
  'envchain',
  'setuidgid',
]);
/** A Python package with its version, which is no assignment. */
const PINNED = /^[\w.-]+==/;
/** Bounds on the forms of one part, and on their words together. */
const MOST_FORMS = 40;
const MOST_FORM_WORDS = 3_000;

export function isAssignment(word: ShellWord): boolean {
  return ASSIGNMENT.test(word.raw);
}

export function isHarmlessAssignment(word: ShellWord): boolean {
  return HARMLESS_VARIABLES.test(word.raw);
}

/** Last path segment of a program's name: rules name programs, not where they lie. */
export function commandName(word: ShellWord | undefined): string {
  const text = word?.text ?? '';
  return text.slice(text.lastIndexOf('/') + 1);
}

/**
 * Every form of a part that may be what really runs: without keywords, assignments and any wrapper with its options. `complete` is
 * false where there are more than are looked at.
 */
export function unwrapForDeny(words: readonly ShellWord[]): { forms: ShellWord[][]; complete: boolean } {
  const forms: ShellWord[][] = [];
  const open: ShellWord[][] = [[...words]];
  let count = 0;
  while (open.length > 0) {
    if (forms.length >= MOST_FORMS || count > MOST_FORM_WORDS) return { forms, complete: false };
    let form = open.shift() ?? [];
    count += form.length;
    let assigned = false;
    while (form[0] !== undefined && (KEYWORDS.has(form[0].raw) || ASSIGNMENT.test(form[0].raw))) {
      // Behind an assignment a keyword is the name of a program.
      if (assigned && KEYWORDS.has(form[0].raw)) forms.push(form);
      assigned ||= ASSIGNMENT.test(form[0].raw);
      // `coproc NAME { …`
      if (form[0].raw === 'coproc' && KEYWORDS.has(form[2]?.raw ?? '')) form = form.slice(1);
      form = form.slice(1);
    }
    if (form[0]?.raw === 'function') form = form.slice(2);
    while (form[0] !== undefined && KEYWORDS.has(form[0].raw)) form = form.slice(1);
    const [program] = form;
    if (program === undefined) continue;
    forms.push(form);
    const name = commandName(program);
    const args = form.slice(1);
    if (WRAPPERS.has(name)) open.push(...wrappedCommands(name, args));
    const subcommand = name.startsWith('git-') ? name.slice('git-'.length) : '';
    if (isGitCommand(subcommand)) open.push([wordOf('git'), wordOf(subcommand), ...args]);
    const run = runnerArguments(name, args);
    if (run !== undefined)
      open.push(...wrappedCommands(name, run).map(([tool, ...rest]) => (tool === undefined ? rest : [programOfPackage(tool), ...rest])));
  }
  return { forms, complete: true };
}

function wrappedCommands(wrapper: string, args: readonly ShellWord[]): ShellWord[][] {
  const found: ShellWord[][] = [];
  const end = args.findIndex((word) => word.text === '--');
  let spare = ONE_ARGUMENT.has(wrapper) || RUNNER_WITH_PLACE.test(wrapper) ? 1 : 0;
  let afterOption = false;
  for (const [index, word] of args.entries()) {
    if (word.text.startsWith('-')) {
      afterOption = word.text !== '--' && !STANDS_ALONE.test(word.text);
    } else if (/^\d+(?:\.\d+)?[smhd]?$/.test(word.text) || (ASSIGNMENT.test(word.text) && !PINNED.test(word.text))) {
      afterOption = false;
    } else {
      found.push(args.slice(index));
      if (afterOption) afterOption = false;
      else if (spare > 0) spare -= 1;
      else {
        // What stands in front of a double dash then says with what it runs.
        if (end > index) found.push(args.slice(end + 1));
        break;
      }
    }
  }
  return found;
}

/**
 * Forms that an allow rule may match: as written, then without known-harmless assignments, then without a wrapper whose options
 * are fully understood. Empty when an assignment is not known to be harmless: it can change which program runs.
 */
export function unwrapForAllow(words: readonly ShellWord[]): ShellWord[][] {
  let form = [...words];
  while (form[0] !== undefined && ASSIGNMENT.test(form[0].raw)) {
    if (!HARMLESS_VARIABLES.test(form[0].raw)) return [];
    form = form.slice(1);
  }
  const forms: ShellWord[][] = [];
  for (let depth = 0; depth < 5 && form.length > 0; depth++) {
    forms.push(form);
    const inner = unwrapOnce(form);
    if (inner === undefined || inner.length === 0) break;
    form = inner;
  }
  return forms;
}

function unwrapOnce(form: readonly ShellWord[]): ShellWord[] | undefined {
  const [program, ...args] = form;
  const texts = args.map((word) => word.text);
  const [first = '', second = ''] = texts;
  switch (program?.raw) {
    case 'timeout': {
      let at = 0;
      while (/^(?:--foreground|--preserve-status|-v|--verbose|--kill-after=\d+[smhd]?|--signal=[A-Z0-9]+)$/.test(texts[at] ?? '')) at += 1;
      if (/^-[ks]$/.test(texts[at] ?? '')) at += 2;
      return /^\d+(?:\.\d+)?[smhd]?$/.test(texts[at] ?? '') ? args.slice(at + 1) : undefined;
    }
    case 'nice':
      if (first === '-n' && /^-?\d+$/.test(second)) return args.slice(2);
      return /^-\d+$/.test(first) ? args.slice(1) : plainArguments(args);
    case 'time':
      return first === '-p' ? args.slice(1) : plainArguments(args);
    case 'stdbuf': {
      const end = texts.findIndex((text) => !/^-[ioe](?:0|L|\d+)$/.test(text));
      return end > 0 ? args.slice(end) : undefined;
    }
    case 'nohup':
    case 'command':
    case 'builtin':
    case 'noglob':
    case 'xargs':
      return plainArguments(args);
    default:
      return undefined;
  }
}

/** The arguments as a command, unless they begin with an option that could change what the wrapper does. */
function plainArguments(args: readonly ShellWord[]): ShellWord[] | undefined {
  return args[0] === undefined || args[0].text.startsWith('-') ? undefined : [...args];
}
