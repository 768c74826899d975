/** What a process tries, as rules see it. A name is that of a service, a fact, a kind of socket or an address. */
export interface Attempt {
  operation: string;
  path?: string;
  /** What lies at the path; a file if nothing is said. */
  kind?: 'DIRECTORY' | 'SYMLINK';
  name?: string;
  /** It made the terminal itself, or means a process of its own sandbox. */
  own?: boolean;
}

type Expression = string | { text: string } | Expression[];

const TOKEN = /\s+|;[^\n]*|([()])|"((?:[^"\\]|\\[\s\S])*)"|([^\s()"]+)/y;

function read(profile: string): Expression[] {
  const open: Expression[][] = [[]];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < profile.length) {
    const found = TOKEN.exec(profile);
    if (found === null) throw new Error('not of the language');
    const [, parenthesis, text, word] = found;
    const top = open.at(-1);
    if (top === undefined) throw new Error('closed too often');
    if (parenthesis === '(') open.push([]);
    else if (parenthesis === ')') {
      open.pop();
      open.at(-1)?.push(top);
    } else if (text !== undefined) top.push({ text: text.replace(/\\([\s\S])/g, '$1') });
    else if (word !== undefined) top.push(word);
  }
  if (open.length !== 1) throw new Error('not closed');
  return open[0] ?? [];
}

const textOf = (expression: Expression | undefined): string => {
  if (typeof expression === 'object' && 'text' in expression) return expression.text;
  throw new Error(`a text is wanted: ${JSON.stringify(expression)}`);
};

const listOf = (expression: Expression): Expression[] => {
  if (Array.isArray(expression)) return expression;
  throw new Error(`a list is wanted: ${JSON.stringify(expression)}`);
};

function matches(filter: Expression, attempt: Attempt): boolean {
  const [head, ...rest] = listOf(filter);
  const { path = '', name = '', kind = 'REGULAR-FILE', own = false } = attempt;
  switch (head) {
    case 'subpath':
      return path === textOf(rest[0]) || path.startsWith(`${textOf(rest[0])}/`);
    case 'literal':
      return path === textOf(rest[0]);
    case 'regex':
      return new RegExp(textOf(rest[0]), 's').test(path);
    case 'vnode-type':
      return rest[0] === kind;
    case 'global-name':
    case 'sysctl-name':
    case 'ipc-posix-name':
    case 'iokit-registry-entry-class':
      return name === textOf(rest[0]);
    case 'sysctl-name-prefix':
      return name.startsWith(textOf(rest[0]));
    case 'socket-domain':
      return name === rest[0];
    case 'target':
    case 'extension':
      return own;
    case 'local':
    case 'remote':
      return rest[0] === 'ip' ? matchesAddress(textOf(rest[1]), name) : rest.slice(1).some((one) => path !== '' && matches(one, attempt));
    case 'require-all':
      return rest.every((one) => matches(one, attempt));
    default:
      throw new Error(`an unknown filter: ${JSON.stringify(head)}`);
  }
}

function matchesAddress(pattern: string, address: string): boolean {
  if (!/^localhost:(?:\*|\d+)$/.test(pattern)) throw new Error(`an unknown address: ${pattern}`);
  const [host, port] = address.split(':');
  return host === 'localhost' && (pattern.endsWith(':*') || pattern.endsWith(`:${port}`));
}

const covers = (operations: string, operation: string) =>
  operations.endsWith('*') ? operation.startsWith(operations.slice(0, -1)) : operations === operation;

export interface SeatbeltRule {
  action: 'allow' | 'deny';
  operations: string[];
  filters: Expression[];
}

/** The rules of a profile in their order. Throws where it is not of the part of the language that this knows. */
export function readRules(profile: string): SeatbeltRule[] {
  const [version, standard, ...rules] = read(profile).map(listOf);
  if (version?.join(' ') !== 'version 1' || standard?.join(' ') !== 'deny default') throw new Error('it does not deny by default');
  return rules.map(([action, ...rest]) => {
    if (action !== 'allow' && action !== 'deny') throw new Error(`an unknown rule: ${JSON.stringify(action)}`);
    const operations = rest.filter((one) => typeof one === 'string');
    return { action, operations, filters: rest.filter((one) => typeof one !== 'string') };
  });
}

/** The paths below which a rule counts. */
export function subpathsOf({ filters }: SeatbeltRule): string[] {
  return filters.map(listOf).flatMap(([head, path]) => (head === 'subpath' ? [textOf(path)] : []));
}

/** Says of an attempt what a profile says: the last rule that matches counts. */
export function readSeatbeltProfile(profile: string): (attempt: Attempt) => 'allow' | 'deny' {
  const rules = readRules(profile);
  return (attempt) =>
    rules.findLast(
      ({ operations, filters }) =>
        operations.some((one) => covers(one, attempt.operation)) &&
        (filters.length === 0 || filters.some((filter) => matches(filter, attempt))),
    )?.action ?? 'deny';
}
