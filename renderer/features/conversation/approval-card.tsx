import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer, RuleOffer } from '../../../shared/model/permission';
import type { PendingRequest } from '../../../shared/model/session';
import { answerPermission } from '../../stores/session-actions';
import { showToast } from '../../stores/toasts';
import { reportFailure } from '../../stores/report-failure';
import { Button } from '../../ui/button';
import { Kbd } from '../../ui/kbd';
import { isTyping } from '../../ui/is-typing';
import { TextArea } from '../../ui/text-area';
import { focusOnMount } from '../../ui/focus-on-mount';
import { ApprovalFacts } from './approval-facts';
import { OfferChoice } from './offer-choice';
import { useTakeFocus } from '../../stores/use-take-focus';

type Permission = Extract<PendingRequest, { type: 'permission' }>;

/** A key that was already on its way when the card appeared must not answer it. */
const DEAF_MS = 500;

/** Asks the person about one action: who, what exactly, why, and what was read before. Focus is on the card, never on allow. */
export function ApprovalCard({ session, request, pager }: { session: string; request: Permission; pager: ReactNode }) {
  const { t } = useTranslation(['conversation', 'common']);
  const card = useTakeFocus();
  const [sent, setSent] = useState(false);
  const [words, setWords] = useState<string>();
  const [offer, setOffer] = useState<RuleOffer | undefined>(request.offers[0]);
  const answer = (given: Answer) => {
    if (sent) return;
    setSent(true);
    answerPermission(session, request.request, given).then(
      (accepted) => {
        if (!accepted) showToast({ text: t('request.late'), tone: 'plain' });
      },
      (error: unknown) => {
        setSent(false);
        reportFailure(error);
      },
    );
  };
  const choices = {
    '1': () => answer({ type: 'allow-once' }),
    '2': () => (offer ? answer({ type: 'allow-always', offer }) : undefined),
    '3': () => answer({ type: 'reject' }),
    '4': () => setWords(words ?? ''),
  } as const;
  useAnswerKeys(choices);
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label={t('request.name', { tool: request.action.tool })}
      className="flex min-h-0 flex-col overflow-hidden rounded-lg border border-warn bg-raised shadow-float"
    >
      <ApprovalFacts request={request} pager={pager}>
        {request.offers.length > 0 ? (
          <OfferChoice offers={request.offers} action={request.action} chosen={offer} onChoose={setOffer} />
        ) : undefined}
      </ApprovalFacts>
      {words === undefined ? (
        <div className="shrink-0 border-line border-t p-2">
          <div className="flex flex-wrap justify-between gap-1.5">
            <div className="flex gap-1.5">
              <Choice keys="1" disabled={sent} onClick={choices['1']}>
                {t('request.allowOnce')}
              </Choice>
              <Choice keys="2" disabled={sent || !offer} onClick={choices['2']}>
                {t(offer?.scope === 'session' ? 'request.allowSession' : 'request.allowAlways')}
              </Choice>
            </div>
            <div className="flex gap-1.5">
              <Choice keys="3" disabled={sent} onClick={choices['3']}>
                {t('request.reject')}
              </Choice>
              <Choice keys="4" disabled={sent} onClick={choices['4']}>
                {t('request.rejectWords')}
              </Choice>
            </div>
          </div>
        </div>
      ) : (
        <RejectWords words={words} sent={sent} onChange={setWords} onSend={(text) => answer({ type: 'reject-with-words', words: text })} />
      )}
    </section>
  );
}

function Choice({ keys, disabled, onClick, children }: { keys: string; disabled: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <Button disabled={disabled} onClick={onClick} aria-keyshortcuts={keys}>
      {children}
      <Kbd keys={keys} />
    </Button>
  );
}

function RejectWords({
  words,
  sent,
  onChange,
  onSend,
}: {
  words: string;
  sent: boolean;
  onChange: (words: string | undefined) => void;
  onSend: (words: string) => void;
}) {
  const { t } = useTranslation(['conversation', 'common']);
  const send = () => {
    if (words.trim() !== '') onSend(words.trim());
  };
  return (
    <div className="flex shrink-0 flex-col gap-2 border-line border-t p-2">
      <TextArea
        ref={focusOnMount}
        name={t('request.words')}
        placeholder={t('request.wordsPlaceholder')}
        value={words}
        maxHeight={Math.min(140, innerHeight / 4)}
        onChange={(event) => onChange(event.target.value)}
        onSend={send}
        onKey={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onChange(undefined);
        }}
      />
      <div className="flex gap-1.5">
        <Button look="solid" disabled={sent || words.trim() === ''} onClick={send}>
          {t('request.sendWords')}
        </Button>
        <Button look="quiet" onClick={() => onChange(undefined)}>
          {t('common:cancel')}
        </Button>
      </div>
    </div>
  );
}

function useAnswerKeys(choices: Readonly<Record<string, () => void>>): void {
  const latest = useRef(choices);
  latest.current = choices;
  useEffect(() => {
    const since = performance.now();
    const onKey = (event: KeyboardEvent) => {
      if (
        isTyping(event.target) ||
        event.isComposing ||
        event.repeat ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.timeStamp - since < DEAF_MS
      )
        return;
      const choose = latest.current[event.key];
      if (!choose || document.querySelector('[role="dialog"], [role="menu"]')) return;
      event.preventDefault();
      choose();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
