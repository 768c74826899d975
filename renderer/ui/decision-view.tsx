import { useTranslation } from 'react-i18next';
import type { HookVoice } from '../../shared/model/hook-run';
import type { Decision, PartDecision, RuleRef } from '../../shared/model/permission';
import { useDecisionWhy, VerdictChip } from './decision-chip';
import { DiagnosticList } from './diagnostic-list';
import { keyed } from './keyed';
import { RefusalList, SandboxView } from './sandbox-view';

interface DecisionViewProps {
  decision: Decision;
  /** Goes to the rule that decided. */
  onRule?: (rule: RuleRef) => void;
}

/** A decision whole: the verdict, what decided it, each part of a command, the sandbox, and problems on the way. */
export function DecisionView({ decision, onRule }: DecisionViewProps) {
  const { t } = useTranslation('common');
  const { rule, parts = [], sandbox, refusals = [], hooks = [], diagnostics, mode } = decision;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start gap-2">
        <VerdictChip verdict={decision.decision} />
        <Why of={decision} rule={rule} onRule={onRule} />
      </div>
      {parts.length > 0 ? <DecisionParts parts={parts} {...(onRule ? { onRule } : {})} /> : undefined}
      {hooks.length > 0 ? <HookVoices voices={hooks} /> : undefined}
      {refusals.length > 0 ? <RefusalList refusals={refusals} /> : undefined}
      <dl className="grid grid-cols-[max-content_1fr] gap-x-3 text-sm">
        <dt className="text-faint">{t('decision.mode')}</dt>
        <dd>{t(`mode.${mode}`)}</dd>
        {sandbox ? (
          <>
            <dt className="text-faint">{t('decision.sandbox')}</dt>
            <dd>
              <SandboxView isolation={sandbox} />
              {reachesNetwork(decision) && sandbox.isolated && sandbox.grant.hosts.length === 0 ? (
                <p className="text-warn">{t('sandbox.hostsNeeded')}</p>
              ) : undefined}
            </dd>
          </>
        ) : undefined}
      </dl>
      {diagnostics.length > 0 ? <DiagnosticList diagnostics={diagnostics} name={t('decision.diagnostics')} /> : undefined}
    </div>
  );
}

function reachesNetwork({ decision, capabilities = [] }: Decision): boolean {
  return decision !== 'deny' && capabilities.some(({ capability }) => capability === 'network');
}

/** What hooks asked for, whether it counted or not, and where each stands. */
export function HookVoices({ voices }: { voices: readonly HookVoice[] }) {
  const { t } = useTranslation('common');
  return (
    <ul aria-label={t('decision.hooks')} className="flex flex-col gap-1 border-line border-l-2 pl-2 text-sm">
      {voices.map(({ run, label, source, decision, reason }) => (
        <li key={run} className="min-w-0">
          <code className="break-anywhere">{label}</code> <span className="font-semibold">{t(`decision.hookDecision.${decision}`)}</span>
          <span className="break-anywhere text-faint">
            {' '}
            {source.file}:{source.line}
          </span>
          {reason ? <span className="block break-anywhere text-muted">{reason}</span> : undefined}
        </li>
      ))}
    </ul>
  );
}

/** The parts of a shell command in order, each with its own verdict and reason. */
export function DecisionParts({ parts, onRule }: { parts: readonly PartDecision[]; onRule?: (rule: RuleRef) => void }) {
  const { t } = useTranslation('common');
  return (
    <ol aria-label={t('decision.parts')} className="flex flex-col gap-1 border-line border-l-2 pl-2 text-sm">
      {keyed(parts).map(({ key, value: part }) => (
        <li key={key} className="flex items-start gap-2">
          <VerdictChip verdict={part.decision} />
          <div className="min-w-0">
            <code className="block break-anywhere">{part.text}</code>
            <Why of={{ ...part, reason: '' }} rule={part.rule} onRule={onRule} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Why({
  of,
  rule,
  onRule,
}: {
  of: Pick<Decision, 'rule' | 'builtin' | 'reason'>;
  rule: RuleRef | undefined;
  onRule: ((rule: RuleRef) => void) | undefined;
}) {
  const why = useDecisionWhy()(of);
  if (!rule || !onRule) return <p className="min-w-0 break-anywhere text-muted text-sm">{why}</p>;
  return (
    <button
      type="button"
      onClick={() => onRule(rule)}
      className="min-w-0 break-anywhere text-left text-muted text-sm underline decoration-line-strong underline-offset-2 hover:text-ink"
    >
      {why}
    </button>
  );
}
