import { CodedError } from '../../../shared/model/failure';
import { isRecord } from '../kernel/is-record';

/** A settings file's text with one key at its top set, in the file's own indentation. Rejects with `conflict` for what is no JSON object. */
export function setSetting(text: string | undefined, path: string, key: string, value: unknown): string {
  const source = text === undefined || text.trim() === '' ? '{}\n' : text;
  const settings = parse(source);
  if (!isRecord(settings)) throw new CodedError('conflict', `${path} is not a JSON object: nothing was saved.`);
  const indent = /\n([ \t]+)\S/.exec(source)?.[1] ?? '  ';
  return `${JSON.stringify({ ...settings, [key]: value }, undefined, indent)}${source.endsWith('\n') ? '\n' : ''}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
