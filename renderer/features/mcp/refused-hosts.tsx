import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { ViewSection } from '../../ui/view-page';
import { ask } from './server-actions';

interface RefusedHostsProps {
  folder: string;
  server: string;
  hosts: readonly string[];
}

/** Hosts that the sandbox kept the server from, each to be allowed by a rule of the person. */
export function RefusedHosts({ folder, server, hosts }: RefusedHostsProps) {
  const { t } = useTranslation('mcp');
  const [asked, setAsked] = useState<string>();
  if (hosts.length === 0) return undefined;
  const allow = async (host: string) => {
    setAsked(host);
    await ask('mcp.allowHost', { folder, server, host });
    setAsked(undefined);
  };
  return (
    <ViewSection title={t('refusedHosts.title')} count={hosts.length} note={t('refusedHosts.note')}>
      <ul aria-label={t('refusedHosts.title')} className="flex flex-col gap-1 text-sm">
        {hosts.map((host) => (
          <li key={host} className="flex flex-wrap items-center gap-2">
            <code className="break-anywhere">{host}</code>
            <Button disabled={asked !== undefined} onClick={() => void allow(host)} aria-label={t('refusedHosts.allowHost', { host })}>
              {t('refusedHosts.allow')}
            </Button>
          </li>
        ))}
      </ul>
    </ViewSection>
  );
}
