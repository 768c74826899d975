import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ServerRequest } from '../../../shared/model/mcp';
import { openLink } from '../../stores/open-link';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import type { Answering } from './answering';
import { Refusals } from './refusals';
import { RequestActions } from './request-actions';
import { ServerText } from './server-text';

/** A server wants the person to open an address: it is shown whole, its host by itself, and opened by a click and by nothing else. */
export function UrlRequest({ request, ...answering }: Answering & { request: Extract<ServerRequest, { type: 'url' }> }) {
  const { t } = useTranslation('mcp');
  const { url, message, signIn } = request;
  const host = URL.canParse(url) ? new URL(url).host : undefined;
  const isOpened = host !== undefined && /^https?:\/\//i.test(url);
  const open = () => {
    openLink(url);
    answering.answer({ action: 'accept' });
  };
  return (
    <>
      {message === '' ? undefined : <ServerText name={t('ask.message')} text={message} />}
      {host ? (
        <p className="text-sm">
          {t('ask.host')} <code className="break-anywhere font-semibold">{host}</code>
        </p>
      ) : undefined}
      <p className="flex items-start gap-1 text-sm">
        <code className="min-w-0 break-anywhere">{url}</code>
        <CopyButton name={t('content.copyUri')} text={url} />
      </p>
      <p className="text-muted text-sm">{t(!isOpened ? 'ask.notOpened' : signIn ? 'ask.signInNote' : 'ask.urlNote')}</p>
      <RequestActions>
        <Button disabled={!isOpened || answering.sent} onClick={open}>
          <ExternalLink size={13} aria-hidden />
          {t('ask.open')}
        </Button>
        {signIn ? (
          <Button look="quiet" disabled={answering.sent} onClick={() => answering.answer({ action: 'cancel' })}>
            {t('ask.cancel')}
          </Button>
        ) : (
          <Refusals {...answering} />
        )}
      </RequestActions>
    </>
  );
}
