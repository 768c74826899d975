import { addUsage } from '../../../shared/model/add-usage';
import type { CallSpine } from '../../../shared/model/session';
import { MAIN_AGENT_PATH } from '../../stores/agents';
import { selectCall, useSelection } from '../../stores/selection';
import { useCallName } from '../../ui/call-name';
import { callOutcome, useCallEnd } from '../../ui/call-end';
import { Cost } from '../../ui/cost';
import { cx } from '../../ui/cx';
import { useFormat } from '../../ui/format';
import { Tokens, UsageLine } from '../../ui/tokens';

/** Where a model call begins, and how it ended: a thin line that selects the call. */
export function CallLine({ call }: { call: CallSpine }) {
  const format = useFormat();
  const selected = useSelection((state) => state.current.call === call.call);
  const end = useCallEnd()(call);
  const outcome = callOutcome(call);
  const used = call.usage && call.estimatedUsage ? addUsage(call.usage, call.estimatedUsage) : (call.usage ?? call.estimatedUsage);
  const name = useCallName()(call);
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={() => selectCall(call.call, call.agent === MAIN_AGENT_PATH ? {} : { agent: call.agent })}
      className={cx(
        'group flex min-h-[26px] w-full min-w-0 flex-wrap items-center justify-end gap-x-2 rounded-md text-left text-xs',
        selected ? 'text-ink' : 'text-faint hover:text-ink',
      )}
    >
      <span
        className={cx(
          'shrink-0 rounded-sm border px-1.5',
          selected ? 'border-ink bg-selected font-semibold' : 'border-line group-hover:border-line-strong',
        )}
      >
        {name}
      </span>
      <span className="h-px min-w-4 flex-1 bg-line" aria-hidden />
      {used ? (
        <UsageLine usage={used} estimated={call.estimatedUsage !== undefined} className="min-w-0 text-right" />
      ) : (
        <Tokens count={call.estimate} estimated />
      )}
      <span className="flex max-w-full shrink-0 gap-x-2">
        {call.state === 'running' ? undefined : <Cost usd={call.costUsd} />}
        {call.durationMs === undefined ? undefined : <span>{format.duration(call.durationMs)}</span>}
        <span
          className={cx(outcome === 'done' && 'font-mono', outcome === 'failed' && 'text-bad')}
          {...(outcome === 'done' ? { title: end } : {})}
        >
          {outcome === 'done' ? call.stopReason : end}
        </span>
      </span>
    </button>
  );
}
