import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import type { Answering } from './answering';

/** The two ways to say no: the server learns that it was refused, or only that nobody decided. */
export function Refusals({ sent, answer }: Answering) {
  const { t } = useTranslation('mcp');
  return (
    <>
      <Button disabled={sent} title={t('ask.declineWhy')} onClick={() => answer({ action: 'decline' })}>
        {t('ask.decline')}
      </Button>
      <Button look="quiet" disabled={sent} title={t('ask.cancelWhy')} onClick={() => answer({ action: 'cancel' })}>
        {t('ask.cancel')}
      </Button>
    </>
  );
}
