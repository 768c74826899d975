import { dirname, isAbsolute, join, normalize } from 'node:path/posix';
import picomatch from 'picomatch';
import type { Diagnostic } from '../../../shared/model/permission';
import { cutCodePoints } from '../../../shared/text/cut-text';
import type { FileSystem } from '../ports';
import type { HideSecrets } from '../secrets/hide-secrets';
import { readFrontmatter } from '../skills/read-frontmatter';
import type { MemoryFile } from './memory-file';
import { cutRanges, findBlockComments, findImports, maskCode } from './memory-text';
import { badName, HIDDEN_IN_PATH } from '../kernel/bad-name';
import { sayFile } from '../kernel/file-words';
import { readText } from '../kernel/read-text';
import type { SaidByKey } from '../kernel/say-words';
import { sayMemory } from './memory-words';

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_DEPTH = 4;
const MAX_PATTERNS = 1_000;
const MAX_NOTE_LINES = 200;
const MAX_NOTE_CHARS = 25 * 1024;

interface ReaderPlace {
  folder: string;
  home: string;
  files: FileSystem;
  hide?: HideSecrets;
  excludes: readonly string[];
  trusted?: boolean;
}

/** Reads memory files with their imports, each file once, in load order. */
export class MemoryReader {
  readonly loaded: MemoryFile[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #place: ReaderPlace;
  /** Files that were looked at, by where they lie: the path by which each was. */
  readonly #seen = new Map<string, string>();
  readonly #isExcluded: (path: string) => boolean;

  constructor(place: ReaderPlace) {
    this.#place = place;
    this.#isExcluded = place.excludes.length === 0 ? () => false : picomatch([...place.excludes], { dot: true });
  }

  /** True when the file is there (even if it was skipped for its size, by an exclude, or because it is already loaded). */
  async read(
    path: string,
    kind: MemoryFile['kind'],
    scope: MemoryFile['scope'],
    importedBy?: { path: string; line: number; depth: number; real: string },
  ): Promise<boolean> {
    const { files } = this.#place;
    const stat = await files.stat(path).catch(() => undefined);
    if (stat?.kind !== 'file') return false;
    const real = importedBy?.real ?? (await files.realpath(path).catch(() => path));
    // Where the person's own folders lie is nobody else's doing.
    if (isBelow(this.#place.folder, path) && HIDDEN_IN_PATH.test(path.slice(this.#place.folder.length))) {
      this.diagnostics.push(badName(path));
      return true;
    }
    if (scope !== 'managed' && (this.#isExcluded(path) || this.#isExcluded(real))) {
      this.#report('memory-excluded', sayMemory('excluded', { path }), 'info', path);
      return true;
    }
    const first = this.#seen.get(real);
    if (first !== undefined) {
      // Importing a file twice is nothing to speak of; a link in a place of its own is.
      if (importedBy === undefined && first !== path) this.#report('memory-same', sayMemory('same', { path, first }), 'info', path);
      return true;
    }
    if (this.#place.trusted === false && !isOwn(scope) && isBelow(this.#place.folder, path) && !isBelow(this.#place.folder, real)) {
      this.#report('memory-outside', sayMemory('outside', { path }), 'warning', path);
      return true;
    }
    this.#seen.set(real, path);
    const read = await readText(files, path, MAX_BYTES, this.#place.hide, real);
    if ('problem' in read) {
      this.#report(
        `memory-${read.problem}`,
        read.problem === 'too-large' || read.words === undefined
          ? sayMemory(read.problem === 'too-large' ? 'too-large' : 'unreadable', { path })
          : sayMemory('unread', { path, said: read.words }),
        'warning',
        path,
      );
      return true;
    }
    const text = read.text.replace(/\r\n/g, '\n');
    const front =
      kind === 'rule' && importedBy === undefined ? await readFrontmatter(text) : { data: {}, lines: {}, body: text, bodyLine: 1 };
    if ('problem' in front && front.problem !== undefined) {
      this.#report('rule-frontmatter', sayMemory('frontmatter', { said: front.problem.message }), 'warning', path, front.problem.line);
    }
    if ('loose' in front && front.loose !== undefined)
      this.diagnostics.push({ code: 'frontmatter-loose', ...sayFile('loose'), severity: 'info', file: path, line: front.loose.line });
    const masked = maskCode(front.body);
    const comments = findBlockComments(front.body, masked);
    const pieces = cutRanges(front.body, comments, front.bodyLine);
    const paths = readPaths(front.data);
    if (paths !== undefined && paths.length > MAX_PATTERNS)
      this.#report('rule-patterns', sayMemory('patterns', { most: String(MAX_PATTERNS) }), 'warning', path);
    const file: MemoryFile = {
      path,
      kind,
      scope,
      pieces,
      lines: countLines(text),
      size: read.bytes.length,
      ...(importedBy === undefined ? {} : { importedBy: importedBy.path }),
      ...(paths === undefined ? {} : { paths: paths.slice(0, MAX_PATTERNS) }),
    };
    if (pieces.length > 0) this.loaded.push(file);
    const visible = comments.reduce(
      (rest, range) => rest.slice(0, range.start) + rest.slice(range.start, range.end).replace(/[^\n]/g, ' ') + rest.slice(range.end),
      masked,
    );
    for (const mention of findImports(visible, front.bodyLine)) await this.#import(file, mention, (importedBy?.depth ?? 0) + 1);
    return true;
  }

  /** The index of notes: only its beginning is sent, whatever an agent made of it, and its mentions are no imports. */
  async readNotes(path: string): Promise<void> {
    const { files } = this.#place;
    const real = await files.realpath(path).catch(() => path);
    if (this.#seen.has(real)) return;
    this.#seen.set(real, path);
    const read = await readText(files, path, MAX_BYTES, this.#place.hide, real);
    if ('problem' in read) {
      if (read.problem !== 'missing') this.#report('memory-unreadable', sayMemory('unreadable', { path }), 'warning', path);
      return;
    }
    const text = read.text.replace(/\r\n/g, '\n');
    const sent = firstOf(text);
    if (sent !== text)
      this.#report(
        'notes-cut',
        sayMemory('notes-cut', { lines: String(MAX_NOTE_LINES), kib: String(MAX_NOTE_CHARS / 1024) }),
        'warning',
        path,
      );
    if (sent.trim() === '') return;
    const pieces = [{ text: sent, startLine: 1, endLine: countLines(sent) }];
    this.loaded.push({ path, kind: 'instructions', scope: 'auto', pieces, lines: countLines(text), size: read.bytes.length });
  }

  /** Instructions that are the value of a setting: on one line of a file, whatever their own lines, and without imports. */
  async readSetting({ path, line, text }: { path: string; line: number; text: string }): Promise<void> {
    if (text.trim() === '') return;
    const shown = this.#place.hide === undefined ? text : await this.#place.hide(text);
    const pieces = [{ text: shown, startLine: line, endLine: line }];
    const size = new TextEncoder().encode(text).length;
    this.loaded.push({ path, kind: 'instructions', scope: 'managed', pieces, lines: countLines(text), size });
  }

  async #import(from: MemoryFile, mention: { path: string; line: number }, depth: number): Promise<void> {
    const path = await this.#resolve(from.path, mention.path);
    if (path === undefined) {
      // `@scope/package` and `@team` are no imports; a file of the person's own need not be on every machine.
      const named = mention.path.replace(/[.,;:!?)\]]+$/, '');
      if (/^(?:\.{0,2}|~)\/|\.[A-Za-z]\w{0,7}$/.test(named))
        this.diagnostics.push({
          code: 'import-not-found',
          ...sayMemory('no-import', { path: named }),
          severity: named.startsWith('~/') ? 'info' : 'warning',
          file: from.path,
          line: mention.line,
          missing: this.#expand(from.path, named),
        });
      return;
    }
    if (depth > MAX_DEPTH) {
      this.#report(
        'import-too-deep',
        sayMemory('deep-import', { path: mention.path, most: String(MAX_DEPTH) }),
        'warning',
        from.path,
        mention.line,
      );
      return;
    }
    const real = await this.#place.files.realpath(path).catch(() => path);
    if (!isOwn(from.scope) && !isBelow(this.#place.folder, real)) {
      this.#report('import-outside', sayMemory('import-outside', { path: mention.path }), 'warning', from.path, mention.line);
      return;
    }
    const before = this.loaded.length;
    await this.read(path, from.kind, from.scope, { path: from.path, line: mention.line, depth, real });
    const conditional = from.paths;
    if (conditional !== undefined) for (const file of this.loaded.slice(before)) file.paths = conditional;
  }

  /** The file that an import names: as written, else without the punctuation of the sentence around it. */
  async #resolve(from: string, written: string): Promise<string | undefined> {
    for (const candidate of [written, written.replace(/[.,;:!?)\]]+$/, '')]) {
      const path = this.#expand(from, candidate);
      const stat = await this.#place.files.stat(path).catch(() => undefined);
      if (stat?.kind === 'file') return path;
    }
    return undefined;
  }

  #expand(from: string, written: string): string {
    const expanded = written.startsWith('~/') ? join(this.#place.home, written.slice(2)) : written;
    return isAbsolute(expanded) ? normalize(expanded) : join(dirname(from), expanded);
  }

  #report(code: string, said: SaidByKey, severity: Diagnostic['severity'], file: string, line?: number): void {
    this.diagnostics.push({ code, ...said, severity, file, ...(line === undefined ? {} : { line }) });
  }
}

function countLines(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}

function firstOf(text: string): string {
  const lines = text.split('\n').slice(0, MAX_NOTE_LINES).join('\n');
  return cutCodePoints(lines.length < text.length ? lines : text, MAX_NOTE_CHARS);
}

/** Files that the person or the machine's owner put there may lead anywhere. */
function isOwn(scope: MemoryFile['scope']): boolean {
  return scope === 'user' || scope === 'managed';
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** `paths` of a rule: a list or a comma-separated string, commas inside braces kept; undefined when the rule is unconditional. */
function readPaths(data: Record<string, unknown>): string[] | undefined {
  const value = data['paths'];
  const list =
    typeof value === 'string'
      ? value.split(/,(?![^{]*\})/)
      : Array.isArray(value)
        ? value.filter((entry) => typeof entry === 'string')
        : [];
  const patterns = list.map((entry) => entry.trim()).filter((entry) => entry !== '');
  return patterns.length === 0 ? undefined : patterns;
}
