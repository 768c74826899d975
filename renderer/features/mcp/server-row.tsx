import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerView } from '../../../shared/model/mcp';
import { selectDetail } from '../../stores/selection';
import { Chip } from '../../ui/chip';
import { cx } from '../../ui/cx';
import { useFormat } from '../../ui/format';
import { SmallIcon } from '../../ui/small-icon';
import { Tokens } from '../../ui/tokens';
import { tokensNow, useKindWords, useReasonWords, useWarningWords } from './server-words';
import { StateChip } from './state-chip';

/** Columns where there is room; one below the other where there is not. */
export const ROW_COLUMNS =
  '@[860px]:grid @[860px]:grid-cols-[minmax(140px,1.8fr)_minmax(180px,1.8fr)_minmax(110px,0.6fr)_minmax(110px,0.6fr)_minmax(110px,0.6fr)_minmax(130px,1fr)] @[860px]:gap-x-3';

/** One server as a process: how it is, what it costs, how it answers. A click anywhere on it opens its page. */
export function ServerRow({ server }: { server: ServerView }) {
  const { t } = useTranslation('mcp');
  const format = useFormat();
  const kind = useKindWords()(server);
  const reasonWords = useReasonWords();
  const { name, scope, state, reason, pid, residentBytes, calls, errors, latency, tokens, warnings, counts } = server;
  return (
    <li
      className={cx(
        'clickable relative flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-line border-b px-4 py-1.5 text-sm',
        ROW_COLUMNS,
      )}
    >
      <div className="flex w-full min-w-0 flex-wrap items-center gap-x-2 @[860px]:w-auto">
        <SmallIcon src={server.info?.icon} />
        <button
          type="button"
          onClick={() => selectDetail(name)}
          className="min-w-0 break-anywhere text-left font-semibold after:absolute after:inset-0 after:content-['']"
        >
          <bdi>{name}</bdi>
        </button>
        <Chip>{t(`scope.${scope}`)}</Chip>
        {kind ? <span className="break-anywhere text-muted">{kind}</span> : undefined}
        <Warnings of={server} />
      </div>
      <div className="w-full min-w-0 @[860px]:w-auto">
        <StateChip state={state} />
        {reason ? <span className="ml-2 break-anywhere text-muted">{reasonWords(reason)}</span> : undefined}
      </div>
      <Cell name={t('column.process')}>
        {pid === undefined ? undefined : (
          <>
            <span className="block">{t('pid', { pid })}</span>
            {residentBytes === undefined ? undefined : <span className="text-muted">{format.bytes(residentBytes)}</span>}
          </>
        )}
      </Cell>
      <Cell name={t('column.latency')}>
        {latency ? (
          <>
            <span className="block whitespace-nowrap">p50 {format.duration(latency.p50)}</span>
            <span className="whitespace-nowrap text-muted">p95 {format.duration(latency.p95)}</span>
          </>
        ) : undefined}
      </Cell>
      <Cell name={t('column.calls')}>
        {calls > 0 || errors > 0 ? (
          <>
            <span className="block">{t('calls', { count: calls })}</span>
            {errors > 0 ? <span className="text-bad">{t('errors', { count: errors })}</span> : undefined}
          </>
        ) : undefined}
      </Cell>
      <Cell name={t('column.tokens')}>
        {counts.tools > 0 || tokens.results > 0 ? (
          <>
            <span className="block">
              <Tokens bare count={tokensNow(server)} estimated /> {t('perRequest')}
            </span>
            <span className="block text-muted">
              <span className="whitespace-nowrap">
                {t('whole')} <Tokens bare count={tokens.definitions} estimated /> ·
              </span>{' '}
              <span className="whitespace-nowrap">
                {t('names')} <Tokens bare count={tokens.names} estimated />
              </span>
            </span>
            <span className="block text-muted">
              {t('results')} <Tokens bare count={tokens.results} estimated />
            </span>
          </>
        ) : undefined}
      </Cell>
      <WarningLines of={server} shown={warnings.length > 0} />
    </li>
  );
}

/** Its column's name is heard where no heading stands above it. */
function Cell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <span className="sr-only">{name}: </span>
      {children ?? <span className="hidden text-faint @[860px]:inline">–</span>}
    </div>
  );
}

function Warnings({ of: { warnings } }: { of: ServerView }) {
  const { t } = useTranslation('mcp');
  if (warnings.length === 0) return undefined;
  return (
    <Chip tone="warn">
      <TriangleAlert size={11} aria-hidden />
      {t('warningCount', { count: warnings.length })}
    </Chip>
  );
}

function WarningLines({ of: { warnings }, shown }: { of: ServerView; shown: boolean }) {
  const words = useWarningWords();
  if (!shown) return undefined;
  return (
    <ul className="col-span-full w-full text-warn">
      {warnings.map((warning) => (
        <li key={`${warning.code} ${JSON.stringify(warning.params)}`} className="break-anywhere">
          {words(warning)}
        </li>
      ))}
    </ul>
  );
}
