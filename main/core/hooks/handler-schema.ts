import { z } from 'zod';
import type { HookType } from '../../../shared/model/hook-run';

const common = {
  if: z.string().optional(),
  timeout: z.number().positive().optional(),
  statusMessage: z.string().optional(),
  once: z.boolean().optional(),
};
const onFailure = z.enum(['block', 'ignore']).optional();
const text = z.string().min(1);

const handlers = {
  command: z.object({
    ...common,
    type: z.literal('command'),
    command: text,
    args: z.array(z.string()).optional(),
    shell: z.enum(['bash', 'powershell']).optional(),
    async: z.boolean().optional(),
    asyncRewake: z.boolean().optional(),
    onFailure,
  }),
  http: z.object({
    ...common,
    type: z.literal('http'),
    url: z.url({ protocol: /^https?$/ }),
    headers: z.record(z.string(), z.string()).optional(),
    allowedEnvVars: z.array(z.string()).optional(),
    onFailure,
  }),
  mcp_tool: z.object({ ...common, type: z.literal('mcp_tool'), server: text, tool: text, input: z.unknown().optional(), onFailure }),
  prompt: z.object({
    ...common,
    type: z.literal('prompt'),
    prompt: text,
    model: z.string().optional(),
    continueOnBlock: z.boolean().optional(),
  }),
  agent: z.object({ ...common, type: z.literal('agent'), prompt: text, model: z.string().optional() }),
} satisfies Record<HookType, z.ZodType>;

/** A handler as a settings file has it. */
export const handlerSchema = z.discriminatedUnion('type', [
  handlers.command,
  handlers.http,
  handlers.mcp_tool,
  handlers.prompt,
  handlers.agent,
]);

/** What a handler may say whatever its type is. */
export const commonSchema = z.object(common);

/** The keys that a handler of a type may have. */
export function handlerKeys(type: HookType): string[] {
  return Object.keys(handlers[type].shape);
}
