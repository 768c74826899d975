import type { Action } from '../../../shared/model/permission';

/** Top-level strings, numbers and booleans of an input, for `Tool(param:value)` rules. */
export function scalarParams(input: object): Action['params'] {
  const params: Action['params'] = {};
  for (const [name, value] of Object.entries(input)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') params[name] = value;
  }
  return params;
}
