import { dirname } from 'node:path/posix';
import type { SandboxGrant, SandboxRefusal } from '../../../shared/model/sandbox';
import { isInside, resolveArgument } from '../permission/path-text';

export interface RefusalContext {
  grant: SandboxGrant;
  cwd: string;
  home: string;
  isGuarded(path: string): boolean;
  /** Outside the sandbox, as the host sees it. */
  exists(path: string): Promise<boolean>;
}

/** What programs say when a write, or a read, is refused. */
const NOT_ALLOWED =
  /read-only file system|permission denied|operation not permitted|device or resource busy|cross-device link|\b(?:EROFS|EACCES|EPERM|EBUSY)\b/i;
const NOT_THERE = /no such file or directory|\bENOENT\b/i;
/** A shell that opens a file for what a program prints, or a program that makes something. */
const MAKES = /^(?:\S*\/)?(?:ba|da|k|z)?sh: |cannot (?:create|touch|move|copy)/i;
const READ_ONLY = /read-only file system|\bEROFS\b/i;
/** What the sandbox of macOS answers where that of Linux shows nothing. */
const NOT_PERMITTED = /operation not permitted|\bEPERM\b/i;
/** Programs that change what they name, as they and runtimes say it. */
const CHANGES =
  /^(?:\S*\/)?(?:touch|mkdir|rmdir|rm|mv|cp|ln|tee|install|unlink|chmod|chown): |, (?:mkdir|rmdir|unlink|rename|symlink|link|copyfile|chmod) /;
