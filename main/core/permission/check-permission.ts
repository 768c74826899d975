import { CodedError } from '../../../shared/model/failure';
import type { Mode } from '../../../shared/model/mode';
import type { Action, Decision, Diagnostic } from '../../../shared/model/permission';
import type { ToolContext, ToolRegistry } from '../tools/tool';
import { actionFromInput } from './action-from-input';
import type { SessionPolicy } from './create-policy';
import { canonicalToolName, KNOWN_TOOLS } from './known-tools';
import type { Principal } from './principal';
import { namesOf } from './server-names';

export interface CheckOptions {
  tool: string;
  input: unknown;
  mode?: Mode;
  agent: string;
  /** Who asks, where that is a sub-agent; made for the mode that the main agent is in. */
  principal?(mode: Mode): Principal;
  policy: SessionPolicy;
  tools: ToolRegistry;
  context: ToolContext;
}

/**
 * What would be decided for a call, without any effect. `diagnostics` carries the problems of the rules that were read.
 * Rejects with `not-found` for a tool that no rule could name either.
 */
export async function checkPermission({ tool, input, mode, agent, principal, policy, tools, context }: CheckOptions): Promise<Decision> {
  const name = canonicalToolName(tool);
  const diagnostics: Diagnostic[] = [];
  const action = await describeCall(name, input, tools, context, diagnostics);
  await policy.prepare?.(action);
  const start = mode ?? policy.loaded().defaultMode ?? 'default';
  const decision = policy.decide({ action, mode: start, agent, ...(principal === undefined ? {} : { principal: principal(start) }) });
  const known = new Set(policy.diagnostics().map((one) => `${one.code} ${one.file} ${one.line}`));
  const own = decision.diagnostics.filter((one) => !known.has(`${one.code} ${one.file} ${one.line}`));
  return { ...decision, diagnostics: [...diagnostics, ...own, ...policy.diagnostics()] };
}

/** What a call would do, by the tool itself, or as far as its raw input tells. */
export async function describeCall(
  name: string,
  input: unknown,
  tools: ToolRegistry,
  context: ToolContext,
  diagnostics: Diagnostic[],
): Promise<Action> {
  const registered = tools.get(name) ?? tools.all().find((tool) => tool.server !== undefined && namesOf(tool).tools.includes(name));
  if (registered === undefined) {
    if (!KNOWN_TOOLS.has(name) && !name.startsWith('mcp__')) {
      const near = tools.near(name);
      throw new CodedError('not-found', `No tool is called "${name}"${near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`}`);
    }
    return actionFromInput(name, input, context.folder, context.files);
  }
  const parsed = registered.parse(input);
  try {
    if (parsed.ok) return await parsed.prepared.describe(context);
    diagnostics.push({ code: 'invalid-input', severity: 'warning', message: `The tool would refuse this input: ${parsed.message}` });
  } catch (error) {
    diagnostics.push({
      code: 'not-described',
      severity: 'warning',
      message: `The tool could not tell what it would do: ${error instanceof Error ? error.message : String(error)}`,
    });
  }
  return actionFromInput(name, input, context.folder, context.files);
}
