import { Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FiringRecord } from '../../../shared/contract/hook-methods';
import type { Result } from '../../../shared/contract/methods';
import { call, errorCode } from '../../stores/host';
import type { ErrorCode } from '../../../shared/model/failure';
import { reportFailure } from '../../stores/report-failure';
import { Button } from '../../ui/button';
import { CodeEditor } from '../../ui/code-editor';
import { Failed } from '../../ui/failed';
import { useFormat } from '../../ui/format';
import { parseObject } from '../../ui/json-object';
import { ScrollRegion } from '../../ui/scroll-region';
import { Select } from '../../ui/select';
import { ViewSection } from '../../ui/view-page';
import { BenchEffect } from './bench-effect';
import { FiringDetail } from './firing-detail';
import { useHookLog } from './use-hook-log';
import { useLinkedFiring } from './use-linked-firing';

/** What to begin with: a hook, or an event as it was recorded. */
export interface BenchStart {
  event: string;
  only?: string;
  seq?: number;
}

interface BenchTabProps {
  folder: string;
  data: Result<'hooks.list'>;
  session: string | undefined;
  start: BenchStart | undefined;
}

const EVERY = 'every';
const SAMPLE = 'sample';
/** Recorded events to choose from: the newest. */
const MOST_RECORDED = 50;

/** Hooks on an input, a sample or one that was recorded, with the result as the ledger would have it. */
export function BenchTab({ folder, data, session, start }: BenchTabProps) {
  const { t } = useTranslation('hooks');
  const format = useFormat();
  const fires = data.events.filter((event) => event.fires);
  const [event, setEvent] = useState(start?.event ?? data.hooks[0]?.event ?? 'PreToolUse');
  const [only, setOnly] = useState(start?.only ?? EVERY);
  const [from, setFrom] = useState(start?.seq === undefined ? SAMPLE : String(start.seq));
  const [input, setInput] = useState('');
  const [result, setResult] = useState<Result<'hooks.test'>>();
  const [failure, setFailure] = useState<ErrorCode>();
  const [running, setRunning] = useState(false);
  const log = useHookLog(session);
  const linked = useLinkedFiring(log, start?.seq === undefined ? undefined : ({ seq }) => seq === start.seq);
  const newest = log.firings.filter((firing) => firing.event === event && firing.late !== true).slice(0, MOST_RECORDED);
  const recorded = linked === undefined || linked.event !== event || newest.includes(linked) ? newest : [...newest, linked];
  const waits = log.more && from !== SAMPLE && !recorded.some(({ seq }) => String(seq) === from);
  const own = data.hooks.filter((hook) => hook.event === event);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the input is read when another one is chosen
  useEffect(() => {
    if (waits) return;
    let current = true;
    const firing = recorded.find(({ seq }) => String(seq) === from);
    readInput(folder, event, session, firing).then((value) => {
      if (current) setInput(`${JSON.stringify(value, undefined, 2)}\n`);
    }, reportFailure);
    return () => {
      current = false;
    };
  }, [folder, event, from, session, waits]);

  const value = parseObject(input);
  const run = async () => {
    if (value === undefined) return;
    setRunning(true);
    setFailure(undefined);
    try {
      setResult(await call('hooks.test', { folder, event, input: value, ...(only === EVERY ? {} : { only }) }));
    } catch (error) {
      setFailure(errorCode(error));
    } finally {
      setRunning(false);
    }
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto min-[1000px]:flex-row min-[1000px]:overflow-hidden">
      <div className="flex shrink-0 flex-col gap-2 px-4 py-3 text-sm min-[1000px]:w-[440px] min-[1000px]:border-line min-[1000px]:border-r">
        <p className="text-muted">{t('bench.note')}</p>
        <div className="grid grid-cols-[max-content_minmax(0,1fr)] items-center gap-x-3 gap-y-2">
          <span className="text-muted">{t('bench.event')}</span>
          <Select
            name={t('bench.event')}
            value={event}
            options={fires.map(({ name }) => ({ value: name, label: name }))}
            onChange={(next) => {
              setEvent(next);
              setOnly(EVERY);
              setFrom(SAMPLE);
              setResult(undefined);
            }}
          />
          <span className="text-muted">{t('bench.hook')}</span>
          <Select
            name={t('bench.hook')}
            value={only}
            options={[{ value: EVERY, label: t('bench.every') }, ...own.map(({ id, label }) => ({ value: id, label }))]}
            onChange={setOnly}
          />
          <span className="text-muted">{t('bench.from')}</span>
          <Select
            name={t('bench.from')}
            value={from}
            options={[
              { value: SAMPLE, label: t('bench.sample') },
              ...recorded.map(({ seq, at, about }) => ({
                value: String(seq),
                label: t('bench.firing', { time: format.time(at), event, about: about ?? '' }),
              })),
            ]}
            onChange={setFrom}
          />
        </div>
        <div className="flex h-[260px] flex-col min-[1000px]:h-auto min-[1000px]:min-h-0 min-[1000px]:flex-1">
          <CodeEditor language="json" label={t('bench.input')} value={input} onChange={setInput} className="min-h-0 flex-1" />
        </div>
        {value === undefined && input !== '' ? <p className="text-warn">{t('bench.badInput')}</p> : undefined}
        <div>
          <Button look="solid" disabled={running || value === undefined} onClick={() => void run()}>
            <Play size={13} aria-hidden />
            {t(running ? 'bench.running' : 'bench.run')}
          </Button>
        </div>
      </div>
      <ScrollRegion name={t('bench.result')} className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 px-4 py-3">
        {failure ? <Failed error={failure} onRetry={() => void run()} /> : undefined}
        {result ? (
          <>
            <BenchEffect result={result} />
            <ViewSection title={t('bench.result')}>
              {result.firing.hooks.length === 0 ? <p className="text-muted text-sm">{t('bench.nothing')}</p> : undefined}
              <FiringDetail firing={result.firing} folder={folder} texts={result.texts} />
            </ViewSection>
          </>
        ) : failure ? undefined : (
          <p className="text-muted text-sm">{t('bench.before')}</p>
        )}
      </ScrollRegion>
    </div>
  );
}

async function readInput(folder: string, event: string, session: string | undefined, firing: FiringRecord | undefined): Promise<unknown> {
  if (firing === undefined || session === undefined) return (await call('hooks.sample', { folder, event })).input;
  const { texts } = await call('hooks.parts', { session, parts: [firing.input] });
  return texts[firing.input.hash];
}
