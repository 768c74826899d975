import { useTranslation } from 'react-i18next';
import type { AgentLimits, Limits } from '../../../shared/model/config';
import { DEFAULT_AGENT_LIMITS, DEFAULT_LIMITS } from '../../../shared/model/default-limits';
import { findModel, useConfig } from '../../stores/config';
import { Button } from '../../ui/button';
import { useFormat } from '../../ui/format';
import { ViewSection } from '../../ui/view-page';
import { NumberField } from './number-field';
import { saveSetting } from './saves';
import { SettingRow } from './setting-row';

const LIMITS = ['rounds', 'tokens', 'costUsd', 'seconds', 'repeats'] as const;
type LimitId = (typeof LIMITS)[number];
const AGENT_LIMITS = ['depth', 'total', 'concurrent'] as const satisfies ReadonlyArray<keyof AgentLimits>;
const USUAL: Limits = DEFAULT_LIMITS;

/** What stops a turn. Each can be none; reaching one never loses anything, and the turn can be continued. */
export function LimitsSection() {
  const { t } = useTranslation('settings');
  return (
    <ViewSection title={t('section.limits')} note={t('limits.note')}>
      {LIMITS.map((id) => (
        <LimitRow key={id} id={id} />
      ))}
      {AGENT_LIMITS.map((id) => (
        <AgentLimitRow key={id} id={id} />
      ))}
    </ViewSection>
  );
}

/** How far a tree of sub-agents may grow. These have no "none": a tree without an end costs without one. */
function AgentLimitRow({ id }: { id: keyof AgentLimits }) {
  const { t } = useTranslation('settings');
  const agents = useConfig((state) => state.config?.agents) ?? DEFAULT_AGENT_LIMITS;
  const usual = DEFAULT_AGENT_LIMITS[id];
  const set = (next: number | undefined) =>
    void saveSetting(`agents.${id}`, { change: { agents: { ...agents, [id]: next ?? usual } } }, { change: { agents } });
  return (
    <SettingRow
      field={`agents.${id}`}
      label={t(`agents.${id}`)}
      hint={t('limits.hint', { note: t(`agents.${id}Note`), usual: t('limits.usual', { value: usual }) })}
      control={
        <>
          {agents[id] === usual ? undefined : (
            <Button look="quiet" aria-label={t('limits.resetName', { limit: t(`agents.${id}`) })} onClick={() => set(usual)}>
              {t('reset')}
            </Button>
          )}
          <NumberField name={t(`agents.${id}`)} value={agents[id]} unit={t(`agents.${id}Unit`)} onCommit={set} />
        </>
      }
    />
  );
}

function withLimit(limits: Limits, id: LimitId, value: number | undefined): Limits {
  const { [id]: _old, ...others } = limits;
  return value === undefined ? others : { ...others, [id]: value };
}

function LimitRow({ id }: { id: LimitId }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const limits = useConfig((state) => state.config?.limits) ?? {};
  const value = limits[id];
  const usual = USUAL[id];
  const set = (next: number | undefined) =>
    void saveSetting(`limit.${id}`, { change: { limits: withLimit(limits, id, next) } }, { change: { limits } });
  return (
    <SettingRow
      field={`limit.${id}`}
      label={t(`limits.${id}`)}
      hint={t('limits.hint', {
        note: t(`limits.${id}Note`),
        usual: usual === undefined ? t('limits.usualNone') : t('limits.usual', { value: format.count(usual) }),
      })}
      control={
        <>
          {value !== usual ? (
            <Button look="quiet" aria-label={t('limits.resetName', { limit: t(`limits.${id}`) })} onClick={() => set(usual)}>
              {t('reset')}
            </Button>
          ) : undefined}
          {value !== undefined && usual !== undefined ? (
            <Button look="quiet" aria-label={t('limits.noneName', { limit: t(`limits.${id}`) })} onClick={() => set(undefined)}>
              {t('limits.none')}
            </Button>
          ) : undefined}
          <NumberField
            name={t(`limits.${id}`)}
            value={value}
            whole={id !== 'costUsd' && id !== 'seconds'}
            placeholder={t('limits.none')}
            unit={t(`limits.${id}Unit`)}
            onCommit={set}
          />
        </>
      }
    >
      {id === 'costUsd' ? <UnknownPrice limited={value !== undefined} /> : undefined}
    </SettingRow>
  );
}

/** A money limit needs a price: with an unknown one a turn refuses to start instead of guessing. */
function UnknownPrice({ limited }: { limited: boolean }) {
  const { t } = useTranslation('settings');
  const { models, currentModel } = useConfig();
  if (!limited || !currentModel || findModel(models, currentModel)?.price) return undefined;
  return <p className="pt-1 text-sm text-warn">{t('limits.unknownPrice', { model: currentModel })}</p>;
}
