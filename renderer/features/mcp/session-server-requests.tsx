import { useServerRequests } from '../../stores/server-requests';
import { ServerRequests } from './server-requests';

/** What servers ask for during the calls of a session, above the composer of its conversation. */
export function SessionServerRequests({ session }: { session: string }) {
  const requests = useServerRequests((state) => state.requests);
  const own = requests.filter((request) => request.session === session);
  if (own.length === 0) return undefined;
  return (
    <div className="max-h-[56vh] shrink-0 overflow-y-auto px-4 pb-2">
      <div className="mx-auto w-full max-w-[820px]">
        <ServerRequests requests={own} />
      </div>
    </div>
  );
}
