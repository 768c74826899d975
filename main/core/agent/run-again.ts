import type { ToolCallItem } from '../../../shared/model/item';
import type { Action, Decision, RuleOffer } from '../../../shared/model/permission';
import type { SandboxGrant, SandboxRefusal } from '../../../shared/model/sandbox';
import type { ToolContext, ToolOutcome } from '../tools/tool';
import { refusalWords, widenGrant } from '../shell/find-refusals';
import { hostOf } from '../permission/domain-pattern';
import { itemInProgress } from './item-in-progress';
import type { TurnScope } from './turn-scope';

/** Most rules that one offer can carry beside its first. */
const MOST_RULES = 5;

export interface WiderRun {
  context: ToolContext;
  item: ToolCallItem;
}

/**
 * After a command that failed because the sandbox refused something: asks the person for the wider grant. Undefined where that cannot be
 * asked for or is not given; the result of the first run then stands. Nothing runs outside the sandbox for that.
 */
export async function askForMore(
  scope: TurnScope,
  item: ToolCallItem,
  context: ToolContext,
  outcome: ToolOutcome,
): Promise<WiderRun | undefined> {
  const { deps, options, writer } = scope;
  const { action, decision } = item;
  const refusals = outcome.ok ? [] : (outcome.refusals ?? []).filter(({ firm }) => firm === undefined);
  if (refusals.length === 0 || !options.interactive || options.mode() === 'dontAsk') return undefined;
  const { sandbox } = context;
  if (sandbox === undefined || action === undefined || decision === undefined) return undefined;
  const grant = await widenGrant(sandbox.grant, refusals, exists(context));
  if (grant === undefined) return undefined;
  const wider: Action = { ...action, summary: `Run again, with more: it ${refusalWords(refusals)}` };
  const asked = widerDecision(decision, refusals, grant);
  const known: ToolCallItem = { ...item, action: wider, decision: asked };
  writer.write({ type: 'item/started', item: itemInProgress(known, 'awaiting-approval') });
  await writer.flush();
  const request = { item: item.id, turn: options.turn, agent: options.agent, action: wider, decision: asked };
  const offers = offersFor(scope, refusals, grant, sandbox.grant);
  const untrusted = deps.context.untrustedSources(options.turn);
  const resolution = await deps.gate.ask({ ...request, offers, untrusted }, scope.signal);
  if (resolution.type === 'allow-always') await deps.policy.grant(resolution.offer);
  if (resolution.type !== 'allow-once' && resolution.type !== 'allow-always') return undefined;
  const isolated: Decision = { ...decision, sandbox: { isolated: true, grant } };
  return { context: { ...context, sandbox: { ...sandbox, grant } }, item: { ...item, decision: isolated } };
}

function exists({ files }: ToolContext): (path: string) => Promise<boolean> {
  return async (path) => (await files.stat(path).catch(() => undefined)) !== undefined;
}

function widerDecision(decision: Decision, refusals: readonly SandboxRefusal[], grant: SandboxGrant): Decision {
  const { rule: _rule, builtin: _builtin, off: _off, ...rest } = decision;
  return {
    ...rest,
    decision: 'ask',
    builtin: 'sandbox-refusal',
    reason: `The sandbox refused something: the command ${refusalWords(refusals)}. It would run again from its beginning.`,
    sandbox: { isolated: true, grant },
    refusals: [...refusals],
  };
}

/** Rules that grant the same from now on: for a host where it may be saved, else for the session. */
function offersFor(scope: TurnScope, refusals: readonly SandboxRefusal[], grant: SandboxGrant, before: SandboxGrant): RuleOffer[] {
  const folders = (list: 'writable' | 'readable', tool: string) =>
    grant[list].filter((path) => !before[list].includes(path)).map((path) => `${tool}(/${path}/**)`);
  const hosts = refusals.flatMap(({ kind, target }) => (kind === 'host' ? [target.replace(/:\d+$/, '')] : []));
  const rules = [...folders('writable', 'Edit'), ...folders('readable', 'Read'), ...hosts.map((host) => `WebFetch(domain:${host})`)];
  const [rule, ...also] = rules;
  const [host] = hosts;
  if (rule === undefined || rules.length > MOST_RULES) return [];
  if (also.length > 0 || host === undefined || hostOf(`https://${host}/`) === undefined)
    return [{ rule, scope: 'session', ...(also.length === 0 ? {} : { also }) }];
  const url = `https://${host}/`;
  return scope.deps.policy.offers({ tool: 'WebFetch', capability: 'network', paths: [], url, params: {}, summary: '' });
}
