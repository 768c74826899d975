import { ChevronLeft, ChevronRight } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PendingRequest } from '../../../shared/model/session';
import { useSelection } from '../../stores/selection';
import { useSession } from '../../stores/session';
import { IconButton } from '../../ui/icon-button';
import { ApprovalCard } from './approval-card';
import { QuestionCard } from './question-card';

const NONE: PendingRequest[] = [];
const PlanCard = lazy(async () => ({ default: (await import('./plan-card')).PlanCard }));

/** What waits for the person's answer, between the conversation and the composer: one at a time, oldest first or the selected one. */
export function RequestDock() {
  const { t } = useTranslation('conversation');
  const session = useSession((state) => state.id);
  const pending = useSession((state) => state.state?.pending ?? NONE);
  const readOnly = useSession((state) => state.readOnlyOwner !== undefined);
  const [wanted, setWanted] = useState(0);
  const selected = useSelection((state) => pending.findIndex((request) => request.item === state.current.item));
  useEffect(() => {
    if (selected >= 0) setWanted(selected);
  }, [selected]);
  if (!session || readOnly || pending.length === 0) return undefined;
  const at = Math.min(wanted, pending.length - 1);
  const request = pending[at];
  if (!request) return undefined;
  const pager =
    pending.length > 1 ? (
      <span className="flex items-center text-muted text-xs">
        <IconButton name={t('request.previous')} icon={<ChevronLeft size={14} />} disabled={at === 0} onClick={() => setWanted(at - 1)} />
        {t('request.of', { number: at + 1, total: pending.length })}
        <IconButton
          name={t('request.next')}
          icon={<ChevronRight size={14} />}
          disabled={at === pending.length - 1}
          onClick={() => setWanted(at + 1)}
        />
      </span>
    ) : undefined;
  return (
    <div className="sticky bottom-0 z-10 flex max-h-[64vh] shrink-0 flex-col bg-bg px-4 pb-2">
      <div className="mx-auto flex min-h-0 w-full max-w-[820px] flex-col">
        {request.type === 'permission' ? (
          <ApprovalCard key={request.request} session={session} request={request} pager={pager} />
        ) : request.type === 'question' ? (
          <QuestionCard key={request.request} session={session} request={request} pager={pager} />
        ) : (
          <Suspense>
            <PlanCard key={request.request} session={session} request={request} pager={pager} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
