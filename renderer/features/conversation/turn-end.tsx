import { useTranslation } from 'react-i18next';
import { promptTokens } from '../../../shared/model/add-usage';
import type { CallSpine, TurnSpine } from '../../../shared/model/session';
import { MAIN_AGENT_PATH } from '../../stores/agents';
import { useSession } from '../../stores/session';
import { continueTurn } from '../../stores/session-actions';
import { select } from '../../stores/selection';
import { useAnswer } from '../../stores/use-answer';
import { Button } from '../../ui/button';
import { Cost } from '../../ui/cost';
import { cx } from '../../ui/cx';
import { useFormat } from '../../ui/format';
import { Tokens, UsageLine } from '../../ui/tokens';
import { keyed } from '../../ui/keyed';
import { ChangedFiles } from './changed-files';

const NONE: never[] = [];
const CAN_CONTINUE = new Set([
  'limit_rounds',
  'limit_tokens',
  'limit_cost',
  'limit_time',
  'limit_repeat',
  'error',
  'aborted',
  'max_tokens',
  'denied',
]);

/** The foot of a turn: why it ended, what it changed, which checks ran, what it used. */
export function TurnEnd({ turn, isLast }: { turn: TurnSpine; isLast: boolean }) {
  const { t } = useTranslation(['conversation', 'common']);
  const format = useFormat();
  const session = useSession((state) => (state.phase === 'ready' ? state.id : undefined));
  const isMain = turn.agent === MAIN_AGENT_PATH;
  // What agents below changed is part of the main agent's turn, and is put back there.
  const key = session === undefined || !isMain ? undefined : `${session} ${turn.turn}`;
  const { data } = useAnswer('changes.list', { session: session ?? '', turn: turn.turn }, key);
  const { files = NONE, commands = NONE, checks = NONE } = data ?? {};
  const failure = useSession((state) => (turn.reason === 'error' ? lastFailure(state.state?.calls, turn) : undefined));
  const lacksKey = failure === 'authentication' || failure === 'no-credential';
  const good = turn.reason === 'end_turn' || turn.reason === 'stop_sequence';
  return (
    <footer className="mt-1 mb-3 border-line border-t pt-1.5 text-faint text-xs">
      {files.length > 0 || commands.length > 0 ? <ChangedFiles turn={turn.turn} files={files} commands={commands} /> : undefined}
      {checks.length > 0 ? (
        <ul aria-label={t('checks')} className="pb-1">
          {keyed(checks).map(({ key, value: check }) => (
            <li key={key} className="flex gap-2 leading-[20px]">
              <span className={cx('shrink-0', check.exitCode === 0 ? 'text-ok' : 'text-bad')}>
                {t('exitCode', { code: check.exitCode })}
              </span>
              <span className="min-w-0 truncate font-mono" title={check.command}>
                {check.command}
              </span>
            </li>
          ))}
        </ul>
      ) : undefined}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={good ? undefined : 'text-warn'}>{t(`common:stop.${turn.reason}`, { defaultValue: turn.reason ?? '' })}</span>
        <span>{t('rounds', { count: turn.rounds })}</span>
        <UsageLine usage={turn.usage} estimated={turn.estimated ?? false} />
        <Cost usd={turn.costUsd} />
        {turn.below ? <Below below={turn.below} /> : undefined}
        {turn.durationMs === undefined ? undefined : <span>{format.duration(turn.durationMs)}</span>}
      </div>
      {turn.error ? (
        <p className="break-anywhere pt-1 text-bad text-sm">
          {failure === 'network' ? t('unreachable') : turn.errorCode ? t(`common:error.${turn.errorCode}`, { defaultValue: '' }) : ''}
          {failure ? ` (${t(`common:failure.${failure}`)})` : ''} <span lang="en">{turn.error}</span>
        </p>
      ) : undefined}
      {isMain && isLast && turn.reason !== undefined && CAN_CONTINUE.has(turn.reason) ? (
        <div className="flex items-center gap-2 pt-1.5">
          <Button onClick={() => void continueTurn()}>{t('continue')}</Button>
          {lacksKey ? <Button onClick={() => select({ view: 'settings', detail: 'keys' })}>{t('toKey')}</Button> : undefined}
          <span className="text-muted">{t(`continueNote.${turn.reason}`, { defaultValue: '' })}</span>
        </div>
      ) : undefined}
    </footer>
  );
}

/** Why the last call of a turn failed. */
function lastFailure(calls: readonly CallSpine[] | undefined, { turn, agent }: TurnSpine): CallSpine['failure'] {
  return calls?.findLast((call) => call.turn === turn && call.agent === agent)?.failure;
}

/** What the sub-agents of the turn used, beside it. */
function Below({ below: { agents, usage, costUsd } }: { below: NonNullable<TurnSpine['below']> }) {
  const { t } = useTranslation('conversation');
  return (
    <span className="flex flex-wrap gap-x-1.5">
      <span>{t('below', { count: agents })}</span>
      <Tokens count={promptTokens(usage) + usage.output} />
      <Cost usd={costUsd} />
    </span>
  );
}
