import { z } from 'zod';
import { checkImage, encodeBase64 } from '../context/image-limits';
import { FileError, type FileStat } from '../ports';
import { countField, pathField } from './input-fields';
import { numberLines } from './number-lines';
import { readLargeText } from './read-large-text';
import { readNotebook } from './read-notebook';
import { authorisedPath, mendable, shownPath, targetOf } from './resolve-path';
import { scalarParams } from './scalar-params';
import { decodeText, isTextFile } from './text-file';
import type { Tool, ToolContext, ToolOutcome } from './tool';

const DEFAULT_LINES = 2000;
const MOST_PAGES = 20;
const PAGES_WITHOUT_ASKING = 10;
/** Files above this are read in pieces and cannot be edited. */
export const LARGEST_TEXT = 32 * 1024 * 1024;
const RESULT_BOUND = 30_000;
/** Room for the note about what follows. */
const TEXT_BOUND = RESULT_BOUND - 400;
const IMAGE_NAME = /\.(png|jpe?g|gif|webp)$/i;

const inputSchema = z.strictObject({
  file_path: pathField('Absolute path of the file'),
  offset: countField('Line to start from, 1-based', 1).optional(),
  limit: countField('How many lines to read', 1).optional(),
  pages: z
    .string()
    .regex(/^\d+(-\d+)?$/, 'a page or a range such as "3" or "1-5"')
    .describe(`Pages of a PDF, such as "3" or "1-5"; at most ${MOST_PAGES} at a time`)
    .optional(),
});
type Input = z.infer<typeof inputSchema>;

interface Target {
  path: string;
  bytes: Uint8Array;
  input: Input;
  context: ToolContext;
}

export const readTool: Tool<Input> = {
  name: 'Read',
  description: `Reads a file.
- file_path is absolute. Lines come numbered as "number, tab, text"; the numbers are not part of the file.
- Up to ${DEFAULT_LINES} lines (and about 30,000 characters) are returned; a note says where to go on with offset.
- PNG, JPEG, GIF and WebP images are shown to you as images; of PDFs you get the text (give pages when there are more than ${PAGES_WITHOUT_ASKING}); of Jupyter notebooks the cells with their outputs.
- A folder cannot be read: use Glob, or ls with Bash.
- Read several files in one go when you need them all.`,
  input: inputSchema,
  errors: ['not-found', 'not-a-file', 'encoding', 'too-large', 'invalid-input', 'failed'],
  sideEffect: 'read',
  runsIn: 'host',
  timeoutMs: 60_000,
  idempotent: true,
  resultBound: RESULT_BOUND,
  auditFields: ['file_path', 'offset', 'limit', 'pages'],
  async describe(input, context) {
    const { path, target } = await targetOf(input.file_path, context);
    return {
      tool: 'Read',
      capability: 'read',
      ...target,
      params: scalarParams(input),
      summary: `Read ${shownPath(path, context.folder)}`,
    };
  },
  run: (input, context, action) => mendable(() => read(authorisedPath(action), input, context)),
};

async function read(path: string, input: Input, context: ToolContext): Promise<ToolOutcome> {
  let bytes: Uint8Array;
  try {
    bytes = await context.files.readFile(path, LARGEST_TEXT);
  } catch (error) {
    // Most paths are files that can be read whole: what is none is looked at only now.
    const other = error instanceof FileError ? await readOther(path, input, context) : undefined;
    if (other === undefined) throw error;
    return other;
  }
  const target = { path, bytes, input, context };
  if (isPdf(bytes)) return readPdf(target);
  if (IMAGE_NAME.test(path) || context.documents.imageSize(bytes) !== undefined) return readImage(target);
  return readText(target);
}

/** Nothing, a folder, a device, or a text that is read in pieces; undefined for a file that just cannot be read. */
async function readOther(path: string, input: Input, context: ToolContext): Promise<ToolOutcome | undefined> {
  const stat = await context.files.stat(path);
  if (stat === undefined) return { ok: false, kind: 'not-found', message: `${path} does not exist.` };
  if (stat.kind === 'directory')
    return { ok: false, kind: 'not-a-file', message: `${path} is a folder. Use Glob to find files in it, or ls with Bash.` };
  if (stat.kind === 'other') return { ok: false, kind: 'not-a-file', message: `${path} is not a regular file.` };
  return stat.size > LARGEST_TEXT ? readInPieces(path, stat, input, context) : undefined;
}

