import { checkKindOfWords, toolWords } from './check-commands';

/** Options that bring a program along, or name one, for whatever tool. */
const BRINGS_PROGRAM =
  /^(?:-e$|-e=|-f|-D|--?(?:eval|exec|toolexec|vettool|overlay|modfile|run[-_]under|node-options|script-shell|init-hook|override|plugin|test-command|define|file|makefile|build-file|init-script|settings)(?:$|[=:-]))/;
/** The same, for tools whose options are not what they are elsewhere. */
const MORE: Readonly<Record<string, RegExp>> = {
  tox: /^-x/,
  rollup: /^-p/,
  ctest: /^(?:-S|-M|-T|--build-|--script)/,
  phpunit: /^-d/,
  ninja: /^[^-]|^-[tC]/,
  cmake: /^(?:--|-t|--target.*)$/,
  turbo: /^(?!run$|build$)[^-]/,
  dotnet: /^-{1,2}p(?::|roperty)|^\/p/i,
  swift: /^-X/,
  cargo: /^(?:-Z|--config)/,
  mix: /^-/,
  zig: /^-/,
  go: /^--?(?:ldflags|gcflags|asmflags|gccgoflags|compiler|C)(?:$|=)/,
};
/** All options there are for tools that would run a text or a file of anybody's. */
const KNOWN: Readonly<Record<string, RegExp>> = {
  node: /^--(?:test(?:-[\w-]+)?|experimental-(?:strip-types|transform-types|test-[\w-]+)|enable-source-maps|no-warnings)(?:=|$)/,
  make: /^(?:-j\d*|-k|-s|-B|-n|--silent|--quiet|--keep-going|--jobs(?:=\d+)?)$/,
  just: /^(?!)/,
  rake: /^(?!)/,
  task: /^(?!)/,
  mvn: /^(?:-[qBoeX]|-ntp|--batch-mode|--offline|--quiet|--no-transfer-progress)$/,
  gradle: /^(?:-[qis]|--(?:no-daemon|offline|info|quiet|stacktrace|parallel|continue|console=plain))$/,
  npm: /^(?:-s|--silent|--if-present|-ws|--workspaces|-w=?[\w@/-]*|--workspace(?:=[\w@/-]+)?)$/,
  npx: /^(?:--no|--no-install)$/,
  bunx: /^(?!)/,
  uv: /^(?!)/,
  poetry: /^(?!)/,
  bundle: /^(?!)/,
  sh: /^(?!)/,
};
const ALIASES: Readonly<Record<string, string>> = {
  ...{ mvnw: 'mvn', './mvnw': 'mvn', gradlew: 'gradle', './gradlew': 'gradle', bash: 'sh', dash: 'sh', zsh: 'sh' },
};

/**
 * Whether a command without wrappers is a check of the project and of nothing else: no argument brings a program along, or leads out
 * of the folder. What it then runs is the project's own.
 */
export function isOwnCheck(words: readonly string[]): boolean {
  if (checkKindOfWords(words) === undefined || words.some(leadsOutside)) return false;
  const tool = toolWords(words);
  const [program = ''] = words;
  const [name = ''] = tool;
  const own = KNOWN[ALIASES[program] ?? program];
  // Behind these the tool's own arguments follow, or those of a script after `--`.
  const until = tool === words ? words.indexOf('--') : words.length - tool.length;
  const options = words.slice(1, until === -1 ? words.length : until).filter((word) => word.startsWith('-'));
  if (own !== undefined && !options.every((option) => own.test(option))) return false;
  return !tool.slice(1).some((word) => BRINGS_PROGRAM.test(word) || MORE[name]?.test(word) === true);
}

/** An address, a text that is a program, or a path that is not plainly below the folder; also as the value of an option. */
function leadsOutside(word: string): boolean {
  const value = word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word;
  return /^[/~]|(?:^|[/:=])\.\.(?:\/|$)|^[A-Za-z]:[\\/]|:\/\/|^(?:data|file|npm|jsr|node|https?):|^[A-Za-z_]\w*=/.test(value);
}
