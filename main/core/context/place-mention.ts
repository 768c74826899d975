import { basename, extname, isAbsolute, join, normalize, relative } from 'node:path/posix';
import type { Diagnostic } from '../../../shared/model/permission';
import { cutStart } from '../../../shared/text/cut-text';
import type { ContextDeps } from './context-deps';
import { documentText } from './document-text';
import type { Mention } from './find-mentions';
import { placeImage } from './place-image';
import { placeResource } from './place-resource';
import type { PlacedMention } from './placed-mention';
import { readLinked } from '../kernel/read-linked';
import { readText } from '../kernel/read-text';
import type { SegmentMaker } from './text-block';
import { placeText } from './text-block';

const MAX_CHARS = 30_000;
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_ENTRIES = 200;
const IMAGES = new Set(['.png', '.jpg', '.jpeg', '.gif', '.webp']);

/** Reads what a mention names: a file or a range of it, a folder's listing, an image. Nothing for a word that names no file. */
export async function placeMention(
  mention: Mention,
  deps: ContextDeps,
  maker: SegmentMaker,
  event: string,
  signal: AbortSignal | undefined,
): Promise<PlacedMention> {
  const resource = await placeResource(mention, deps, maker, event, signal);
  if (resource !== undefined) return resource;
  const found = await findPath(mention, deps);
  if (found === undefined) {
    const looksLikePath = /[/.]/.test(mention.paths[0] ?? '');
    return looksLikePath ? problem('mention-not-found', `${mention.text} names no file`, 'warning') : {};
  }
  const shown = found.path.startsWith(`${deps.folder}/`) ? relative(deps.folder, found.path) : found.path;
  const why = { trigger: 'user-mentioned' as const, detail: mention.text };
  if (found.kind === 'directory') {
    const entries = await deps.files.list(found.path).catch(() => undefined);
    if (entries === undefined) return problem('mention-unreadable', `${shown} cannot be listed`, 'warning');
    const names = entries.map((entry) => (entry.kind === 'directory' ? `${entry.name}/` : entry.name)).sort();
    const listed = names.slice(0, MAX_ENTRIES);
    const rest = names.length > listed.length ? `\n[${names.length - listed.length} more entries are not shown]` : '';
    const text = documentText(`${shown}/`, undefined, (listed.join('\n') || '(empty)') + rest);
    return {
      placed: placeText(
        maker,
        [{ kind: 'mention', why, text, source: { type: 'file', path: found.path, startLine: 1, endLine: Math.max(1, listed.length) } }],
        event,
      ),
    };
  }
  const extension = extname(found.path).toLowerCase();
  if (IMAGES.has(extension)) {
    const bytes = found.size > MAX_BYTES ? undefined : await readLinked(deps.files, found.path).catch(() => undefined);
    if (bytes === undefined) return problem('mention-unreadable', `${shown} is too large or cannot be read`, 'warning');
    const image = placeImage(
      bytes,
      basename(found.path),
      { kind: 'image', why, source: { type: 'file', path: found.path, startLine: 1, endLine: 1 }, trust: 'project' },
      deps,
      maker,
      event,
    );
    return 'diagnostic' in image ? { diagnostic: image.diagnostic } : { placed: image.placed };
  }
  const read = await readText(deps.files, found.path, MAX_BYTES, deps.hide);
  if ('problem' in read)
    return problem(
      'mention-unreadable',
      read.words ?? `${shown} is ${read.problem === 'too-large' ? 'larger than 20 MB' : 'not readable'}`,
      'warning',
    );
  const content = extension === '.pdf' ? await pdfText(read.bytes, deps) : read.text;
  if (content === undefined || content.includes('\0')) return problem('mention-binary', `${shown} is not text`, 'warning');
  const piece = cutLines(content, mention.lines);
  if (piece === undefined) return problem('mention-range', `${mention.text}: the file has fewer lines`, 'warning');
  const isWhole = mention.lines === undefined && piece.rest === '';
  const text = documentText(shown, isWhole ? undefined : `${piece.start}-${piece.end}`, piece.text + piece.rest);
  const placed = placeText(
    maker,
    [{ kind: 'mention', why, text, source: { type: 'file', path: found.path, startLine: piece.start, endLine: piece.end } }],
    event,
  );
  return { placed, read: { path: found.path, hash: deps.sha256(read.bytes) } };
}

function problem(code: string, message: string, severity: Diagnostic['severity']): PlacedMention {
  return { diagnostic: { code, message, severity } };
}

async function findPath(
  mention: Mention,
  deps: ContextDeps,
): Promise<{ path: string; kind: 'file' | 'directory'; size: number } | undefined> {
  for (const written of mention.paths) {
    const expanded = written.startsWith('~/') ? join(deps.home, written.slice(2)) : written;
    const path = normalize(isAbsolute(expanded) ? expanded : join(deps.folder, expanded)).replace(/(.)\/$/, '$1');
    const stat = await deps.files.stat(path).catch(() => undefined);
    if (stat?.kind === 'file' || stat?.kind === 'directory') return { path, kind: stat.kind, size: stat.size };
  }
  return undefined;
}

async function pdfText(bytes: Uint8Array, deps: ContextDeps): Promise<string | undefined> {
  const read = await deps.documents.pdfText(bytes).catch(() => undefined);
  return read === undefined ? undefined : deps.hide(read.pages.join('\n\n'));
}

/** The asked lines, at most `MAX_CHARS` of them, cut between lines (or, in one long line, between characters). */
function cutLines(content: string, range: Mention['lines']): { text: string; start: number; end: number; rest: string } | undefined {
  const lines = content.replace(/\r\n/g, '\n').replace(/\n$/, '').split('\n');
  const start = range?.start ?? 1;
  const last = Math.min(range?.end ?? lines.length, lines.length);
  if (start < 1 || start > lines.length) return undefined;
  let text = lines[start - 1] ?? '';
  let end = start;
  if (text.length > MAX_CHARS) text = cutStart(text, MAX_CHARS);
  else for (; end < last && text.length + 1 + (lines[end] ?? '').length <= MAX_CHARS; end += 1) text += `\n${lines[end] ?? ''}`;
  const isCut = end < last || (lines[start - 1] ?? '').length > MAX_CHARS;
  return { text, start, end, rest: isCut ? `\n[Cut here, at line ${end} of ${lines.length}. Read the file for the rest.]` : '' };
}
