import { CircleCheck, CircleDot, CircleSlash, CircleX, Hand, Hourglass } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { shallow } from 'zustand/shallow';
import { MAIN_AGENT_PATH } from '../../stores/agents';
import { Chip } from '../../ui/chip';
import { Cost } from '../../ui/cost';
import { cx } from '../../ui/cx';
import { useFormat } from '../../ui/format';
import { Tokens } from '../../ui/tokens';
import { ColorMark } from './color-mark';
import { TimeBar } from './time-bar';
import { ranFor, type TreeRow, type Waiting } from './tree-rows';

export const ROW_PX = 44;
const STEP_PX = 14;
const MOST_STEPS = 6;

const MARKS = {
  running: { Icon: CircleDot, ink: 'text-ink' },
  completed: { Icon: CircleCheck, ink: 'text-ok' },
  failed: { Icon: CircleX, ink: 'text-bad' },
  stopped: { Icon: CircleSlash, ink: 'text-muted' },
  limit: { Icon: Hourglass, ink: 'text-warn' },
} as const;

/** An agent on two lines: what it is for and how it stands; what it waits for, and what it used. */
export const TreeRowView = memo(DrawnRow, isSameRow);

interface RowProps {
  row: TreeRow;
  now: number;
  /** Given: the second line shows when it ran. */
  extent: { from: number; to: number } | undefined;
}

/** All rows are built anew with each event of any agent: most of them say what they said before. */
function isSameRow(before: RowProps, after: RowProps): boolean {
  const { waits: waited, ...said } = before.row;
  const { waits, ...says } = after.row;
  return before.now === after.now && before.extent === after.extent && shallow(waited, waits) && shallow(said, says);
}

function DrawnRow({ row, now, extent }: RowProps) {
  const { t } = useTranslation(['agents', 'common']);
  const format = useFormat();
  const { Icon, ink } = MARKS[row.state];
  const { node } = row;
  const isMain = row.agent === MAIN_AGENT_PATH;
  return (
    <div
      className="flex h-full items-center gap-2 border-line border-b pr-3"
      style={{ paddingLeft: 12 + Math.min(row.depth, MOST_STEPS) * STEP_PX }}
    >
      <Icon size={15} aria-hidden className={cx('shrink-0', ink)} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          {node?.color ? <ColorMark color={node.color} /> : undefined}
          <span className="shrink-0 font-mono font-semibold text-sm">{row.agent.split('/').at(-1)}</span>
          <span className="min-w-0 flex-1 truncate" title={node?.task}>
            {isMain ? t('tree.main') : node?.task}
          </span>
          {node?.background ? <Chip className="@max-[420px]:hidden">{t('background')}</Chip> : undefined}
          {node?.worktree?.end?.state === 'waiting' && node.worktree.settled === undefined ? (
            <Chip tone="warn">{t('worktree.waiting')}</Chip>
          ) : undefined}
          <span className="sr-only">{t(`common:agentState.${row.state}`)}</span>
        </div>
        <div className="flex items-center gap-3 text-muted text-xs">
          {extent ? (
            <TimeBar spans={row.spans} extent={extent} now={now} state={row.state} />
          ) : (
            <span className={cx('min-w-0 flex-1 truncate', isPerson(row.waits) && 'font-semibold text-ink')}>
              {isPerson(row.waits) ? <Hand size={11} aria-hidden className="mr-1 inline text-warn" /> : undefined}
              {row.waits ? <WaitsFor waits={row.waits} /> : t(`common:agentState.${row.state}`)}
              {node?.error && row.state !== 'running' ? <span lang="en"> · {node.error}</span> : undefined}
            </span>
          )}
          <span className="shrink-0 truncate @max-[520px]:hidden" title={node?.model}>
            {node?.model.split('/').at(-1)}
          </span>
          <span className="shrink-0 @max-[420px]:hidden">{t('rounds', { count: row.rounds })}</span>
          <Tokens count={row.tokens} estimated={row.estimated} className="min-w-20 shrink-0 text-right" />
          <Cost usd={row.costUsd} className="w-14 shrink-0 text-right" />
          <span className="w-16 shrink-0 text-right">{format.duration(ranFor(row.spans, now))}</span>
        </div>
      </div>
    </div>
  );
}

function isPerson(waits: Waiting | undefined): boolean {
  return waits?.for === 'permission' || waits?.for === 'question' || waits?.for === 'plan';
}

export function WaitsFor({ waits }: { waits: Waiting }) {
  const { t } = useTranslation('agents');
  switch (waits.for) {
    case 'tool':
      return t('waits.tool', { tool: waits.tool });
    case 'agents':
      return t('waits.agents', { count: waits.count });
    default:
      return t(`waits.${waits.for}`);
  }
}
