const NAMES = [
  'a',
  'b',
  'x',
  'ls',
  'cat',
  'git',
  'rm',
  'echo',
  'grep',
  'npm',
  '/bin/rm',
  'g"i"t',
  "'ls'",
  '\\ls',
  'l\\s',
  "$'\\x6cs'",
  '$x',
  'véx',
];
const WRAPPERS = [
  'env',
  'timeout 1',
  'nice',
  'command',
  'xargs',
  'nohup',
  'env A=1',
  'time',
  '!',
  'exec',
  'builtin',
  'eval',
  'sudo',
  'bash -c',
  'sh',
  'find . -exec',
  'cd',
  'export',
  'test',
  '[',
  'read',
  'set',
];
const BARE = [
  'a',
  'src/a.ts',
  '-rf',
  '/',
  '.',
  '..',
  '*',
  '*.ts',
  '~',
  '~/x',
  '-',
  '--',
  '-c',
  'x=1',
  'a#b',
  '!',
  '{',
  '}',
  '1',
  '2',
  '[',
  ']',
  ']]',
  'in',
  'do',
  'é',
  '日本',
  'if',
  '%',
  '^',
  '=',
  'a=b',
  '-x',
];
const QUOTED = [
  "'a b'",
  "''",
  '""',
  '"a b"',
  "'a;b'",
  '"a && b"',
  '"it\'s"',
  '\'say "x"\'',
  'a\\ b',
  '\\ a',
  'a\\;b',
  '\\$x',
  'a\'b\'"c"',
  "$'a\\nb'",
  '$"a"',
  '"\\$(x)"',
  "'$(x)'",
  '"a\\\\"',
  '"a\nb"',
  'a\\\nb',
  "'a\nb'",
];
const EXPANSIONS = [
  '$x',
  '"$x"',
  '${x}',
  '${x:-y}',
  '"${x:-a b}"',
  '$1',
  '$@',
  '"$@"',
  '$#',
  '$?',
  '$$',
  '${#x}',
  '${x%.*}',
  '${x/a/b}',
  '${x[0]}',
  '$((1+2))',
  '$((x))',
  '{a,b}',
  '{1..3}',
  '{a}',
  'a{b,c}d',
  '$',
];
const REDIRECTS = [
  '>a',
  '> a',
  '2>&1',
  '>>a',
  '<a',
  '&>a',
  '2>/dev/null',
  '>&2',
  '<&0',
  '>|a',
  '<<<a',
  '<<<"$x"',
  '> "$x"',
  '<<E\na\nE\n',
  '<<E\n$x `a`\nE\n',
  "<<'E'\n$(a)\nE\n",
  '<<-E\n\ta\n\tE\n',
  '<<E | b\n$(c)\nE\n',
  '<<E && b\nx\nE\n',
  '<<E c\nx\nE\n',
];
const ASSIGNMENTS = ['A=1', 'LANG=C', 'x=', 'x+=a', 'x=$(a)', 'a[1]=2', 'x="a b"'];
const OPERATORS = [' && ', ' || ', ' | ', '; ', ' & ', '\n', ' |& ', '&&', '||', ';', '|', ' &&\n', ' # c\n', '\\\n && '];
const BENDERS = [
  '',
  '"',
  "'",
  '\\',
  '`',
  '$(',
  ')',
  ';',
  '\n',
  ' ',
  '<<E',
  '#',
  '&',
  '{',
  '\r',
  '\u00a0',
  '!',
  '((',
  '))',
  '[[',
  'esac',
  '\\ ',
  '<',
  '>',
  '*',
];
const DEEPEST = 3;

/** Shell lines made by rules of the grammar, many of them bent, cut or joined so that they are odd. The same seed gives the same lines. */
export function shellLines(seed: number, count: number): string[] {
  const next = createRandom(seed);
  const pick = (list: readonly string[]) => list[Math.floor(next() * list.length)] ?? '';
  const chance = (share: number) => next() < share;

  function word(depth: number): string {
    const kind = next();
    if (kind < 0.4) return pick(BARE);
    if (kind < 0.6) return pick(QUOTED);
    if (kind < 0.8 || depth >= DEEPEST) return pick(EXPANSIONS);
    const inner = statement(depth + 1);
    return pick([
      `$(${inner})`,
      `"$(${inner})"`,
      `\`${inner}\``,
      `<(${inner})`,
      `\${x:-$(${inner})}`,
      `"a \${x:-\`${inner}\`} b"`,
      `a$(${inner})b`,
    ]);
  }

  function command(depth: number): string {
    const words = [
      ...(chance(0.15) ? [pick(ASSIGNMENTS)] : []),
      chance(0.8) ? pick(NAMES) : `${pick(WRAPPERS)} ${pick(NAMES)}`,
      ...Array.from({ length: Math.floor(next() * 4) }, () => word(depth)),
    ];
    if (chance(0.25)) words.splice(chance(0.7) ? words.length : Math.floor(next() * words.length), 0, pick(REDIRECTS));
    return words.join(' ');
  }

  function statement(depth: number): string {
    if (depth >= DEEPEST || chance(0.45)) return command(depth);
    if (chance(0.45)) return `${command(depth)}${pick(OPERATORS)}${statement(depth + 1)}`;
    const text = statement(depth + 1);
    const literal = text.replace(/'/g, '');
    return pick([
      `(${text})`,
      `{ ${text}; }`,
      `if ${text}; then a; else b; fi`,
      `for i in 1 2; do ${text}; done`,
      `while ${text}; do break; done`,
      `case $x in a|'b c') ${text};; *) b;; esac`,
      `f() { ${text}; }; f`,
      `function g { ${text}\n}; g a`,
      `! ${text}`,
      `[[ -n $(${text}) ]] && a`,
      `[ -n "$(${text})" ] || a`,
      `bash -c '${literal}'`,
      `eval '${literal}'`,
      `x=$(${text}); y=(1 $(${text}))`,
      `((x = 1)); ${text}`,
      `trap '${literal}' EXIT`,
      `{ ${text}; } > a 2>&1`,
      `xargs -n1 a < a; ${text}`,
    ]);
  }

  function line(): string {
    const text = chance(0.1) ? `${statement(0)} ${word(0)}` : statement(0);
    if (chance(0.7)) return text;
    const start = Math.floor(next() * (text.length + 1));
    return text.slice(0, start) + pick(BENDERS) + text.slice(start + Math.floor(next() * 8));
  }

  return Array.from({ length: count }, line);
}

/** Numbers in [0, 1) that depend on the seed alone (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
