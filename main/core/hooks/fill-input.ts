import { isRecord } from '../kernel/is-record';

const PLACE = /\$\{([\w.-]+)\}/g;

/** The input of a server's tool with `${path.to.value}` put in from what the hook is given; what is not there is empty. */
export function fillInput(input: unknown, given: unknown): unknown {
  if (typeof input === 'string') return fillText(input, given);
  if (Array.isArray(input)) return input.map((one) => fillInput(one, given));
  if (!isRecord(input)) return input;
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, fillInput(value, given)]));
}

/** A text that is one place alone becomes the value itself. */
function fillText(text: string, given: unknown): unknown {
  const [whole, path] = /^\$\{([\w.-]+)\}$/.exec(text) ?? [];
  if (whole !== undefined && path !== undefined) return valueAt(given, path) ?? '';
  return text.replace(PLACE, (_place, inside: string) => {
    const value = valueAt(given, inside);
    return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  });
}

function valueAt(given: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined), given);
}
