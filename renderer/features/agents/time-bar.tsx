import { useTranslation } from 'react-i18next';
import type { AgentState } from '../../../shared/model/agent-state';
import { cx } from '../../ui/cx';
import { useFormat } from '../../ui/format';
import { ranFor, type TreeRow } from './tree-rows';

const INKS: Record<AgentState, string> = {
  running: 'bg-ink',
  completed: 'bg-ok',
  failed: 'bg-bad',
  stopped: 'bg-line-strong',
  limit: 'bg-warn',
};

/** When an agent ran, within the time of the whole tree. */
export function TimeBar({
  spans,
  extent: { from, to },
  now,
  state,
}: {
  spans: TreeRow['spans'];
  extent: { from: number; to: number };
  now: number;
  state: AgentState;
}) {
  const { t } = useTranslation('agents');
  const format = useFormat();
  const first = spans[0];
  const share = (at: number) => `${(100 * (at - from)) / (to - from)}%`;
  const text = first
    ? t('time.text', { after: format.duration(Date.parse(first.from) - from), ran: format.duration(ranFor(spans, now)) })
    : '';
  return (
    <span role="img" aria-label={text} title={text} className="relative h-2 min-w-0 flex-1 overflow-hidden rounded-sm bg-panel">
      {spans.map((span) => {
        const start = Date.parse(span.from);
        const end = span.to === undefined ? now : Date.parse(span.to);
        return (
          <span
            key={span.from}
            className={cx('absolute inset-y-0 min-w-px rounded-sm', INKS[state])}
            style={{ left: share(start), width: share(from + Math.max(0, end - start)) }}
          />
        );
      })}
    </span>
  );
}
