import type { HookEventView } from '../../../shared/contract/hook-methods';
import type { HookType } from '../../../shared/model/hook-run';

/** A field of a handler. `on` is what a flag writes. */
export type HookField = { key: string; kind: 'text' | 'long' | 'number' | 'lines' | 'pairs' } | { key: string; kind: 'flag'; on: unknown };

const OWN: Record<HookType, HookField[]> = {
  command: [
    { key: 'command', kind: 'long' },
    { key: 'args', kind: 'lines' },
  ],
  http: [
    { key: 'url', kind: 'text' },
    { key: 'headers', kind: 'pairs' },
    { key: 'allowedEnvVars', kind: 'lines' },
  ],
  mcp_tool: [
    { key: 'server', kind: 'text' },
    { key: 'tool', kind: 'text' },
  ],
  prompt: [
    { key: 'prompt', kind: 'long' },
    { key: 'model', kind: 'text' },
  ],
  agent: [
    { key: 'prompt', kind: 'long' },
    { key: 'model', kind: 'text' },
  ],
};

/** The fields of a type of handler, in the order of the form. */
export function fieldsOf(type: HookType, { tests, block }: Pick<HookEventView, 'tests' | 'block'>): HookField[] {
  const strict: HookField[] = type === 'command' || type === 'http' ? [{ key: 'onFailure', kind: 'flag', on: 'block' }] : [];
  return [
    ...OWN[type],
    ...(tests ? [{ key: 'if', kind: 'text' } as const] : []),
    { key: 'timeout', kind: 'number' },
    { key: 'statusMessage', kind: 'text' },
    ...(type === 'command' ? [{ key: 'async', kind: 'flag', on: true } as const] : []),
    ...(type === 'prompt' && block === 'to-model' ? [{ key: 'continueOnBlock', kind: 'flag', on: true } as const] : []),
    ...strict,
  ];
}

export function readField(handler: Readonly<Record<string, unknown>>, field: HookField): string {
  const value = handler[field.key];
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map(String).join('\n');
  if (field.kind === 'pairs' && typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, text]) => `${name}: ${String(text)}`)
      .join('\n');
  return String(value);
}

/** The handler with a field as it was typed; an empty one goes. */
export function withField(handler: Readonly<Record<string, unknown>>, field: HookField, text: string): Record<string, unknown> {
  const { [field.key]: _old, ...rest } = handler;
  const value = fieldValue(field, text);
  if (value === undefined) return rest;
  return field.key in handler ? { ...handler, [field.key]: value } : { ...rest, [field.key]: value };
}

function fieldValue(field: HookField, text: string): unknown {
  if (text === '') return undefined;
  switch (field.kind) {
    case 'flag':
      return field.on;
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case 'lines':
      return text.split('\n').filter((line) => line !== '');
    case 'pairs':
      return Object.fromEntries(
        text.split('\n').flatMap((line) => {
          const at = line.indexOf(':');
          return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]];
        }),
      );
    default:
      return text;
  }
}
