import { useTranslation } from 'react-i18next';
import type { CallResponse } from '../../../shared/model/anatomy';
import type { Failure } from '../../../shared/model/failure';
import type { CallSpine } from '../../../shared/model/session';
import { Code } from '../../ui/code';
import { Cost } from '../../ui/cost';
import { Failed } from '../../ui/failed';
import { useFormat } from '../../ui/format';
import { UsageLine } from '../../ui/tokens';
import { useAnswer } from '../../stores/use-answer';
import { Fact } from '../../ui/fact';

/** What came back: the raw blocks, why the model stopped, usage, timing, request id and the attempts before. */
export function ResponseTab({ call, spine }: { call: { session: string; call: string }; spine: CallSpine }) {
  const { t } = useTranslation(['inspector', 'common']);
  const about = `${call.session} ${call.call}`;
  const { data, error, again } = useAnswer('call.response', call, `${about} ${spine.state}`, about);
  if (error) return <Failed error={error} onRetry={again} className="p-3" />;
  if (!data) return <div className="flex-1" aria-busy="true" />;
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <Facts response={data} />
      <Attempts response={data} />
      {data.state === 'running' ? <p className="px-3 py-2 text-muted text-sm">{t('response.running')}</p> : undefined}
      {data.incomplete > 0 ? (
        <p className="px-3 py-2 text-sm text-warn">{t('response.incomplete', { count: data.incomplete })}</p>
      ) : undefined}
      {data.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks never move
        <Block key={index} index={index} block={block} />
      ))}
    </div>
  );
}

function Facts({ response }: { response: CallResponse }) {
  const { t } = useTranslation(['inspector', 'common']);
  const format = useFormat();
  const { stopReason, stopDetails, usage, requestId, firstByteMs, durationMs, failure } = response;
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-3 gap-y-0.5 border-line border-b px-3 py-2 text-sm">
      {stopReason ? (
        <Fact name="stop_reason">
          <code>{stopReason}</code> <span className="text-faint">{t(`common:stop.${stopReason}`, { defaultValue: '' })}</span>
          {stopDetails ? <code className="ml-2 break-anywhere text-xs">{JSON.stringify(stopDetails)}</code> : undefined}
        </Fact>
      ) : undefined}
      {failure ? (
        <Fact name={t('response.failure')}>
          <span className="break-anywhere text-bad">
            <FailureWords failure={failure} />
          </span>
        </Fact>
      ) : undefined}
      {usage ? (
        <Fact name={t('response.usage')}>
          <UsageLine usage={usage} />
        </Fact>
      ) : undefined}
      <Fact name={t('response.cost')}>
        <Cost usd={response.costUsd} />
      </Fact>
      {durationMs === undefined ? undefined : (
        <Fact name={t('response.time')}>
          {firstByteMs === undefined
            ? format.duration(durationMs)
            : t('response.timeText', { first: format.duration(firstByteMs), whole: format.duration(durationMs) })}
        </Fact>
      )}
      {requestId ? (
        <Fact name={t('response.requestId')}>
          <code className="break-anywhere">{requestId}</code>
        </Fact>
      ) : undefined}
    </dl>
  );
}

function Attempts({ response }: { response: CallResponse }) {
  const { t } = useTranslation('inspector');
  const format = useFormat();
  if (response.attempts.length === 0) return undefined;
  return (
    <section aria-label={t('response.attempts')} className="border-line border-b px-3 py-2 text-sm">
      <h3 className="font-semibold">{t('response.attempts')}</h3>
      <ol className="list-decimal pl-5">
        {response.attempts.map((attempt, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: attempts never move
          <li key={index} className="break-anywhere">
            <FailureWords failure={attempt.failure} />{' '}
            <span className="text-faint">{t('response.waited', { time: format.duration(attempt.waitedMs) })}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What kind of failure it was, then the provider's own words. */
function FailureWords({ failure: { kind, status, message } }: { failure: Failure }) {
  const { t } = useTranslation('common');
  return (
    <>
      {t(`failure.${kind}`)}
      {status ? ` (${status})` : ''}: <span lang="en">{message}</span>
    </>
  );
}

function Block({ block, index }: { block: unknown; index: number }) {
  const { t } = useTranslation('inspector');
  const type = typeof block === 'object' && block !== null && 'type' in block && typeof block.type === 'string' ? block.type : '';
  return (
    <section className="border-line border-b">
      <h3 className="flex h-[26px] items-center gap-2 bg-panel px-3 text-sm">
        <span className="text-faint">{index + 1}</span>
        <code>{type}</code>
      </h3>
      <Code
        code={JSON.stringify(block, null, 2)}
        language="json"
        name={t('response.block', { number: index + 1, type })}
        className="max-h-[60vh] whitespace-pre-wrap break-anywhere px-3 py-2"
      />
    </section>
  );
}
