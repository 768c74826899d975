import { useTranslation } from 'react-i18next';
import type { ServerRequest } from '../../../shared/model/mcp';
import { ServerRequestCard } from './server-request-card';

/** What servers ask the person for, oldest first. */
export function ServerRequests({ requests }: { requests: readonly ServerRequest[] }) {
  const { t } = useTranslation('mcp');
  if (requests.length === 0) return undefined;
  return (
    <ul aria-label={t('requests')} className="flex flex-col gap-3">
      {requests.map((request) => (
        <li key={request.request}>
          <ServerRequestCard request={request} />
        </li>
      ))}
    </ul>
  );
}
