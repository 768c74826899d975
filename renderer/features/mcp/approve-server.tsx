import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerView } from '../../../shared/model/mcp';
import { Button } from '../../ui/button';
import { LaunchView } from './launch-view';
import { approveServer } from './server-actions';

/** A project's server that waits for the person's word: what would run, word for word, before it may. */
export function ApproveServer({ folder, server }: { folder: string; server: ServerView }) {
  const { t } = useTranslation('mcp');
  const [sent, setSent] = useState(false);
  const { name, file, line, launch, reason } = server;
  const answer = async (approve: boolean) => {
    setSent(true);
    if (!(await approveServer(folder, server, approve))) setSent(false);
  };
  return (
    <section aria-label={t('approve.name', { name })} className="flex flex-col gap-2 rounded-lg border border-warn bg-raised p-3">
      <h2 className="font-semibold">
        {t(reason?.code === 'changed' ? 'approve.changed' : 'approve.new')} <bdi className="font-mono">{name}</bdi>
      </h2>
      <p className="max-w-[92ch] text-muted text-sm">{t(launch?.type === 'stdio' ? 'approve.runs' : 'approve.reaches')}</p>
      {launch ? <LaunchView launch={launch} /> : undefined}
      <p className="break-anywhere text-faint text-sm">
        {t('approve.from')}{' '}
        <code>
          {file}:{line}
        </code>
      </p>
      <div className="flex flex-wrap gap-1.5">
        <Button disabled={sent} onClick={() => void answer(true)}>
          {t('approve.yes')}
        </Button>
        <Button disabled={sent} onClick={() => void answer(false)}>
          {t('approve.no')}
        </Button>
      </div>
    </section>
  );
}
