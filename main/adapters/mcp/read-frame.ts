import { isRecord } from '../../core/kernel/is-record';
import { type JsonExtent, measureJson } from './measure-json';
import { MOST_LEVELS, MOST_VALUES, trimValue } from './trim-value';

/** Values of a message that is looked at at all. */
const MOST_PARSED = 1_000_000;
/** The code of the answer that is put in place of one that is not looked at. Servers cannot send it: theirs are 32-bit. */
export const TOO_MUCH = -9_000_000_002;

/**
 * The value of a message, with no more of it than can be handled in passing. In `_meta` of its result or parameters, `mark` then says how
 * much was left out. Throws for what is no JSON, and for what is too much and no answer.
 */
export function readFrame(bytes: Buffer, mark: string, extent = measureJson(bytes)): unknown {
  if (extent.values > MOST_PARSED) return refuse(bytes, extent);
  const value: unknown = JSON.parse(bytes.toString('utf8'));
  if (extent.values <= MOST_VALUES && extent.depth <= MOST_LEVELS) return value;
  const { value: trimmed, leftOut } = trimValue(value);
  return leftOut === 0 ? trimmed : note(trimmed, mark, leftOut);
}

function refuse(bytes: Buffer, { values, id }: JsonExtent): unknown {
  const message = `a message of about ${values} values, more than the ${MOST_PARSED} that are looked at`;
  if (id === undefined) throw new Error(message);
  return { jsonrpc: '2.0', id: JSON.parse(bytes.toString('utf8', id.from, id.to)), error: { code: TOO_MUCH, message } };
}

function note(message: unknown, mark: string, leftOut: number): unknown {
  if (!isRecord(message)) return message;
  const place = ['result', 'params'].find((name) => isRecord(message[name]));
  const told = place === undefined ? undefined : message[place];
  if (place === undefined || !isRecord(told)) return message;
  const meta = isRecord(told['_meta']) ? told['_meta'] : {};
  return { ...message, [place]: { ...told, _meta: { ...meta, [mark]: leftOut } } };
}
