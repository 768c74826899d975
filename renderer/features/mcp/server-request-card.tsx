import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerAnswer, ServerRequest } from '../../../shared/model/mcp';
import { reportFailure } from '../../stores/report-failure';
import { answerServer } from '../../stores/server-requests';
import { showToast } from '../../stores/toasts';
import { useTakeFocus } from '../../stores/use-take-focus';
import { FormRequest } from './form-request';
import { SamplingRequest } from './sampling-request';
import { UrlRequest } from './url-request';

/** One request of a server: who asks, what exactly, and what the person makes of it. Nothing happens without their click. */
export function ServerRequestCard({ request }: { request: ServerRequest }) {
  const { t } = useTranslation(['mcp', 'conversation']);
  const card = useTakeFocus();
  const [sent, setSent] = useState(false);
  const answer = (given: ServerAnswer) => {
    setSent(true);
    answerServer(request.request, given).then(
      (accepted) => {
        if (!accepted) showToast({ text: t('conversation:request.late'), tone: 'plain' });
      },
      (error: unknown) => {
        setSent(false);
        reportFailure(error);
      },
    );
  };
  const answering = { sent, answer };
  const title = t(`ask.${request.type === 'url' && request.signIn ? 'signIn' : request.type}`, { server: request.server });
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label={title}
      className="flex min-w-0 flex-col gap-2 rounded-lg border border-warn bg-raised p-3"
    >
      <h2 className="break-anywhere font-semibold">{title}</h2>
      {request.type === 'form' ? (
        <FormRequest request={request} {...answering} />
      ) : request.type === 'url' ? (
        <UrlRequest request={request} {...answering} />
      ) : (
        <SamplingRequest request={request} {...answering} />
      )}
    </section>
  );
}
