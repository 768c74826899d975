import { useTranslation } from 'react-i18next';
import type { SkillTurn } from '../../../shared/model/skill-report';
import { select } from '../../stores/selection';
import { useSession } from '../../stores/session';
import { useAnswer } from '../../stores/use-answer';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { Cost } from '../../ui/cost';
import { Code } from '../../ui/code';
import { EmptyState } from '../../ui/empty-state';
import { Failed } from '../../ui/failed';
import { useFormat } from '../../ui/format';
import { keyed } from '../../ui/keyed';
import { ScrollRegion } from '../../ui/scroll-region';
import { Tokens } from '../../ui/tokens';
import { ViewSection } from '../../ui/view-page';
import { SkillLayersBar } from './skill-layers-bar';

const TONES = { loaded: 'ok', 'already-loaded': 'plain', refused: 'bad', forked: 'plain' } as const;

/** Per turn of the open session: which skills were offered, which were used, by whom, at what cost, and how deep the model had to look. */
export function SkillLedger() {
  const { t } = useTranslation('skills');
  const session = useSession((state) => state.id);
  const seen = useSession((state) => `${state.state?.lastSeq ?? 0} ${state.state?.status ?? ''}`);
  const idle = useSession((state) => state.state?.status === 'idle');
  const { data, error, again } = useAnswer(
    'skills.ledger',
    { session: session ?? '' },
    session && (idle ? `${session} ${seen}` : session),
    session ?? '',
  );
  if (!session) return <EmptyState title={t('ledger.noSession')}>{t('ledger.noSessionBody')}</EmptyState>;
  if (error) return <Failed error={error} onRetry={again} className="p-4" />;
  return (
    <ScrollRegion name={t('tab.ledger')} className="min-h-0 flex-1 px-4 py-3" aria-busy={data === undefined}>
      {data && data.turns.length === 0 ? <p className="max-w-prose text-muted">{t('ledger.none')}</p> : undefined}
      {data && data.turns.length > 0 ? <p className="pb-2 text-faint text-sm">{t('ledger.tokensNote')}</p> : undefined}
      {data?.turns.map((turn, index) => (
        <TurnSection key={`${turn.agent} ${turn.turn}`} turn={turn} number={data.turns.length - index} session={session} />
      ))}
    </ScrollRegion>
  );
}

function TurnSection({ turn, number, session }: { turn: SkillTurn; number: number; session: string }) {
  const { t } = useTranslation('skills');
  const { offered, lists, uses, agent } = turn;
  const cut = offered.filter((skill) => skill.cut);
  return (
    <ViewSection title={t('ledger.turn', { number, agent })} className="border-line border-b pb-3 [&+&]:pt-3">
      <p className="text-muted text-sm">
        {t('ledger.offered', { count: offered.length })}
        {cut.length > 0 ? ` ${t('ledger.cut', { names: cut.map(({ name }) => name).join(', ') })}` : ''}
      </p>
      {lists.map((list) => (
        <details key={list.item} className="py-1">
          <summary className="cursor-pointer text-sm">
            {t('ledger.list', { trigger: t(`ledger.trigger.${list.trigger}`, { defaultValue: list.trigger }) })}{' '}
            <Tokens count={list.tokens} estimated />
          </summary>
          <Code
            name={t('ledger.listName')}
            code={list.text}
            language="markdown"
            className="mt-1 max-h-80 whitespace-pre-wrap break-anywhere"
          />
        </details>
      ))}
      {uses.length === 0 ? (
        <p className="text-muted text-sm">{t('ledger.unused')}</p>
      ) : (
        <ul aria-label={t('ledger.uses')} className="flex flex-col gap-2 pt-1">
          {keyed(uses).map(({ key, value }) => (
            <UseRow key={key} use={value} session={session} />
          ))}
        </ul>
      )}
    </ViewSection>
  );
}

function UseRow({ use, session }: { use: SkillTurn['uses'][number]; session: string }) {
  const { t } = useTranslation('skills');
  const format = useFormat();
  const { skill, by, outcome, why, tokens, extra, layers, item } = use;
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <code className="font-semibold">/{skill}</code>
        <Chip>{t(`ledger.by.${by}`)}</Chip>
        <Chip tone={TONES[outcome]}>{t(`ledger.outcome.${outcome}`)}</Chip>
        {tokens > 0 ? <Tokens count={tokens} estimated /> : undefined}
        {by === 'person' ? <span className="text-muted">{t('ledger.noCall')}</span> : undefined}
        {extra ? (
          <span className="flex flex-wrap gap-x-2 text-muted">
            {t('ledger.oneCall')} <Tokens count={extra.tokens} />
            {extra.durationMs === undefined ? undefined : <span>{format.duration(extra.durationMs)}</span>}
            <Cost usd={extra.costUsd} />
          </span>
        ) : undefined}
        {item ? (
          <Button look="quiet" onClick={() => select({ view: 'sessions', session, item, ...(extra ? { call: extra.call } : {}) })}>
            {t('ledger.show')}
          </Button>
        ) : undefined}
      </div>
      {why ? (
        <p lang="en" className="whitespace-pre-wrap break-anywhere text-muted text-sm">
          {why}
        </p>
      ) : undefined}
      {layers ? <SkillLayersBar layers={layers} /> : undefined}
    </li>
  );
}
