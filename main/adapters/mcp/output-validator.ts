import type { JsonSchemaType, JsonSchemaValidator, jsonSchemaValidator } from '@modelcontextprotocol/client';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import type { HeldTexts } from './held-texts';

/** Characters of a schema that is compiled, and of a value that is checked. Both come from a server, and both cost time. */
const MOST_SCHEMA = 16_384;
const MOST_VALUE = 1_048_576;

/**
 * Checks what tools give against their output schemas. A schema or a value that is too large to be checked in passing counts as fitting;
 * so does a value whose texts are held, and any value of a schema that is wrong in itself. Patterns are not looked at: one expression of a
 * server could hold the thread for ever. References to other documents are not followed.
 */
export function createOutputValidator(held: HeldTexts): jsonSchemaValidator {
  let checker: AjvJsonSchemaValidator | undefined;
  return {
    getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
      const text = JSON.stringify(schema, withoutPatterns);
      checker ??= new AjvJsonSchemaValidator();
      const checked = text.length <= MOST_SCHEMA && !text.includes('"patternProperties"');
      const check = checked ? compile<T>(checker, JSON.parse(text)) : undefined;
      const passes = checker.getValidator<T>({});
      return (value) => {
        const unchecked = check === undefined || held.bytesIn(value) > 0 || JSON.stringify(value).length > MOST_VALUE;
        return unchecked ? passes(value) : check(value);
      };
    },
  };
}

function compile<T>(checker: AjvJsonSchemaValidator, schema: JsonSchemaType): JsonSchemaValidator<T> | undefined {
  try {
    return checker.getValidator<T>(schema);
  } catch {
    return undefined;
  }
}

/** Drops the keyword; a property of that name has a schema, and stays. */
function withoutPatterns(key: string, value: unknown): unknown {
  return key === 'pattern' && typeof value === 'string' ? undefined : value;
}
