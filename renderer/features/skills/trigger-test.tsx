import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TriggerOutcome } from '../../../shared/model/skill-report';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';
import { useAnswer } from '../../stores/use-answer';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { Cost } from '../../ui/cost';
import { DiagnosticList } from '../../ui/diagnostic-list';
import { Failed } from '../../ui/failed';
import { ScrollRegion } from '../../ui/scroll-region';
import { Tokens } from '../../ui/tokens';
import { ViewSection } from '../../ui/view-page';

interface Tried {
  prompt: string;
  wanted: boolean;
  outcome?: TriggerOutcome;
}

/** Prompts that should and should not find the skill, sent as first messages of new sessions; the model's first answer decides. */
export function TriggerTest({ folder, name }: { folder: string; name: string }) {
  const { t } = useTranslation(['skills', 'common']);
  const { data, error, again } = useAnswer('skills.triggers', { folder, name }, `${folder} ${name}`);
  const [tried, setTried] = useState<readonly Tried[]>([]);
  const [running, setRunning] = useState(false);
  const stopped = useRef(false);
  if (error) return <Failed error={error} onRetry={again} className="p-4" />;
  const prompts: Tried[] = [
    ...(data?.should ?? []).map((prompt) => ({ prompt, wanted: true })),
    ...(data?.shouldNot ?? []).map((prompt) => ({ prompt, wanted: false })),
  ];
  const run = async () => {
    stopped.current = false;
    setRunning(true);
    setTried([]);
    try {
      for (const one of prompts) {
        if (stopped.current) return;
        const outcome = await call('skills.tryTrigger', { folder, name, prompt: one.prompt });
        setTried((old) => [...old, { ...one, outcome }]);
      }
    } catch (failure) {
      reportFailure(failure);
    } finally {
      setRunning(false);
    }
  };
  const rows = prompts.map((one, index) => tried[index] ?? one);
  return (
    <ScrollRegion name={t('editor.triggers')} className="min-h-0 flex-1 px-4 py-3" aria-busy={data === undefined || running}>
      <ViewSection
        title={t('trigger.title')}
        note={t('trigger.note')}
        actions={
          running ? (
            <Button
              onClick={() => {
                stopped.current = true;
              }}
            >
              {t('trigger.stop')}
            </Button>
          ) : (
            <Button look="solid" disabled={prompts.length === 0} onClick={() => void run()}>
              {t('trigger.run', { count: prompts.length })}
            </Button>
          )
        }
      >
        {data && data.diagnostics.length > 0 ? <DiagnosticList diagnostics={data.diagnostics} name={t('problems')} /> : undefined}
        {data && prompts.length === 0 ? <p className="text-muted text-sm">{t('trigger.none', { path: data.path })}</p> : undefined}
        <Rates tried={tried} />
        <ul aria-label={t('trigger.title')} className="border-line border-t">
          {rows.map((row) => (
            <TriggerRow key={`${row.wanted} ${row.prompt}`} {...row} />
          ))}
        </ul>
      </ViewSection>
    </ScrollRegion>
  );
}

function Rates({ tried }: { tried: readonly Tried[] }) {
  const { t } = useTranslation('skills');
  if (tried.length === 0) return undefined;
  const fired = (wanted: boolean) => tried.filter((one) => one.wanted === wanted && one.outcome?.fired === true).length;
  const sent = (wanted: boolean) => tried.filter((one) => one.wanted === wanted).length;
  const costs = tried.map(({ outcome }) => outcome?.costUsd);
  return (
    <p role="status" className="flex flex-wrap gap-x-4 pb-1.5 text-sm">
      <span>{t('trigger.hits', { fired: fired(true), of: sent(true) })}</span>
      <span>{t('trigger.misfires', { fired: fired(false), of: sent(false) })}</span>
      <Tokens count={tried.reduce((sum, { outcome }) => sum + (outcome?.tokens ?? 0), 0)} />
      {costs.every((cost) => cost !== undefined) ? <Cost usd={costs.reduce((sum, cost) => sum + cost, 0)} /> : undefined}
    </p>
  );
}

function TriggerRow({ prompt, wanted, outcome }: Tried) {
  const { t } = useTranslation('skills');
  const right = outcome && !outcome.failure && outcome.fired === wanted;
  const others = outcome?.called.join(', ');
  return (
    <li className="flex flex-wrap items-center gap-2 border-line border-b py-1 text-sm">
      <Chip>{t(wanted ? 'trigger.should' : 'trigger.shouldNot')}</Chip>
      <span className="min-w-0 flex-1 break-anywhere">{prompt}</span>
      {outcome?.failure ? (
        <span lang="en" className="break-anywhere text-bad">
          {outcome.failure}
        </span>
      ) : undefined}
      {others ? <span className="text-muted">{t('trigger.called', { names: others })}</span> : undefined}
      {outcome && !outcome.failure ? (
        <Chip tone={right ? 'ok' : 'bad'}>{t(outcome.fired ? 'trigger.fired' : 'trigger.quiet')}</Chip>
      ) : undefined}
    </li>
  );
}
