import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerView } from '../../../shared/model/mcp';
import { call, errorCode } from '../../stores/host';
import { Button } from '../../ui/button';
import { ask } from './server-actions';

/** Signs in with the person's browser; the button waits until they have done so there, or given up. What went wrong stays beside it. */
export function SignIn({ folder, server: { name, state } }: { folder: string; server: Pick<ServerView, 'name' | 'state'> }) {
  const { t } = useTranslation('mcp');
  const [waiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<string>();
  const place = { folder, server: name };
  const signIn = async () => {
    setWaiting(true);
    setProblem(undefined);
    await call('mcp.signIn', place).catch((error: unknown) => {
      // Who gave up knows it.
      if (errorCode(error) !== 'aborted') setProblem(error instanceof Error ? error.message : String(error));
    });
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
      {problem === undefined ? undefined : (
        <div role="alert" className="order-last w-full text-sm">
          <p className="text-bad">{t('signIn.failed')}</p>
          <p lang="en" className="break-anywhere rounded-sm bg-panel px-2 py-1 font-mono">
            {problem}
          </p>
        </div>
      )}
    </>
  );
}
