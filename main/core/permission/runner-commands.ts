import type { ProgramTexts, ShellWord } from './parsed-command';

const DIRECTLY = /^/;
/** Programs that fetch, or look up, another program and run it: with the verb that its name and arguments follow. */
const RUNNERS: ReadonlyMap<string, RegExp> = new Map([
  ['npm', /^(?:exec?|x|explore)$/],
  ...['pnpm', 'yarn'].map((name) => [name, /^(?:exec|dlx)$/] as const),
  ['bun', /^x$/],
  ['deno', /^(?:run|x)$/],
  ['rustup', /^run$/],
  ...['lerna', 'nx'].map((name) => [name, /^exec$/] as const),
  ...['npx', 'pnpx', 'bunx', 'uvx', 'corepack', 'cross-env', 'cross-env-shell', 'dotenv', 'env-cmd', 'watchexec'].map(
    (name) => [name, DIRECTLY] as const,
  ),
  ...['pipx', 'uv', 'poetry', 'pdm', 'hatch', 'rye', 'pipenv', 'conda', 'mamba', 'micromamba', 'volta', 'devbox'].map(
    (name) => [name, /^run$/] as const,
  ),
  ...['dotenvx', 'op', 'chamber', 'berglas', 'teller', 'pixi', 'doppler', 'infisical', 'aws-vault'].map(
    (name) => [name, /^(?:run|exec)$/] as const,
  ),
  ...['bundle', 'bundler', 'direnv', 'asdf', 'rbenv', 'pyenv', 'nodenv', 'fnm', 'nvm'].map((name) => [name, /^exec$/] as const),
  ...['mise', 'rtx'].map((name) => [name, /^(?:exec|x)$/] as const),
  ['perf', /^(?:record|stat|trace)$/],
]);
/** Words that may stand in front of the verb: another verb, and what names a part of the project. */
const BEFORE_VERB = /^(?:tool|workspaces?|foreach)$/;
/** Options of runners that stand alone. */
export const STANDS_ALONE = /^(?:-[yqv]|--(?:yes|no|no-install|quiet|silent|verbose|bun|isolated|offline|no-cache|no-sync|frozen|locked))$/;
/** Of these the first plain argument is a folder or a version. */
export const RUNNER_WITH_PLACE = /^(?:direnv|nvm|aws-vault|rustup)$/;

/** Programs of packages that are not called so. */
const PROGRAM_OF: ReadonlyMap<string, string> = new Map([
  ['@changesets/cli', 'changeset'],
  ['firebase-tools', 'firebase'],
  ['netlify-cli', 'netlify'],
  ['aws-cdk', 'cdk'],
  ['cdktf-cli', 'cdktf'],
  ['@aws-amplify/cli', 'amplify'],
  ['@railway/cli', 'railway'],
  ['@vscode/vsce', 'vsce'],
  ['@cloudflare/wrangler', 'wrangler'],
  ['eas-cli', 'eas'],
  ['npm-cli', 'npm'],
  ['@yarnpkg/cli-dist', 'yarn'],
  ['@google/clasp', 'clasp'],
  ['azure-functions-core-tools', 'func'],
  ['@angular/cli', 'ng'],
  ['@nrwl/cli', 'nx'],
  ['npm-run-all', 'run-s'],
]);
const PACKAGE = /^(?:[\w.-]+:)?(@[\w.-]+\/[\w.-]+|[A-Za-z][\w.-]*?)(?:\[[\w,-]*\])?(?:@[^/]*|[=<>~!]=.*)?$/;

/** The program of a package as a runner is given it: `wrangler` for `wrangler@3`, `changeset` for `@changesets/cli`. */
export function programOfPackage(word: ShellWord): ShellWord {
  const name = PACKAGE.exec(word.text)?.[1];
  const program = name === undefined ? undefined : (PROGRAM_OF.get(name) ?? name.slice(name.lastIndexOf('/') + 1));
  return program === undefined || program === word.text ? word : { ...word, raw: program, text: program };
}

/** The arguments of a runner from where the other program's name may stand; undefined where it runs none. */
export function runnerArguments(name: string, args: readonly ShellWord[]): readonly ShellWord[] | undefined {
  const verb = RUNNERS.get(name);
  if (verb === undefined) return undefined;
  if (verb === DIRECTLY) return args;
  const at = args.findIndex((word) => verb.test(word.text));
  const inFront = args.slice(0, at).every(({ text }, index) => {
    const before = args[index - 1]?.text ?? '';
    return text.startsWith('-') || BEFORE_VERB.test(text) || before.startsWith('-') || BEFORE_VERB.test(before);
  });
  return at === -1 || !inFront ? undefined : args.slice(at + 1);
}

/**
 * The shell text that `npx -c TEXT`, `npm exec --call=TEXT` and `yarn exec TEXT` run. `npm` reads its options up to `--`, `npx` up to the
 * program's name.
 */
export function calledText(name: string, args: readonly ShellWord[]): ProgramTexts {
  const rest = runnerArguments(name, args) ?? [];
  if (name === 'yarn') return { shell: rest.flatMap(({ text }) => (/\s/.test(text) ? [text] : [])), commands: [] };
  const shell: string[] = [];
  const end = rest.findIndex(({ text }, index) => text === '--' || (name === 'npx' && !text.startsWith('-') && !isOption(rest[index - 1])));
  for (const [index, word] of rest.slice(0, end === -1 ? rest.length : end).entries()) {
    const joined = /^(?:-c|--call)=(.*)$/s.exec(word.text)?.[1];
    const value = joined === undefined ? (/^(?:-c|--call)$/.test(word.text) ? rest[index + 1] : undefined) : { ...word, text: joined };
    if (value?.opaque === true) return { shell, commands: [], unknown: `${name} ${word.text} runs a text that is not known` };
    if (value !== undefined) shell.push(value.text);
  }
  return { shell, commands: [] };
}

function isOption(word: ShellWord | undefined): boolean {
  return word?.text.startsWith('-') === true && !STANDS_ALONE.test(word.text);
}
