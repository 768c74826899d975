import type { z } from 'zod';
import type { SaidByKey } from '../kernel/say-words';
import { sayHook } from './hook-words';

const TYPES = {
  string: 'field-string',
  number: 'field-number',
  boolean: 'field-boolean',
  array: 'field-array',
  object: 'field-object',
  record: 'field-object',
} as const;

/** What is wrong with the value of a handler's field. */
export function sayField(issue: z.core.$ZodIssue): SaidByKey {
  const field = issue.path.join('.');
  switch (issue.code) {
    case 'invalid_type':
      return sayHook(isKnown(issue.expected) ? TYPES[issue.expected] : 'field', { field });
    case 'invalid_value':
      return sayHook('field-one-of', { field, values: issue.values.map(String).join(', ') });
    case 'too_small':
      return sayHook(issue.origin === 'string' ? 'field-empty' : 'field-positive', { field });
    case 'invalid_format':
      return sayHook(issue.format === 'url' ? 'field-url' : 'field', { field });
    default:
      return sayHook('field', { field });
  }
}

function isKnown(type: string): type is keyof typeof TYPES {
  return Object.hasOwn(TYPES, type);
}