async function readText(target: Target): Promise<ToolOutcome> {
  const { path, bytes, input, context } = target;
  const decoded = decodeText(bytes);
  if (!isTextFile(decoded)) {
    if (decoded.reason === 'binary')
      return {
        ok: false,
        kind: 'encoding',
        message: `${path} is a binary file (${decoded.detail}, ${bytes.length} bytes). Look at it with a program, for example file or xxd, through Bash.`,
      };
    return {
      ok: false,
      kind: 'encoding',
      message: `${path} cannot be read without loss: ${decoded.detail}. Convert it with iconv through Bash to look at it.`,
    };
  }
  const notebook = /\.ipynb$/i.test(path) ? readNotebook(decoded.text) : undefined;
  const whole = notebook ?? decoded.text;
  // A key of many lines is no longer one once its lines have numbers, or once some of them are left out.
  const text = whole.includes('PRIVATE KEY') ? await context.hide(whole) : whole;
  const first = input.offset ?? 1;
  const lines = numberLines(text, first, input.limit ?? DEFAULT_LINES, TEXT_BOUND);
  if (text !== '' && first > lines.total)
    return { ok: false, kind: 'invalid-input', message: `offset ${first} is beyond the end: ${path} has ${lines.total} lines.` };
  const content = text === '' ? '[The file exists and is empty.]' : lines.text + followNote(lines.last, lines.total, false);
  return success(target, content, { startLine: first, endLine: lines.last, totalLines: lines.total });
}

async function readInPieces(path: string, stat: FileStat, input: Input, context: ToolContext): Promise<ToolOutcome> {
  const start = await context.files.readRange(path, 0, 65_536);
  if (start.includes(0))
    return { ok: false, kind: 'encoding', message: `${path} is a binary or UTF-16 file of ${stat.size} bytes, too large to show.` };
  const first = input.offset ?? 1;
  const lines = await readLargeText(context.files, path, stat.size, first, input.limit ?? DEFAULT_LINES, TEXT_BOUND, context.signal);
  if (lines.text === '')
    return { ok: false, kind: 'invalid-input', message: `offset ${first} is beyond the end: ${path} has ${lines.total} lines.` };
  return {
    ok: true,
    content: lines.text + followNote(lines.last, lines.total, lines.more),
    display: { type: 'file', path, startLine: first, endLine: lines.last, totalLines: lines.total, hash: '' },
  };
}

function followNote(last: number, total: number, more: boolean): string {
  if (more) return `\n[The file goes on after line ${last}. Go on with offset ${last + 1}.]`;
  return last < total ? `\n[Lines up to ${last} of ${total} shown. Go on with offset ${last + 1}.]` : '';
}

function readImage(target: Target): ToolOutcome {
  const checked = checkImage(target.context.documents, target.bytes);
  if (!checked.ok) {
    const kind = checked.why === 'too-large' ? 'too-large' : 'encoding';
    return { ok: false, kind, message: `${target.path} cannot be shown: ${checked.message}.` };
  }
  const image = {
    type: 'image' as const,
    source: { type: 'base64' as const, media_type: checked.mediaType, data: encodeBase64(target.bytes) },
  };
  return success(target, [image], { startLine: 0, endLine: 0, totalLines: 0 });
}

async function readPdf(target: Target): Promise<ToolOutcome> {
  const { path, input, context } = target;
  const wanted = pagesOf(input.pages);
  if (wanted !== undefined && (wanted.from < 1 || wanted.to < wanted.from || wanted.to - wanted.from >= MOST_PAGES)) {
    return { ok: false, kind: 'invalid-input', message: `pages must be a range of at most ${MOST_PAGES} pages, such as "1-5".` };
  }
  try {
    const range = wanted ?? { from: 1, to: PAGES_WITHOUT_ASKING };
    const { pages, total } = await context.documents.pdfText(target.bytes, range);
    if (wanted === undefined && total > PAGES_WITHOUT_ASKING)
      return { ok: false, kind: 'invalid-input', message: `${path} has ${total} pages. Give pages, at most ${MOST_PAGES} at a time.` };
    if (range.from > total) return { ok: false, kind: 'invalid-input', message: `${path} has ${total} pages.` };
    const text = pages
      .map(
        (page, index) =>
          `--- page ${range.from + index} of ${total} ---\n${page.trim() === '' ? '[no text on this page]' : page.trimEnd()}\n`,
      )
      .join('\n');
    return success(target, text, { startLine: range.from, endLine: range.from + pages.length - 1, totalLines: total });
  } catch (error) {
    return {
      ok: false,
      kind: 'failed',
      message: `${path} cannot be read as a PDF: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function pagesOf(pages: string | undefined): { from: number; to: number } | undefined {
  if (pages === undefined) return undefined;
  const [from = 0, to = from] = pages.split('-').map(Number);
  return { from, to };
}

function isPdf(bytes: Uint8Array): boolean {
  return [0x25, 0x50, 0x44, 0x46, 0x2d].every((byte, at) => bytes[at] === byte);
}

type Success = Extract<ToolOutcome, { ok: true }>;

function success(
  target: Target,
  content: Success['content'],
  lines: { startLine: number; endLine: number; totalLines: number },
): ToolOutcome {
  const hash = target.context.hash(target.bytes);
  target.context.ledger.note(target.path, hash);
  return { ok: true, content, display: { type: 'file', path: target.path, ...lines, hash } };
}
