import { execFile, execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ParsedCommand, ShellWord } from '../../../main/core/permission/parsed-command';

/** What really ran: programs with their arguments. */
export type Run = string[];

/** Programs that run others. They record their arguments as well, and then do what they always do. */
const REAL = ['env', 'xargs', 'timeout', 'nice', 'nohup', 'stdbuf', 'find', 'awk', 'mawk', 'setsid'];
const SHELLS = ['bash', 'sh', 'dash'];
const STUBS = [
  ...[
    'git',
    'npm',
    'npx',
    'node',
    'python3',
    'curl',
    'wget',
    'ls',
    'cat',
    'rm',
    'mv',
    'cp',
    'mkdir',
    'touch',
    'grep',
    'sed',
    'head',
    'tail',
    'sort',
  ],
  ...[
    'wc',
    'tee',
    'make',
    'cargo',
    'go',
    'docker',
    'ssh',
    'prettier',
    'base64',
    'date',
    'sleep',
    'echo',
    'printf',
    'pwd',
    'id',
    'a',
    'b',
    'c',
    'x',
    'y',
  ],
  ...[
    'true',
    'false',
    'diff',
    'which',
    'du',
    'stat',
    'tr',
    'cut',
    'uniq',
    'chmod',
    'ln',
    'tar',
    'sudo',
    'watch',
    'flock',
    'jq',
    'rg',
    'time',
    'basename',
    'dirname',
  ],
];

/** The reason why lines cannot be run here; undefined where they can. */
export function findObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'bubblewrap is for Linux';
  try {
    execFileSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'bubblewrap cannot run here';
  }
}

/** Runs each line by bash in a sandbox in which every program records its arguments and does nothing, and tells what ran. */
export async function runLines(lines: readonly string[]): Promise<Run[][]> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-oracle-')));
  try {
    await layOut(base, lines);
    await promisify(execFile)('bwrap', await sandbox(base), { maxBuffer: 1e8, timeout: 20_000 + lines.length * 300 });
    return await Promise.all(lines.map((_line, index) => readRuns(join(base, 'log', String(index)))));
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}

async function layOut(base: string, lines: readonly string[]): Promise<void> {
  for (const folder of ['stubs', 'oracle', 'log', 'lines']) await mkdir(join(base, folder));
  const record = `/oracle/record "\${0##*/}" "$@"\n`;
  const stub = async (name: string, rest: string) => {
    await writeFile(join(base, 'stubs', name), `#!/oracle/bash -p\n${record}${rest}`);
    await chmod(join(base, 'stubs', name), 0o755);
  };
  for (const name of STUBS) await stub(name, name === 'false' ? 'exit 1\n' : 'exit 0\n');
  for (const name of REAL) await stub(name, `exec -a ${name} /oracle/bin/${name} "$@"\n`);
  for (const name of SHELLS) await stub(name, 'exec /oracle/bash "$@"\n');
  await stub('find', 'for word; do [[ $word == -delete ]] && exit 0; done\nexec -a find /oracle/bin/find "$@"\n');
  const alias = 'while (($#)); do if [[ $1 == -c && $2 == alias.*=!* ]]; then exec /oracle/bash -c "${2#*!}"; fi; shift; done; exit 0\n';
  await stub('git', alias);
  // Builtins that have a program of the same name would run unseen.
  await writeFile(
    join(base, 'oracle', 'environment'),
    `enable -n echo printf pwd true false kill\ncommand_not_found_handle() { builtin local IFS=' '; /oracle/record "$@"; }\n`,
  );
  // A line break would part a record into two writes, and another program's might come between them.
  await writeFile(
    join(base, 'oracle', 'record'),
    `#!/oracle/bash -p\nprintf '%s\\0' "\${@//$'\\n'/$'\\037'}" $'\\036' >> "/log/$(</log/now)"\nexit 127\n`,
  );
  await chmod(join(base, 'oracle', 'record'), 0o755);
  // What a line leaves running gets a moment to say what it is, and is gone before the next line begins.
  const driver = `others() { for p in /proc/[0-9]*; do p=\${p##*/}; ((p > 1 && p != $$)) && builtin printf '%s ' "$p"; done; }
for ((i = 0; i < ${lines.length}; i++)); do
  printf '%s' "$i" > /log/now
  mapfile -d '' -t line < "/lines/$i"
  cd /tmp
  /oracle/bin/timeout -k 1 2 /oracle/bash -c "\${line[0]}" bash < /dev/null > /dev/null 2>&1
  for ((n = 0; n < 30; n++)); do left=$(others); set -- $left; (($# <= 1)) && break; /oracle/bin/sleep 0.01; done
  while left=$(others); set -- $left; (($# > 1)); do kill -9 $left 2> /dev/null; /oracle/bin/sleep 0.005; done
done
`;
  await writeFile(join(base, 'oracle', 'driver'), driver);
  await Promise.all(lines.map((line, index) => writeFile(join(base, 'lines', String(index)), `${line}\0`)));
}

