import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanAnswer, PlanComment } from '../../../shared/model/plan';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { PendingRequest } from '../../../shared/model/session';
import { reportFailure } from '../../stores/report-failure';
import { answerPlan } from '../../stores/session-actions';
import { showToast } from '../../stores/toasts';
import { useAnswer } from '../../stores/use-answer';
import { Chip } from '../../ui/chip';
import { CodeEditor } from '../../ui/code-editor';
import { cx } from '../../ui/cx';
import { Failed } from '../../ui/failed';
import { ScrollRegion } from '../../ui/scroll-region';
import { Tabs } from '../../ui/tabs';
import { PlanAnswerBar } from './plan-answer-bar';
import { PlanRemarks, withDraft } from './plan-remarks';
import { RichText } from './rich-text';
import { useTakeFocus } from '../../stores/use-take-focus';

type Proposed = Extract<PendingRequest, { type: 'plan' }>;
type Way = 'read' | 'edit' | 'remarks';

/** A plan as a document: read, edited, remarked on; approved as it stands then, or sent back. */
export function PlanCard({ session, request, pager }: { session: string; request: Proposed; pager: ReactNode }) {
  const { t } = useTranslation('conversation');
  const card = useTakeFocus();
  const { data, error, again } = useAnswer('plan.read', { session, request: request.request }, request.request);
  const [sent, setSent] = useState(false);
  const [way, setWay] = useState<Way>('read');
  const [edited, setEdited] = useState<string>();
  const [comments, setComments] = useState<PlanComment[]>([]);
  const [draft, setDraft] = useState<PlanComment>();
  const [words, setWords] = useState('');
  const remarks = withDraft(comments, draft);
  const text = edited ?? data?.plan ?? '';
  const isEdited = data !== undefined && text !== data.plan;
  const answer = (given: PlanAnswer) => {
    setSent(true);
    answerPlan(session, request.request, given).then(
      (accepted) => {
        if (!accepted) showToast({ text: t('request.late'), tone: 'plain' });
      },
      (failure: unknown) => {
        setSent(false);
        reportFailure(failure);
      },
    );
  };
  const contents: Record<Way, () => ReactNode> = {
    read: () => (
      <ScrollRegion name={t('plan.name')} className="min-h-0 flex-1 px-3 py-2">
        <RichText text={text} />
      </ScrollRegion>
    ),
    edit: () => <CodeEditor value={text} language="markdown" label={t('plan.edit')} onChange={setEdited} className="m-2 flex-1" />,
    remarks: () => (
      <PlanRemarks plan={data?.plan ?? ''} {...{ comments, draft, words }} onDraft={setDraft} onComments={setComments} onWords={setWords} />
    ),
  };
  const labels: Record<Way, ReactNode> = {
    read: t('plan.read'),
    edit: isEdited ? t('plan.edited') : t('plan.editTab'),
    remarks: comments.length > 0 ? t('plan.remarksCount', { count: comments.length }) : t('plan.remarks'),
  };
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label={t('plan.name')}
      className={cx(
        'flex min-h-0 flex-col overflow-hidden rounded-lg border border-line-strong bg-raised shadow-float',
        way === 'read' ? 'max-h-[60vh]' : 'h-[60vh]',
      )}
    >
      <header className="flex min-h-[34px] shrink-0 items-center gap-2 px-3">
        <h2 className="font-semibold">{t('plan.title')}</h2>
        {request.agent === MAIN_AGENT ? undefined : <Chip>{request.agent}</Chip>}
        <span className="flex-1" />
        {pager}
      </header>
      {error ? <Failed error={error} onRetry={again} className="px-3 pb-2" /> : undefined}
      <Tabs
        name={t('plan.ways')}
        value={way}
        onChange={setWay}
        tabs={(['read', 'edit', 'remarks'] as const).map((value) => ({ value, label: labels[value], content: contents[value] }))}
      />
      <PlanAnswerBar
        disabled={sent || data === undefined || text.trim() === ''}
        edited={isEdited}
        remarks={remarks.length + (words.trim() === '' ? 0 : 1)}
        onApprove={(mode) => answer({ type: 'approve', mode, ...(isEdited ? { plan: text } : {}), words: words.trim(), comments: remarks })}
        onReject={() => answer({ type: 'reject', words: words.trim(), comments: remarks })}
      />
    </section>
  );
}
