import { readGitCall } from './git-call';
import { gitCapability } from './git-capability';
import type { ShellWord } from './parsed-command';
import { type OptionNames, readOptions } from './read-options';

const TARGET_FOLDER: OptionNames = { letters: 't', long: 'target-directory', values: 'tS' };
const COMPILER: OptionNames = { letters: 'o', long: 'output out-dir', values: 'oIDLlx' };
/** Letters of tar that take a value. */
const TAR_VALUES = 'bCfFgHIKLNTVX';
const OPTIONS: ReadonlyMap<string, OptionNames> = new Map<string, OptionNames>([
  [
    'curl',
    {
      letters: 'oDc',
      long: 'output output-dir dump-header cookie-jar trace trace-ascii stderr libcurl etag-save hsts alt-svc',
      values: 'AbcCdDeEFHhKmoPQrTtuUwxXyYz',
    },
  ],
  [
    'wget',
    {
      letters: 'OoaP',
      long: 'output-document output-file append-output directory-prefix save-cookies rejected-log warc-file hsts-file',
      values: 'oaeiBtOTwQPUlARDIX',
    },
  ],
  ['aria2c', { letters: 'dol', long: 'dir out log save-session', values: 'doljsx' }],
  ...['http', 'https', 'xh'].map((name) => [name, { letters: 'o', long: 'output', values: 'o' }] as const),
  ...['tar', 'gtar', 'bsdtar'].map(
    (name) => [name, { letters: 'Cg', long: 'directory listed-incremental one-top-level index-file', values: TAR_VALUES }] as const,
  ),
  ['sort', { letters: 'oT', long: 'output temporary-directory', values: 'koStT' }],
  ...['cp', 'mv', 'ln'].map((name) => [name, TARGET_FOLDER] as const),
  ['install', { ...TARGET_FOLDER, values: 'tSgmo' }],
  ['rsync', { letters: 'T', long: 'temp-dir backup-dir partial-dir log-file write-batch', values: 'efBMT' }],
  ['mktemp', { letters: 'p', long: 'tmpdir suffix', values: 'p' }],
  ['logrotate', { letters: 'sl', long: 'state log', values: 'sml' }],
  ['psql', { letters: 'oL', long: 'output log-file', values: 'cdfvLoFPRTUhp' }],
  ...['mysql', 'mariadb'].map((name) => [name, { long: 'tee' }] as const),
  ...['pg_dump', 'pg_dumpall'].map((name) => [name, { letters: 'f', long: 'file', values: 'fFjnNtTUhpdZ' }] as const),
  ...['mysqldump', 'mariadb-dump'].map((name) => [name, { letters: 'rT', long: 'result-file tab log-error', values: 'rTuhPS' }] as const),
  ...['mongodump', 'mongoexport'].map((name) => [name, { letters: 'o', long: 'out archive', values: 'odchpu' }] as const),
  ...['tcpdump', 'tshark'].map((name) => [name, { letters: 'w', values: 'wicrCGWsF' }] as const),
  ['ssh', { letters: 'E', values: 'bcDEeFIiJLlmOopQRSWw' }],
  ['unzip', { letters: 'd', values: 'dPxO' }],
  ...['7z', '7za', '7zz', '7zr'].map((name) => [name, { letters: 'o', values: 'osmptxir' }] as const),
  ['zip', { letters: 'O', long: 'output-file', values: 'Obntxi' }],
  ['patch', { letters: 'odrB', long: 'output directory reject-file prefix', values: 'BdDFgioprVxYz' }],
  ['split', { values: 'abClnt' }],
  ...['gpg', 'gpg2', 'age', 'sops', 'pandoc', 'dot', 'objcopy', 'yt-dlp', 'nm'].map(
    (name) => [name, { letters: 'o', long: 'output', values: 'ortf' }] as const,
  ),
  ['openssl', { long: 'out keyout' }],
  ['ssh-keygen', { letters: 'f', values: 'fbtCNPO' }],
  ...['gcc', 'g++', 'cc', 'c++', 'clang', 'clang++', 'ld', 'rustc', 'go', 'esbuild'].map((name) => [name, COMPILER] as const),
  ['tsc', { long: 'outDir outFile declarationDir tsBuildInfoFile' }],
  ['find', { long: 'fprint fprint0 fprintf fls' }],
  ['touch', { values: 'drt' }],
  ['mkdir', { values: 'm' }],
  ['truncate', { values: 'sr' }],
  ['csplit', { letters: 'f', long: 'prefix', values: 'fbn' }],
  ['cpio', { letters: 'DFO', long: 'directory file', values: 'DFOIEHCMR' }],
  ['shuf', { letters: 'o', long: 'output', values: 'oein' }],
  ...['iconv', 'base64', 'column'].map((name) => [name, { letters: 'o', long: 'output', values: 'oftbid' }] as const),
  ...['uniq', 'xxd'].map((name) => [name, { values: 'fswclgo' }] as const),
  ['mknod', { values: 'm' }],
  ['mkfifo', { values: 'm' }],
  ...['perl', 'ruby'].map((name) => [name, { values: 'eEMmIrCFx' }] as const),
  ...['gawk', 'awk'].map((name) => [name, { values: 'fvFiel' }] as const),
]);
/** Their own options stand in front of the program that they start. */
const STARTERS: ReadonlyMap<string, OptionNames> = new Map<string, OptionNames>([
  ...['time', 'gtime'].map((name) => [name, { letters: 'o', long: 'output', values: 'of' }] as const),
  ['valgrind', { long: 'log-file xml-file' }],
  ...['strace', 'ltrace'].map((name) => [name, { letters: 'o', long: 'output', values: 'oeapsSuEPIXb' }] as const),
]);
/** The option by which they change the files that they are given; those that need none. */
const IN_PLACE: ReadonlyMap<string, RegExp> = new Map<string, RegExp>([
  ...['sed', 'gsed'].map((name) => [name, /^-[A-Za-z]*i|^--i/] as const),
  ...['perl', 'ruby'].map((name) => [name, /^-[acdflnpsStTuUvwWX0-7]*i/] as const),
  ...['gawk', 'awk'].map((name) => [name, /^(?:-i)?inplace$|^--include=inplace/] as const),
  ['yq', /^-[A-Za-z]*i|^--inplace/],
  ['prettier', /^(?:-w|--write)$/],
  ['eslint', /^--fix$/],
  ['biome', /^--(?:write|fix|apply|unsafe)/],
  ...['gofmt', 'goimports', 'shfmt'].map((name) => [name, /^-w$/] as const),
  ...['clang-format', 'autopep8'].map((name) => [name, /^-i$|^--in-place/] as const),
  ...['black', 'isort', 'rustfmt', 'dos2unix', 'unix2dos', 'rename', 'sponge', 'mkfifo', 'mknod'].map((name) => [name, /^/] as const),
]);
const PYTHON = /^(?:python|pypy)[\d.]*$/;
/** What they do to files is no secret way of writing one: names that are not known are left to them. */
const FORMATTERS =
  /^(?:prettier|eslint|biome|gofmt|goimports|shfmt|clang-format|autopep8|black|isort|rustfmt|ffmpeg|convert|magick|mktemp|virtualenv)$/;
