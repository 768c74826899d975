import { RefreshCw, TriangleAlert, Unlink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CallSpine } from '../../../shared/model/session';
import { MAIN_AGENT_PATH } from '../../stores/agents';
import { useCallName } from '../../ui/call-name';
import { callOutcome, useCallEnd } from '../../ui/call-end';
import { Cost } from '../../ui/cost';
import { cx } from '../../ui/cx';
import { useFormat } from '../../ui/format';
import { Tokens } from '../../ui/tokens';

/** Cost and time are there at every width; a narrow table has no model and no start. */
export const COLUMNS =
  'grid items-center gap-1.5 px-3 grid-cols-[36px_minmax(84px,1fr)_repeat(4,46px)_60px_56px] @[660px]:grid-cols-[44px_minmax(110px,1.6fr)_minmax(90px,1fr)_repeat(4,52px)_64px_60px] @[880px]:gap-2 @[880px]:grid-cols-[56px_minmax(140px,1.6fr)_minmax(110px,1fr)_repeat(4,64px)_72px_72px_76px]';
export const IN_MEDIUM = 'hidden @[660px]:block';
export const IN_WIDE = 'hidden @[880px]:block';

export function CallRow({ call }: { call: CallSpine }) {
  const format = useFormat();
  const end = useCallEnd()(call);
  const name = useCallName()(call);
  const failed = callOutcome(call) === 'failed';
  const { usage } = call;
  return (
    <div className={`${COLUMNS} h-full text-sm`}>
      <span className="truncate text-right" title={name}>
        {call.purpose ? name : call.agent === MAIN_AGENT_PATH ? call.number : `${call.agent.split('/').at(-1)}:${call.number}`}
      </span>
      <span className={`truncate ${IN_MEDIUM}`}>{call.model}</span>
      <span className={cx('flex min-w-0 items-center gap-1.5', failed && 'text-bad')}>
        <span className="truncate">{end}</span>
        <Marks call={call} />
      </span>
      <span className="text-right">{usage ? <Tokens bare count={usage.cacheRead} /> : undefined}</span>
      <span className="text-right">{usage ? <Tokens bare count={usage.cacheWrite} /> : undefined}</span>
      <span className="text-right">{usage ? <Tokens bare count={usage.input} /> : <Tokens bare count={call.estimate} estimated />}</span>
      <span className="text-right">{usage ? <Tokens bare count={usage.output} /> : undefined}</span>
      <span className="text-right">{call.state === 'running' ? undefined : <Cost usd={call.costUsd} />}</span>
      <span className="text-right">{call.durationMs === undefined ? undefined : format.duration(call.durationMs)}</span>
      <span className={`text-right text-faint ${IN_WIDE}`}>{format.time(call.startedAt)}</span>
    </div>
  );
}

function Marks({ call }: { call: CallSpine }) {
  const { t } = useTranslation('ledger');
  const lint = t('lint', { count: call.lint });
  const retries = t('retries', { count: call.retries });
  const broken = t('broken', { reason: call.brokenBy });
  return (
    <>
      {call.lint > 0 ? (
        <span title={lint}>
          <TriangleAlert size={12} role="img" aria-label={lint} className="text-warn" />
        </span>
      ) : undefined}
      {call.retries > 0 ? (
        <span title={retries}>
          <RefreshCw size={11} role="img" aria-label={retries} className="text-muted" />
        </span>
      ) : undefined}
      {call.brokenBy && call.brokenBy !== 'first-call' ? (
        <span title={broken}>
          <Unlink size={12} role="img" aria-label={broken} className="text-warn" />
        </span>
      ) : undefined}
    </>
  );
}
