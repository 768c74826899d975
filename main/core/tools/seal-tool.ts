import { z } from 'zod';
import type { Action } from '../../../shared/model/permission';
import type { PreparedCall, RegisteredTool, Tool, ToolContext } from './tool';

/** Closes a tool over its input type: from here on an input can only come from `parse` (invariant 1). */
export function sealTool<Input>(tool: Tool<Input>): RegisteredTool {
  let schema: Record<string, unknown> | undefined;
  return {
    name: tool.name,
    description: tool.description,
    // Made when it is first asked for: it costs about a millisecond, and a window opens without it.
    get inputSchema() {
      schema ??= inputSchemaOf(tool.input);
      return schema;
    },
    errors: tool.errors,
    sideEffect: tool.sideEffect,
    resultBound: tool.resultBound,
    ...(tool.resultTokens === undefined ? {} : { resultTokens: tool.resultTokens }),
    timeoutMs: tool.timeoutMs,
    runsIn: tool.runsIn,
    idempotent: tool.idempotent,
    auditFields: tool.auditFields,
    parse(input) {
      const parsed = tool.input.safeParse(input);
      if (!parsed.success) return { ok: false, message: `Invalid input for ${tool.name}: ${explain(parsed.error, tool.input)}` };
      return { ok: true, prepared: prepareCall(tool, parsed.data) };
    },
  };
}

function prepareCall<Input>(tool: Tool<Input>, input: Input): PreparedCall {
  let described: Action | undefined;
  const describe = async (context: ToolContext): Promise<Action> => {
    described = await tool.describe(input, context);
    return described;
  };
  return { describe, run: async (context) => tool.run(input, context, described ?? (await describe(context))) };
}

function inputSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      // Bounds that only say "an integer" are noise to the model.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return json;
}

function explain(error: z.ZodError, schema: z.ZodType): string {
  const said = error.issues.map((issue) => {
    const place = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      const where = place === '' ? '' : ` in ${place}`;
      return `unknown field${issue.keys.length > 1 ? 's' : ''} ${issue.keys.join(', ')}${where}${place === '' ? knownFields(schema) : ''}`;
    }
    return place === '' ? issue.message : `${place}: ${issue.message}`;
  });
  return `${said.join('; ')}.`;
}

function knownFields(schema: z.ZodType): string {
  return schema instanceof z.ZodObject ? ` (known: ${Object.keys(schema.shape).join(', ')})` : '';
}
