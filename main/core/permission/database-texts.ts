import type { ProgramTexts, ShellWord } from './parsed-command';
import { readOptions } from './read-options';

/** What the script of a database's client makes it run, read and write beside the database. */
interface ClientScript {
  shell: string[];
  reads: string[];
  writes: string[];
  /** It runs what is not looked at. */
  hides?: true;
}

interface Client {
  /** The words that may be scripts. */
  scripts(args: readonly ShellWord[]): readonly ShellWord[];
  /** Whether it needs no script from its input. */
  isTold(args: readonly ShellWord[]): boolean;
  read(script: string): ClientScript;
}

const TELLS_OF_ITSELF = /^--?(?:version|help|V|\?)$/;
/** Files that are the input. */
const INPUT = /^(?:-|\/dev\/stdin)$/;
const IN_QUOTES = `\\(?\\s*'((?:[^']|'')+)'`;
/** Functions and statements of SQL that name a file. */
const SQL_READS = new RegExp(
  `\\b(?:readfile|load_file|pg_read_(?:binary_)?file|read_(?:csv|json|ndjson|text|blob|parquet)(?:_auto|_objects)?|infile|from|attach(?:\\s+database)?)\\s*${IN_QUOTES}`,
  'gi',
);
const SQL_WRITES = new RegExp(
  `\\b(?:writefile|to|into|into\\s+(?:outfile|dumpfile)|attach(?:\\s+database)?|export\\s+database)\\s*${IN_QUOTES}`,
  'gi',
);
const SQL_PROGRAM = new RegExp(`\\b(?:from|to)\\s+program\\s*${IN_QUOTES}`, 'gi');
const SQL_HIDES = /\b(?:load_extension|edit)\s*\(/i;
const DOT_COMMAND = /^\s*\.([a-z]\w*)[ \t]*(.*)$/gim;
/** Commands of sqlite3 and duckdb; the beginning of one stands for it. */
const DOT_NAMES = {
  shell: ['shell', 'system'],
  hides: ['load', 'excel', 'www', 'edit'],
  writes: ['output', 'once', 'backup', 'save', 'clone', 'log', 'trace', 'open', 'archive'],
  reads: ['read', 'import', 'restore', 'open', 'archive'],
};

const SQLITE: Client = {
  scripts: (args) => args,
  isTold: (args) =>
    args.some(({ text }, index) => TELLS_OF_ITSELF.test(text) || (/^-[csf]$/.test(text) && !INPUT.test(args[index + 1]?.text ?? '-'))) ||
    countPlain(args) > 1,
  read(text) {
    const script = readSql(text);
    for (const [, name = '', rest = ''] of text.matchAll(DOT_COMMAND)) {
      const isOneOf = (names: readonly string[]) => names.some((full) => full.startsWith(name.toLowerCase()));
      const piped = /^["']?\|\s*(.*?)["']?$/.exec(rest)?.[1];
      const files = wordsOf(rest);
      if (isOneOf(DOT_NAMES.shell)) script.shell.push(rest);
      else if (piped !== undefined) script.shell.push(piped);
      if (isOneOf(DOT_NAMES.hides)) script.hides = true;
      if (isOneOf(DOT_NAMES.reads)) script.reads.push(...files);
      if (isOneOf(DOT_NAMES.writes)) script.writes.push(...files);
    }
    return script;
  },
};

const PSQL_VALUES = 'cdfvLoFPRTUhp';
const PSQL_LISTS = new RegExp(`^(?:-[^-${PSQL_VALUES}]*l|--list$)`);

const PSQL: Client = {
  scripts: (args) => readOptions(args, { letters: 'c', long: 'command', values: PSQL_VALUES }).values,
  isTold(args) {
    const { values } = readOptions(args, { letters: 'cf', long: 'command file', values: PSQL_VALUES });
    if (values.length > 0) return !values.some(({ text }) => INPUT.test(text));
    return args.some(({ text }) => TELLS_OF_ITSELF.test(text) || PSQL_LISTS.test(text));
  },
  read(text) {
    const script = readSql(text);
    for (const [, run = ''] of text.matchAll(/\\!\s*([^\n]*)/g)) script.shell.push(run);
    for (const [line] of text.matchAll(/\\[a-z][^\n]*/g)) {
      const [, verb = '', rest = ''] = /^\\([a-z_]+)\s*(.*)$/.exec(line) ?? [];
      for (const [, run = ''] of rest.matchAll(/`([^`]*)`/g)) script.shell.push(run);
      if (rest.startsWith('|')) script.shell.push(rest.slice(1));
      else if (/^(?:o|out|w|write|g|gx|s|lo_export)$/.test(verb)) script.writes.push(...wordsOf(rest));
      if (/^(?:i|ir|include|include_relative|lo_import)$/.test(verb)) script.reads.push(...wordsOf(rest));
      if (verb === 'copy') {
        script.reads.push(...(/\bfrom\s+([^'\s]+)/i.exec(rest)?.slice(1) ?? []));
        script.writes.push(...(/\bto\s+([^'\s]+)/i.exec(rest)?.slice(1) ?? []));
      }
      if (/^e(?:dit|f|v)?$/.test(verb)) script.hides = true;
    }
    return script;
  },
};

const MYSQL: Client = {
  scripts: (args) => readMysql(args, 'execute init-command'),
  isTold: (args) => args.some(({ text }) => TELLS_OF_ITSELF.test(text)) || readMysql(args, 'execute').length > 0,
  read(text) {
    const script = readSql(text);
    for (const [, run = ''] of text.matchAll(/(?:\\!|(?:^|;)\s*system\b|\\P|(?:^|;)\s*pager\b)\s*([^\n;]*)/gim)) script.shell.push(run);
    for (const [, file = ''] of text.matchAll(/(?:\\\.|(?:^|;)\s*source\b)\s*([^\n;]+)/gim)) script.reads.push(file.trim());
    for (const [, file = ''] of text.matchAll(/(?:\\T|(?:^|;)\s*tee\b)\s*([^\n;]+)/gim)) script.writes.push(file.trim());
    if (/\\e\b|(?:^|;)\s*edit\b/i.test(text)) script.hides = true;
    return script;
  },
};

/** A password stands in the word of its option or nowhere: its letters are no options. */
function readMysql(args: readonly ShellWord[], long: string): readonly ShellWord[] {
  const open = args.map((word) => ({ ...word, text: word.text.replace(/^(-[^-euhPDS]*?)p.*$/s, '$1') }));
  return readOptions(open, { letters: 'e', long, values: 'euhPDS' }).values;
}

const CLIENTS: ReadonlyMap<string, Client> = new Map([
  ...['sqlite3', 'sqlite', 'duckdb'].map((name) => [name, SQLITE] as const),
  ['psql', PSQL],
  ...['mysql', 'mariadb'].map((name) => [name, MYSQL] as const),
]);

/** What a client of a database is made to run; undefined for any other program. */
export function databaseTexts(name: string, args: readonly ShellWord[], input: string | undefined): ProgramTexts | undefined {
  const client = CLIENTS.get(name);
  if (client === undefined) return undefined;
  const scripts = client.scripts(args);
  const found = scripts.map(({ text }) => client.read(text));
  const shell = found.flatMap((script) => script.shell);
  const unknown = (reason: string) => ({ shell, commands: [], unknown: `${name} ${reason}` });
  if (scripts.some(({ opaque, raw }) => opaque && /^"?[$`]/.test(raw))) return unknown('runs a script that is not known');
  if (found.some(({ hides }) => hides === true)) return unknown('runs what is not looked at');
  if (client.isTold(args)) return { shell, commands: [] };
  if (input === undefined) return unknown('runs what its input says');
  const given = client.read(input);
  shell.push(...given.shell);
  return given.hides === true || given.reads.length + given.writes.length > 0
    ? unknown('uses files that its input names')
    : { shell, commands: [] };
}

/** The files that the scripts of a client name; none for any other program. */
export function filesOfDatabase(name: string, args: readonly ShellWord[]): { reads: string[]; writes: string[] } {
  const client = CLIENTS.get(name);
  const found = client === undefined ? [] : client.scripts(args).map(({ text }) => client.read(text));
  return { reads: found.flatMap(({ reads }) => reads), writes: found.flatMap(({ writes }) => writes) };
}

function readSql(text: string): ClientScript {
  const behind = (pattern: RegExp) => [...text.matchAll(pattern)].flatMap(([, inside]) => inside?.replaceAll("''", "'") ?? []);
  return {
    shell: behind(SQL_PROGRAM),
    reads: behind(SQL_READS),
    writes: behind(SQL_WRITES),
    ...(SQL_HIDES.test(text) ? { hides: true } : {}),
  };
}

function wordsOf(text: string): string[] {
  return [...text.matchAll(/"([^"]+)"|'([^']+)'|([^\s"']+)/g)].flatMap(([, double, single, bare]) => {
    const word = double ?? single ?? bare ?? '';
    return /^[-|]/.test(word) ? [] : word;
  });
}

/** Options of sqlite3 have one dash and a long name. */
function countPlain(args: readonly ShellWord[]): number {
  const withValue = /^--?(?:cmd|init|separator|newline|nullvalue|vfs|maxsize|mmap|lookaside|pagecache|escape|A|f)$/;
  const withTwo = /^--?(?:lookaside|pagecache)$/;
  const textAt = (index: number) => args[index]?.text ?? '';
  return args.filter(({ text }, index) => !text.startsWith('-') && !withValue.test(textAt(index - 1)) && !withTwo.test(textAt(index - 2)))
    .length;
}