/** Programs that write every file that they are given. */
const WRITE_ALL = new Set(['tee', 'touch', 'mkdir', 'truncate', 'chmod', 'chown', 'shred', 'unlink', 'mv', 'virtualenv']);
/** The last one. */
const WRITE_LAST = new Set(['cp', 'ln', 'install', 'rsync', 'scp', 'ffmpeg', 'convert', 'magick']);
/** Where the last one is a folder, they write under the names of the others in it. */
const COPIES = new Set(['cp', 'mv', 'ln', 'install', 'rsync', 'scp']);
/** The first one. */
const WRITE_FIRST = new Set(['zip', 'patch', 'script']);
/** All but the first one. */
const WRITE_OTHERS = new Set(['split', 'uniq', 'xxd']);
/** Every one, where they do not write to the standard output. */
const REPLACE = new Set(['gzip', 'gunzip', 'bzip2', 'bunzip2', 'xz', 'unxz', 'zstd', 'unzstd']);
const TO_OUTPUT = /^-[A-Za-z0-9]*[clt]|^--(?:stdout|to-stdout|list|test)/;

/**
 * The words that say which files or folders a program makes, changes or fills: what it is given, and the values of its options.
 * Removals, and redirects of the shell, are not among them.
 */
export function writtenWords(program: string, args: readonly ShellWord[]): ShellWord[] {
  if (program === 'git') return writtenByGit(args);
  if (program === 'dd') return valuesAfter(args, 'of=');
  if (PYTHON.test(program)) return [...writtenByModule(args)].filter((word) => !word.opaque);
  const starter = STARTERS.get(program);
  if (starter !== undefined) return readOptions(ownOptions(args, starter), starter).values;
  const options = OPTIONS.get(program);
  const { values: written, plain } = readOptions(args, options ?? {});
  const found = [...written, ...writtenArguments(program, args, plain, written.length > 0)].filter(
    (word) => !word.opaque || !FORMATTERS.test(program),
  );
  if (COPIES.has(program)) found.push(...insideFolders(written, plain), ...insideFolders(plain.slice(-1), plain.slice(0, -1)));
  if (program === 'tar' || program === 'gtar' || program === 'bsdtar') found.push(...archivesOfTar(args));
  return found;
}

