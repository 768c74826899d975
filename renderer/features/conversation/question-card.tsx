import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PendingRequest } from '../../../shared/model/session';
import { answerQuestion } from '../../stores/session-actions';
import { showToast } from '../../stores/toasts';
import { reportFailure } from '../../stores/report-failure';
import { Button } from '../../ui/button';
import { QuestionFields, type QuestionAnswer } from './question-fields';
import { useTakeFocus } from '../../stores/use-take-focus';

type Asked = Extract<PendingRequest, { type: 'question' }>;

/** A question of the agent as a form; it can be left unanswered. */
export function QuestionCard({ session, request, pager }: { session: string; request: Asked; pager: ReactNode }) {
  const { t } = useTranslation(['conversation', 'common']);
  const card = useTakeFocus();
  const [sent, setSent] = useState(false);
  const [answers, setAnswers] = useState<QuestionAnswer[]>(() => request.questions.map(() => ({ chosen: [], other: '' })));
  const texts = answers.map(({ chosen, other }) => (other.trim() ? [...chosen, other.trim()] : chosen));
  const complete = texts.every((list) => list.length > 0);
  const send = (given: string[][] | undefined) => {
    setSent(true);
    answerQuestion(session, request.request, given).then(
      (accepted) => {
        if (!accepted) showToast({ text: t('request.late'), tone: 'plain' });
      },
      (error: unknown) => {
        setSent(false);
        reportFailure(error);
      },
    );
  };
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label={t('question.name')}
      className="flex min-h-0 flex-col overflow-hidden rounded-lg border border-line-strong bg-raised shadow-float"
    >
      <header className="flex min-h-[34px] shrink-0 items-center gap-2 px-3">
        <h2 className="flex-1 font-semibold">{t('question.name')}</h2>
        {pager}
      </header>
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-3 pb-2">
        {request.questions.map((question, index) => (
          <QuestionFields
            key={question.question}
            question={question}
            answer={answers[index] ?? { chosen: [], other: '' }}
            onChange={(answer) => setAnswers(answers.map((old, at) => (at === index ? answer : old)))}
            onEnter={() => (complete && !sent ? send(texts) : undefined)}
          />
        ))}
      </div>
      <div className="flex shrink-0 gap-1.5 border-line border-t p-2">
        <Button look="solid" disabled={!complete || sent} onClick={() => send(texts)}>
          {t('question.send')}
        </Button>
        <Button look="quiet" disabled={sent} onClick={() => send(undefined)}>
          {t('question.skip')}
        </Button>
      </div>
    </section>
  );
}
