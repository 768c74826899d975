import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';

export interface OutputJob {
  schema: Readonly<Record<string, unknown>>;
  value: unknown;
}

/** `wrong`: the schema itself is. */
export type OutputAnswer = { state: 'fits' } | { state: 'misfits' | 'wrong'; detail: string };

/** Looks at what a tool gave by its schema, however long that takes. References to other documents are not followed. */
export function checkOutput({ schema, value }: OutputJob): OutputAnswer {
  try {
    // One of its own for each: names in a schema are the library's for good.
    const check = new AjvJsonSchemaValidator().getValidator(schema);
    const { valid, errorMessage } = check(value);
    return valid ? { state: 'fits' } : { state: 'misfits', detail: errorMessage };
  } catch (error) {
    return { state: 'wrong', detail: error instanceof Error ? error.message : String(error) };
  }
}