/** Whether a program changes the files that it is given. */
export function editsInPlace(program: string, args: readonly ShellWord[]): boolean {
  const option = IN_PLACE.get(program);
  return option !== undefined && args.some((word) => option.test(word.text));
}

/** The words in front of the first plain one. */
function ownOptions(args: readonly ShellWord[], names: OptionNames): readonly ShellWord[] {
  const [first] = readOptions(args, names).plain;
  return first === undefined ? args : args.slice(0, args.indexOf(first));
}

function writtenArguments(
  program: string,
  args: readonly ShellWord[],
  plain: readonly ShellWord[],
  hasTarget: boolean,
): readonly ShellWord[] {
  if (program === 'mv' || WRITE_ALL.has(program)) return plain;
  if (program === 'mktemp') return madeByMktemp(args, plain);
  if (program === 'uv') return plain[0]?.text === 'venv' ? plain.slice(1) : [];
  if (WRITE_LAST.has(program)) return hasTarget && program !== 'rsync' ? [] : plain.slice(-1);
  if (WRITE_FIRST.has(program)) return plain.slice(0, 1);
  if (REPLACE.has(program)) return args.some((word) => TO_OUTPUT.test(word.text)) ? [] : plain;
  if (WRITE_OTHERS.has(program)) return plain.slice(1);
  if (/^7z[azr]?$/.test(program)) return /^(?:a|u|d|rn)$/.test(plain[0]?.text ?? '') ? plain.slice(1, 2) : [];
  if (program === 'ar') return plain.slice(1, 2);
  if (editsInPlace(program, args)) return /^g?sed$/.test(program) ? filesOfSed(args) : plain;
  // Without a name for the file, that is the end of the address.
  const namesByAddress =
    program === 'wget'
      ? !hasTarget
      : program === 'curl' && args.some((word) => /^-[A-Za-z]*[OJ]|^--remote-(?:name|header)/.test(word.text));
  return namesByAddress ? plain.map(endOfAddress) : [];
}

