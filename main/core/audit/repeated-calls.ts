import type { ToolCallItem } from '../../../shared/model/item';
import type { Mode } from '../../../shared/model/mode';
import type { Decision } from '../../../shared/model/permission';
import type { SideEffect } from '../../../shared/model/tool';
import { isDestructive } from './destructive';

/** An equal call of the same session that was made before. */
export interface EarlierCall {
  /** The item, which is also the id of its audit record. */
  item: string;
  at: string;
  /** `unknown`: it was stopped in the middle and may have had its effect. */
  outcome: 'done' | 'unknown';
  /** True when no other call with side effects came after it. */
  latest: boolean;
  /** SHA-256 (hex) of the file as it left it. */
  afterHash?: string;
}

/** The calls of a session by their keys, as far as they may have had an effect. */
export interface RepeatedCalls {
  note(item: ToolCallItem, at: string): void;
  find(key: string): EarlierCall | undefined;
}

export function createRepeatedCalls(): RepeatedCalls {
  const calls = new Map<string, Omit<EarlierCall, 'latest'>>();
  let latest = '';
  return {
    note(item, at) {
      const { key, state, display, synthesised, durationMs, errorKind } = item;
      if (key === undefined) return;
      const ran = synthesised !== true || durationMs !== undefined || errorKind === 'interrupted';
      const stopped = state === 'cancelled' || errorKind === 'timeout';
      if (!ran || (state !== 'success' && !stopped)) return;
      latest = key;
      calls.set(key, {
        item: item.id,
        at,
        outcome: state === 'success' ? 'done' : 'unknown',
        ...(display?.type === 'change' ? { afterHash: display.change.afterHash } : {}),
      });
    },
    find(key) {
      const found = calls.get(key);
      return found === undefined ? undefined : { ...found, latest: latest === key };
    },
  };
}

/**
 * A destructive call that repeats an earlier one is asked for again, whatever allows it. Deleting anew is no repetition once
 * anything else had an effect since: it may have brought back what is deleted.
 */
export function askAgain(
  decision: Decision,
  { sideEffect, idempotent }: { sideEffect: SideEffect; idempotent: boolean },
  earlier: EarlierCall | undefined,
  mode: Mode,
): Decision {
  const { capabilities, decision: verdict } = decision;
  if (earlier === undefined || idempotent || verdict === 'deny' || !isDestructive(sideEffect, capabilities)) return decision;
  const onlyDeletes =
    sideEffect !== 'destructive' &&
    !isDestructive(
      sideEffect,
      capabilities?.filter(({ capability }) => capability !== 'delete'),
    );
  if (onlyDeletes && !earlier.latest) return decision;
  const words =
    earlier.outcome === 'done'
      ? `The same call succeeded in this session at ${earlier.at} (record ${earlier.item}).`
      : `The same call was stopped in this session at ${earlier.at} and may have had its effect (record ${earlier.item}).`;
  const { item, at, outcome } = earlier;
  const repeats = { earlier: { item, at, outcome } };
  if (verdict === 'ask') return { ...decision, ...repeats, reason: `${words} ${decision.reason}` };
  const { rule: _rule, builtin: _builtin, ...rest } = decision;
  return { ...rest, ...repeats, decision: mode === 'dontAsk' ? 'deny' : 'ask', builtin: 'repeated-call', reason: words };
}
