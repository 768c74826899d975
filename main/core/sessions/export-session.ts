import { type PartRef, partRefSchema } from '../../../shared/model/part';
import { buildExportDocument, type ExportSource } from './export-document';
import { readJson } from './part-text';
import type { FindSecrets } from '../secrets/known-formats';
import { redactTexts, redactValue } from '../secrets/redact-value';
import { exportName, renderHtml, renderMarkdown } from './render-export';

export type ExportFormat = 'md' | 'json' | 'html';

/** Version of the JSON export's shape. */
export const EXPORT_VERSION = 1;

export interface ExportedSession {
  text: string;
  /** How many secrets were hidden. */
  redacted: number;
  /** A file name. */
  name: string;
}

/**
 * A session as one text, for people (`md`, `html`) or programs (`json`: `{ vitrineExport, session, events, parts }`, the stored
 * events and each part that they refer to by hash, with `lost`, the hashes of parts that are damaged, where there are any). Every format passes the same redactor.
 */
export async function exportSession(source: ExportSource, format: ExportFormat, find: FindSecrets): Promise<ExportedSession> {
  if (format === 'json') return exportJson(source, find);
  const document = await buildExportDocument(source, find);
  const text = format === 'md' ? renderMarkdown(document) : renderHtml(document);
  return { text, redacted: document.redacted, name: exportName(document.title, source.state.id, format) };
}

async function exportJson(source: ExportSource, find: FindSecrets): Promise<ExportedSession> {
  const events: unknown[] = [];
  const refs = new Map<string, PartRef>();
  for await (const event of source.read(0)) {
    events.push(event);
    collectRefs(event, refs);
  }
  const parts: Record<string, unknown> = {};
  const lost: string[] = [];
  for (const [hash, ref] of refs) {
    parts[hash] = await readJson(source, ref);
    if (parts[hash] === undefined) lost.push(hash);
  }
  const title = source.state.title;
  const whole = { vitrineExport: EXPORT_VERSION, session: source.state.id, title, events, parts, ...(lost.length === 0 ? {} : { lost }) };
  const { value, count } = await redactValue(whole, find);
  const [safeTitle] = await redactTexts([title], find);
  return {
    text: `${JSON.stringify(value, undefined, 1)}\n`,
    redacted: count,
    name: exportName(safeTitle?.text ?? '', source.state.id, 'json'),
  };
}

function collectRefs(value: unknown, refs: Map<string, PartRef>): void {
  if (Array.isArray(value)) for (const inner of value) collectRefs(inner, refs);
  else if (typeof value === 'object' && value !== null) {
    const ref = 'hash' in value && 'at' in value ? partRefSchema.safeParse(value).data : undefined;
    if (ref !== undefined) refs.set(ref.hash, ref);
    else for (const inner of Object.values(value)) collectRefs(inner, refs);
  }
}
