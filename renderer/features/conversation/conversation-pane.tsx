import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { MAIN_AGENT_PATH } from '../../stores/agents';
import { useSelection } from '../../stores/selection';
import { reopenSession, useSession } from '../../stores/session';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { loadAhead } from '../../ui/load-ahead';
import { ConversationHead } from './conversation-head';
import { FirstMessage } from './first-message';
import { TrustBanner } from './trust-banner';

/** No first screen shows it; it travels while the session is read. */
export const { load: loadOpenSession, Part: OpenSession } = loadAhead(async () => (await import('./open-session')).OpenSession, Loading);

/** The open session: head, timeline, what asks for an answer, composer. */
export function ConversationPane({ composer }: { composer: ReactNode }) {
  const { t } = useTranslation(['conversation', 'common']);
  const { id, phase, state, error, errorDetail, readOnlyOwner } = useSession(
    useShallow(({ id, phase, state, error, errorDetail, readOnlyOwner }) => ({ id, phase, state, error, errorDetail, readOnlyOwner })),
  );
  const wanted = useSelection((selection) => selection.current.agent);
  const agent = state?.agents?.some((node) => node.agent === wanted) && wanted ? wanted : MAIN_AGENT_PATH;
  const failed = phase === 'failed' && !state;
  useEffect(() => {
    // What fails here is tried again when it is shown.
    if (id) void loadOpenSession().catch(() => undefined);
  }, [id]);
  return (
    // Where the window is too low for all of it, the whole pane scrolls and what asks stays in sight.
    <div className="flex min-h-0 flex-1 flex-col overflow-x-hidden overflow-y-auto">
      {state ? <ConversationHead state={state} agent={agent} /> : undefined}
      <TrustBanner />
      {readOnlyOwner !== undefined ? <Banner tone="warn">{t('readOnly', { owner: readOnlyOwner })}</Banner> : undefined}
      {state ? (
        <OpenSession state={state} agent={agent} />
      ) : failed ? (
        <div className="min-h-0 flex-1">
          <EmptyState title={t('openFailed')} actions={<Button onClick={reopenSession}>{t('common:retry')}</Button>}>
            {t(`common:error.${error ?? 'internal'}`)} {errorDetail ? <span lang="en">{errorDetail}</span> : undefined}
          </EmptyState>
        </div>
      ) : id ? (
        <Loading />
      ) : (
        <FirstMessage />
      )}
      {failed ? undefined : composer}
    </div>
  );
}

function Loading() {
  return <div className="flex-1" aria-busy="true" />;
}