/** A port of the machine itself: there the proxy is not asked. */
const LOCAL_PORT = /(?:127\.0\.0\.1|localhost|\[?::1\]?|0\.0\.0\.0|::):(\d{1,5})\b/;
/** It names itself, and is not what was refused. */
const SHELL = /^\S*\/(?:ba|da|k|z)?sh: /;
/** A path in quotes, or one that stands alone: with a slash, or right before what went wrong. */
const PATHS =
  /['"‘`]([^'"’`]+)['"’`]|(?:^|[\s(=])((?:~|\.{1,2})?\/[^\s:'"’`)]*|[\w.@+-]+\/[^\s:'"’`)]*)|(?:^|[\s])([\w.@+-]+)(?=: (?:read-only|permission|operation|device))/gi;
const MOST_LINES = 200;
const MOST_REFUSALS = 5;
/** Places that every sandbox has, or whose refusals are about rights and not about the sandbox. */
const PRIVATE = ['/tmp', '/var/tmp', '/dev', '/proc'];
const VISIBLE = ['/dev', '/proc', '/usr', '/etc', '/bin', '/lib', '/opt'];
const SYSTEM = ['/usr', '/etc', '/bin', '/sbin', '/lib', '/lib64', '/boot', '/sys', '/run', '/var', '/opt'];

/**
 * What the sandbox refused to a command, from its output: what could not be written or was not to be seen, and would be there outside.
 * Output is all there is to go by, so a program that says nothing is not understood.
 */
export async function findRefusals(output: string, context: RefusalContext): Promise<SandboxRefusal[]> {
  const found = new Map<string, SandboxRefusal>();
  for (const line of output.split('\n').slice(-MOST_LINES)) {
    const refused = NOT_ALLOWED.test(line);
    if (!refused && !NOT_THERE.test(line)) continue;
    const port = NOT_PERMITTED.test(line) ? LOCAL_PORT.exec(line)?.[1] : undefined;
    if (port !== undefined) found.set(`host ${port}`, { kind: 'host', target: `localhost:${port}` });
    for (const text of pathsIn(line)) {
      const path = resolveArgument(text, context.cwd, context.home);
      const refusal =
        refused && !(await isUnseen(path, line, context))
          ? explainRefused(path, READ_ONLY.test(line), context)
          : await explainHidden(path, MAKES.test(line), context);
      if (refusal !== undefined) found.set(`${refusal.kind} ${path}`, refusal);
    }
  }
  return [...found.values()].slice(0, MOST_REFUSALS);
}

function pathsIn(line: string): string[] {
  const found = [...line.replace(SHELL, '').matchAll(PATHS)].flatMap(([, quoted, path, name]) => quoted ?? path ?? name ?? []);
  return found.filter((text) => text.length < 1_000 && !/^E[A-Z]+$/.test(text));
}

function explainRefused(path: string, readOnly: boolean, { grant, isGuarded }: RefusalContext): SandboxRefusal | undefined {
  if (isGuarded(path)) return { kind: 'read', target: path, firm: 'it is guarded' };
  const root = grant.writable.find((folder) => isInside(folder, path, EXACT));
  if (root === undefined) {
    if (PRIVATE.some((folder) => isInside(folder, path, EXACT))) return undefined;
    return { kind: 'write', target: path };
  }
  if (readOnly || isProtected(path, root, grant.neverWritable)) return { kind: 'write', target: path, firm: 'it is protected' };
  return undefined;
}

/** It is there, may not be seen, and was to be read as far as the words tell. */
async function isUnseen(path: string, line: string, { grant, exists }: RefusalContext): Promise<boolean> {
  return NOT_PERMITTED.test(line) && !MAKES.test(line) && !CHANGES.test(line) && !isVisible(path, grant) && (await exists(path));
}

/** Of a place that is not shown: it is there outside, or could be made there. */
async function explainHidden(
  path: string,
  makes: boolean,
  { grant, isGuarded, exists }: RefusalContext,
): Promise<SandboxRefusal | undefined> {
  if (isVisible(path, grant)) return undefined;
  if (!(await exists(path))) return makes && (await exists(dirname(path))) ? { kind: 'write', target: path } : undefined;
  return isGuarded(path) ? { kind: 'read', target: path, firm: 'it is guarded' } : { kind: 'read', target: path };
}

function isVisible(path: string, { writable, readable }: SandboxGrant): boolean {
  return [...writable, ...readable, ...VISIBLE].some((folder) => isInside(folder, path, EXACT));
}

const EXACT = { ignoreCase: false };

function isProtected(path: string, root: string, list: readonly string[]): boolean {
  const below = path.slice(root.length + 1);
  return list.some((entry) => {
    if (entry.startsWith('/')) return isInside(entry.replace(/\/$/, ''), path, EXACT);
    if (entry.endsWith('*')) return below.startsWith(entry.slice(0, -1));
    const name = entry.replace(/\/$/, '');
    return below === name || below.startsWith(`${name}/`) || below === '.git';
  });
}

/** The grant with what was refused; undefined where some of it cannot be granted. */
export async function widenGrant(
  grant: SandboxGrant,
  refusals: readonly SandboxRefusal[],
  exists: (path: string) => Promise<boolean>,
): Promise<SandboxGrant | undefined> {
  if (refusals.length === 0 || refusals.some(({ firm }) => firm !== undefined)) return undefined;
  const wider = { ...grant, writable: [...grant.writable], readable: [...grant.readable], hosts: [...grant.hosts] };
  for (const { kind, target } of refusals) {
    if (kind === 'host') wider.hosts.push(target);
    else {
      // What is not there yet can only be made in its folder.
      const place = (await exists(target)) ? target : dirname(target);
      if (!(await exists(place)) || place === '/' || (kind === 'write' && SYSTEM.includes(place))) return undefined;
      wider[kind === 'write' ? 'writable' : 'readable'].push(place);
    }
  }
  return wider;
}

/** "tried to write /etc/x, to reach example.com:443": for the person and for the model. */
export function refusalWords(refusals: readonly SandboxRefusal[]): string {
  const verbs = { write: 'write', read: 'read', host: 'reach' };
  return `tried to ${refusals.map(({ kind, target, firm }) => `${verbs[kind]} ${target}${firm === undefined ? '' : ` (${firm})`}`).join(', to ')}`;
}
