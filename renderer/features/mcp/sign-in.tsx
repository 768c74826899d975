import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerView } from '../../../shared/model/mcp';
import { Button } from '../../ui/button';
import { ask } from './server-actions';

/** Signs in with the person's browser; the button waits until they have done so there, or given up. */
export function SignIn({ folder, server: { name, state } }: { folder: string; server: Pick<ServerView, 'name' | 'state'> }) {
  const { t } = useTranslation('mcp');
  const [waiting, setWaiting] = useState(false);
  const place = { folder, server: name };
  const signIn = async () => {
    setWaiting(true);
    await ask('mcp.signIn', place);
    setWaiting(false);
  };
  return (
    <>
      <Button look={state === 'needs-auth' ? 'solid' : 'quiet'} disabled={waiting} onClick={() => void signIn()}>
        {t(waiting ? 'signIn.waiting' : state === 'needs-auth' ? 'signIn.open' : 'signIn.again')}
      </Button>
      {state === 'needs-auth' ? undefined : (
        <Button look="quiet" onClick={() => void ask('mcp.signOut', place)}>
          {t('signIn.out')}
        </Button>
      )}
    </>
  );
}
