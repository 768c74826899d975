import type { ShellWord } from './parsed-command';

/** Names of one and the same verb, as the manuals of these programs list them. */
const DOCKER = [
  ['container rm', 'container remove', 'rm'],
  ['image rm', 'image remove', 'rmi'],
  ['image ls', 'image list', 'images'],
  ['container ls', 'container list', 'container ps', 'ps'],
  ['image build', 'builder build', 'buildx build', 'buildx b', 'build'],
  ...['push', 'pull', 'tag', 'save', 'load', 'import', 'history'].map((verb) => [`image ${verb}`, verb]),
  ...['run', 'exec', 'stop', 'kill', 'start', 'restart', 'create', 'cp', 'commit', 'export', 'update'].map((verb) => [
    `container ${verb}`,
    verb,
  ]),
  ...['volume', 'network', 'context'].map((kind) => [`${kind} rm`, `${kind} remove`]),
];
const ALIASES: ReadonlyMap<string, ReadonlyArray<readonly string[]>> = new Map<string, ReadonlyArray<readonly string[]>>([
  [
    'npm',
    [
      ['run', 'run-script', 'rum', 'urn'],
      ['test', 't', 'tst'],
      ['install', 'i', 'in', 'ins', 'inst', 'insta', 'instal', 'isnt', 'isnta', 'isntal', 'isntall', 'add'],
      ['ci', 'clean-install', 'ic', 'install-clean', 'isntall-clean'],
      ['install-test', 'it'],
      ['install-ci-test', 'cit', 'clean-install-test', 'sit'],
      ['uninstall', 'un', 'unlink', 'remove', 'rm', 'r'],
      ['update', 'up', 'upgrade', 'udpate'],
      ['exec', 'x'],
      ['dist-tag', 'dist-tags'],
      ['init', 'create', 'innit'],
      ['login', 'adduser', 'add-user'],
      ['link', 'ln'],
      ['list', 'ls', 'la', 'll'],
      ['view', 'v', 'info', 'show'],
      ['config', 'c'],
      ['owner', 'author'],
      ['org', 'ogr'],
      ['rebuild', 'rb'],
      ['version', 'verison'],
      ['dedupe', 'ddp'],
      ['search', 's', 'se', 'find'],
      ['docs', 'home'],
      ['bugs', 'issues'],
      ['explain', 'why'],
    ],
  ],
  [
    'pnpm',
    [
      ['run', 'run-script'],
      ['test', 't', 'tst'],
      ['install', 'i'],
      ['install-test', 'it'],
      ['remove', 'rm', 'uninstall', 'un'],
      ['update', 'up', 'upgrade'],
      ['list', 'ls'],
      ['link', 'ln'],
      ['unlink', 'dislink'],
      ['rebuild', 'rb'],
      ['config', 'c'],
    ],
  ],
  [
    'yarn',
    [
      ['publish', 'npm publish', 'workspaces foreach npm publish'],
      ['upgrade', 'up'],
    ],
  ],
  [
    'bun',
    [
      ['install', 'i'],
      ['add', 'a'],
      ['remove', 'rm'],
    ],
  ],
  [
    'git',
    [
      ['add', 'stage'],
      ['init', 'init-db'],
      ['fsck', 'fsck-objects'],
      ['remote remove', 'remote rm'],
    ],
  ],
  ['docker', DOCKER],
  ['podman', DOCKER],
  [
    'helm',
    [
      ['uninstall', 'del', 'delete', 'un'],
      ['list', 'ls'],
      ['history', 'hist'],
      ['show', 'inspect'],
      ['pull', 'fetch'],
      ['repo remove', 'repo rm'],
      ['repo update', 'repo up'],
    ],
  ],
  [
    'gh',
    ['pr', 'issue', 'release', 'repo', 'gist', 'discussion'].flatMap((kind) => [
      [`${kind} create`, `${kind} new`],
      [`${kind} list`, `${kind} ls`],
    ]),
  ],
  [
    'cargo',
    [
      ['build', 'b'],
      ['check', 'c'],
      ['doc', 'd'],
      ['run', 'r'],
      ['test', 't'],
      ['remove', 'rm'],
    ],
  ],
  [
    'brew',
    [
      ['uninstall', 'rm', 'remove'],
      ['list', 'ls'],
    ],
  ],
  [
    'composer',
    [
      ['install', 'i'],
      ['require', 'r'],
      ['update', 'u', 'upgrade'],
      ['remove', 'rm', 'uninstall'],
    ],
  ],
  [
    'svn',
    [
      ['commit', 'ci'],
      ['checkout', 'co'],
      ['delete', 'del', 'remove', 'rm'],
      ['update', 'up'],
    ],
  ],
]);
/** Further commands of npm, which takes the beginning of a name for the whole. */
const NPM_COMMANDS =
  'access audit cache completion deprecate diff doctor edit explore find-dupes fund get help logout outdated pack ping pkg prefix profile prune publish query repo restart root sbom set shrinkwrap star stars start stop team token trust undeprecate unpublish unstar whoami'.split(
    ' ',
  );
const NPM_NAMES = new Set([...NPM_COMMANDS, ...(ALIASES.get('npm') ?? []).flat()]);

/** One name of a verb, as words, and the others. */
interface Alias {
  words: readonly string[];
  others: ReadonlyArray<readonly ShellWord[]>;
}

const BY_FIRST_WORD = new Map([...ALIASES].map(([program, groups]) => [program, indexGroups(groups)]));

function indexGroups(groups: ReadonlyArray<readonly string[]>): ReadonlyMap<string, Alias[]> {
  const index = new Map<string, Alias[]>();
  for (const group of groups)
    for (const name of group) {
      const words = name.split(' ');
      const [first = ''] = words;
      const alias = { words, others: group.filter((other) => other !== name).map(wordsOf) };
      index.set(first, [...(index.get(first) ?? []), alias]);
    }
  return index;
}

/** The same command by the other names of its verb. `program` is its name without a folder. */
export function aliasForms(program: string, form: readonly ShellWord[]): ShellWord[][] {
  const index = BY_FIRST_WORD.get(program);
  if (index === undefined) return [];
  const found = program === 'npm' ? namesBeginningWith(form[1]?.text ?? '').map((name) => renamed(form, 1, wordsOf(name))) : [];
  for (const one of [form, ...found])
    for (const { words, others } of index.get(one[1]?.text ?? '') ?? [])
      if (words.every((word, at) => one[at + 1]?.text === word)) found.push(...others.map((other) => renamed(one, words.length, other)));
  return found;
}

function wordsOf(name: string): ShellWord[] {
  return name.split(' ').map((text) => ({ raw: text, text, opaque: false, glob: false }));
}

function renamed(form: readonly ShellWord[], length: number, verb: readonly ShellWord[]): ShellWord[] {
  return [...form.slice(0, 1), ...verb, ...form.slice(length + 1)];
}

/** What npm takes a name for that it does not know. */
function namesBeginningWith(text: string): string[] {
  return text.length < 2 || NPM_NAMES.has(text) ? [] : [...NPM_NAMES].filter((name) => name.startsWith(text));
}