/** What is written where these words are folders and those are put into them. */
function insideFolders(folders: readonly ShellWord[], sources: readonly ShellWord[]): ShellWord[] {
  const known = folders.filter((folder) => !folder.opaque && folder.text !== '');
  return known.flatMap((folder) =>
    sources.flatMap(({ raw, text, opaque, glob }) => {
      const name = /[^/]+(?=\/*$)/.exec(text)?.[0];
      return name === undefined || opaque ? [] : { raw, text: `${folder.text}/${name}`, opaque: false, glob };
    }),
  );
}

function endOfAddress(word: ShellWord): ShellWord {
  const path = word.text.replace(/[?#].*$/s, '');
  return { ...word, text: path.slice(path.lastIndexOf('/') + 1) || 'index.html' };
}

function valuesAfter(args: readonly ShellWord[], start: string): ShellWord[] {
  return args.flatMap((word) => (word.text.startsWith(start) ? { ...word, text: word.text.slice(start.length) } : []));
}

/** The archive where one is made or changed, and what letters without a dash in front of them mean: their values follow in order. */
function archivesOfTar(args: readonly ShellWord[]): ShellWord[] {
  const [first, ...rest] = args;
  const bundled = /^[A-Za-z]+$/.test(first?.text ?? '') ? (first?.text ?? '') : undefined;
  const makes = args.some((word, index) =>
    (index === 0 && bundled !== undefined ? /[cru]/ : /^-[A-Za-z]*[cru]|^--(?:cr|app|up)/).test(word.text),
  );
  if (bundled !== undefined) {
    const withValue = [...bundled].filter((letter) => TAR_VALUES.includes(letter));
    return withValue.flatMap((letter, index) => (letter === 'C' || (letter === 'f' && makes) ? (rest[index] ?? []) : []));
  }
  return makes ? readOptions(args, { letters: 'f', long: 'file', values: TAR_VALUES }).values : [];
}

/** A template is a path of its own but where an option says in which folder it lies. */
function madeByMktemp(args: readonly ShellWord[], plain: readonly ShellWord[]): readonly ShellWord[] {
  return args.some(({ text }) => /^(?:-[A-Za-z]*[pt]|--tmpdir)/.test(text)) ? [] : plain;
}

/** Modules of Python that make files and folders. */
function writtenByModule(args: readonly ShellWord[]): readonly ShellWord[] {
  const at = args.findIndex(({ text }) => text === '-m');
  const given = args.slice(at + 2);
  const plain = given.filter(({ text }) => !text.startsWith('-'));
  switch (at === -1 ? '' : args[at + 1]?.text) {
    case 'venv':
    case 'virtualenv':
      return plain;
    case 'zipfile':
    case 'tarfile':
      return given.some(({ text }) => /^(?:-c|--create)$/.test(text)) ? plain.slice(0, 1) : plain.slice(1);
    case 'json.tool':
      return plain.slice(1);
    default:
      return [];
  }
}

/** Without its script, which may hold anything. */
function filesOfSed(args: readonly ShellWord[]): readonly ShellWord[] {
  const named = args.filter((word, index) => !word.text.startsWith('-') && !/^-[A-Za-z]*[ef]$/.test(args[index - 1]?.text ?? ''));
  const hasScript = args.some((word) => /^-[A-Za-z]*[ef]|^--(?:expression|file)/.test(word.text));
  return hasScript ? named : named.slice(1);
}

/** Where git is told to write, and the folder that it is sent to where it does more than read. */
function writtenByGit(words: readonly ShellWord[]): ShellWord[] {
  const { subcommand, args, elsewhere } = readGitCall(words);
  const name = subcommand?.text ?? '';
  const sent = gitCapability(words).every(({ capability }) => capability === 'git-read') ? [] : elsewhere;
  if (name === 'mv') return [...sent, ...movedByGit(args)];
  const takesOutput = name !== 'commit' && name !== 'ls-files' && name !== 'grep' && name !== 'clone' && name !== 'push';
  const { values: written, plain } = readOptions(
    args,
    takesOutput ? { letters: 'o', long: `output output-directory ${/^a(?:m|pply)$/.test(name) ? 'directory' : ''}` } : { values: 'bo' },
  );
  if (name === 'bundle' && plain[0]?.text === 'create') written.push(...plain.slice(1, 2));
  if (name === 'worktree' && plain[0]?.text === 'add') written.push(...plain.slice(1, 2));
  if (name === 'clone') written.push(...plain.slice(1, 2));
  if (name === 'init') written.push(...plain.slice(0, 1));
  return [...sent, ...written];
}

function movedByGit(args: readonly ShellWord[]): ShellWord[] {
  const { plain } = readOptions(args, {});
  return [...plain, ...insideFolders(plain.slice(-1), plain.slice(0, -1))];
}