async function sandbox(base: string): Promise<string[]> {
  const args = [
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    '--tmpfs',
    '/home',
  ];
  for (const folder of ['/lib', '/lib64', '/usr/lib', '/usr/lib64']) args.push('--ro-bind-try', folder, folder);
  for (const folder of ['/bin', '/usr/bin', '/usr/local/bin']) args.push('--ro-bind', join(base, 'stubs'), folder);
  args.push('--bind', join(base, 'log'), '/log', '--ro-bind', join(base, 'lines'), '/lines', '--tmpfs', '/oracle', '--dir', '/oracle/bin');
  for (const file of ['environment', 'record', 'driver']) args.push('--ro-bind', join(base, 'oracle', file), `/oracle/${file}`);
  args.push('--ro-bind', await realpath('/bin/bash'), '/oracle/bash');
  for (const name of [...REAL, 'sleep']) {
    const found = await realpath(`/usr/bin/${name}`).catch(() => undefined);
    if (found !== undefined) args.push('--ro-bind', found, `/oracle/bin/${name}`);
  }
  args.push('--clearenv', '--setenv', 'PATH', '/usr/bin', '--setenv', 'HOME', '/home', '--setenv', 'BASH_ENV', '/oracle/environment');
  return [...args, '/oracle/bash', '-p', '/oracle/driver'];
}

async function readRuns(file: string): Promise<Run[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .split('\u001e\0')
    .filter((run) => run !== '')
    .map((run) => run.replaceAll('\u001f', '\n').split('\0').slice(0, -1));
}

/** The runs that no part of a parsed command accounts for. Nothing is missed in a command that is unknown. */
export function findMissed(parsed: ParsedCommand, runs: readonly Run[]): Run[] {
  if (parsed.unknown !== undefined) return [];
  const forms = parsed.parts.flatMap((part) => part.forms.flatMap((form) => [form, ...scriptsOf(form)]));
  // Words of the grammar that stand where they have no meaning name programs that nobody has.
  return runs.filter(
    (run) => !/^(?:!|\{|\}|then|else|fi|do|done|esac|in)$/.test(run[0] ?? '') && !forms.some((form) => accountsFor(form, run)),
  );
}

const AWKS_SHELL: ShellWord[] = [
  { raw: 'sh', text: 'sh', opaque: false, glob: false },
  { raw: '…', text: '…', opaque: true, glob: false },
];

/** The stubs are scripts: a shell that is given the name of one runs it as such. */
function scriptsOf([program, ...args]: readonly ShellWord[]): ShellWord[][] {
  if (program?.text === 'source' || program?.text === '.') return [[{ raw: 'bash', text: 'bash', opaque: false, glob: false }]];
  // awk starts its commands by a shell of its own.
  if (/^(?:m|g)?awk$/.test(program?.text ?? '')) return [AWKS_SHELL];
  if (!SHELLS.includes(program?.text.replace(/^.*\//, '') ?? '')) return [];
  return args.map((_word, index) => args.slice(index));
}

function accountsFor([program, ...words]: readonly ShellWord[], [name, ...args]: Run): boolean {
  const text = program?.text ?? '';
  return text.slice(text.lastIndexOf('/') + 1) === name && fits(words, args);
}

/** A word that is not known before may become any number of arguments. */
function fits(words: readonly ShellWord[], args: readonly string[]): boolean {
  const [word, ...rest] = words;
  if (word === undefined) return args.length === 0;
  if (word.opaque || word.glob || word.text.startsWith('~')) {
    for (let taken = 0; taken <= args.length; taken++) if (fits(rest, args.slice(taken))) return true;
    return false;
  }
  return args[0] === word.text && fits(rest, args.slice(1));
}
