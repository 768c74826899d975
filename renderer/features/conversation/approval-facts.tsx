import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PendingRequest } from '../../../shared/model/session';
import { MAIN_AGENT_PATH } from '../../stores/agents';
import { select, selectAgent } from '../../stores/selection';
import { useDecisionWhy } from '../../ui/decision-chip';
import { DecisionParts, HookVoices } from '../../ui/decision-view';
import { DelegationList } from '../../ui/delegation-list';
import { Diff } from '../../ui/diff';
import { RefusalList, SandboxView } from '../../ui/sandbox-view';
import { DecisionLinks } from './decision-links';
import { OffRule } from './off-rule';

type Permission = Extract<PendingRequest, { type: 'permission' }>;

/** The facts a decision needs, none of them cut: long commands and paths wrap, long previews scroll. `children` end what scrolls. */
export function ApprovalFacts({ request, pager, children }: { request: Permission; pager: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('conversation');
  const why = useDecisionWhy();
  const { action, decision, agent, untrusted } = request;
  return (
    <>
      <header className="flex min-h-[34px] shrink-0 flex-wrap items-center gap-x-2 px-3 py-1">
        <h2 className="min-w-0 flex-1 font-semibold">
          {t(`request.asks.${action.capability}`, {
            who: agent === MAIN_AGENT_PATH ? t('request.mainAgent') : t('request.subAgent', { agent: agent.split('/').at(-1) }),
            tool: action.tool,
            defaultValue: '',
          }) || action.tool}
        </h2>
        {agent === MAIN_AGENT_PATH ? undefined : (
          <button type="button" className="min-w-0 truncate font-mono text-muted text-sm underline" onClick={() => selectAgent(agent)}>
            {agent}
          </button>
        )}
        {pager}
      </header>
      <div className="flex min-h-0 flex-col gap-2 overflow-y-auto px-3 pb-2.5">
        <Subject request={request} />
        {decision.parts && decision.parts.length > 1 ? (
          <DecisionParts parts={decision.parts} onRule={(rule) => select({ view: 'permissions', detail: rule.text })} />
        ) : undefined}
        <p className="text-muted text-sm">
          {t('request.why')} <span className="break-anywhere">{why(decision)}</span>{' '}
          <DecisionLinks decision={decision} item={request.item} />
        </p>
        {decision.hooks ? <HookVoices voices={decision.hooks} /> : undefined}
        {decision.off ? <OffRule rule={decision.off} /> : undefined}
        {decision.refusals ? <RefusalList refusals={decision.refusals} /> : undefined}
        {decision.sandbox ? (
          <div className="text-sm">
            <h3 className="text-muted">{t('request.sandbox')}</h3>
            <SandboxView isolation={decision.sandbox} />
          </div>
        ) : undefined}
        {untrusted.length > 0 ? (
          <div className="flex items-start gap-2 text-sm text-warn">
            <TriangleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />
            <div className="min-w-0">
              {t('request.untrusted')}
              <ul className="text-muted">
                {untrusted.map((source) => (
                  <li key={source} className="break-anywhere font-mono">
                    {source}
                  </li>
                ))}
              </ul>
            </div>
          </div>
        ) : undefined}
        {children}
      </div>
    </>
  );
}

function Subject({ request: { action } }: { request: Permission }) {
  const { t } = useTranslation('conversation');
  const whole = 'whitespace-pre-wrap break-anywhere rounded-md border border-line bg-panel px-2.5 py-2 font-mono text-sm';
  const paths = action.paths.filter((path) => path !== action.command);
  return (
    <>
      {action.command !== undefined ? (
        <pre className={whole}>{action.command}</pre>
      ) : (
        paths.map((path) => (
          <p key={path} className="break-anywhere font-mono text-sm">
            {path}
          </p>
        ))
      )}
      {action.url ? <p className="break-anywhere font-mono text-sm">{action.url}</p> : undefined}
      {action.preview?.delegation ? <DelegationList lines={action.preview.delegation} /> : undefined}
      {action.preview?.type === 'diff' ? (
        <Diff patch={action.preview.text} name={t('request.preview')} className="max-h-[34vh] shrink-0" />
      ) : action.preview && action.preview.text !== action.command ? (
        <pre className={whole}>{action.preview.text}</pre>
      ) : undefined}
      {action.command === undefined && paths.length === 0 && !action.url && !action.preview ? (
        <p className="break-anywhere text-sm">{action.summary}</p>
      ) : undefined}
    </>
  );
}
