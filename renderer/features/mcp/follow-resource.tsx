import { useTranslation } from 'react-i18next';
import type { ServerDetail } from '../../../shared/model/mcp';
import { useFormat } from '../../ui/format';
import { Switch } from '../../ui/switch';
import { ask } from './server-actions';
import type { ServerPlace } from './server-place';

/** What is followed of a server; undefined where it tells of no changes. */
export type Following = ServerDetail['followed'] | undefined;

/** Has the server tell when a resource changes, and says how often and when it did. */
export function FollowResource({ folder, server, uri, following }: ServerPlace & { uri: string; following: Following }) {
  const { t } = useTranslation('mcp');
  const format = useFormat();
  if (following === undefined) return <p className="text-muted text-sm">{t('follow.cannot')}</p>;
  const followed = following.find((one) => one.uri === uri);
  const change = (follow: boolean) => void ask('mcp.follow', { folder, server, uri, follow });
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <Switch name={t('follow.title')} checked={followed !== undefined} onChange={change} />
      <span aria-hidden>{t('follow.title')}</span>
      <span role="status" className={followed?.changedAt === undefined ? 'text-muted' : 'text-warn'}>
        {followed === undefined
          ? ''
          : followed.changedAt === undefined
            ? t('follow.quiet')
            : t('follow.changed', { count: followed.changes, time: format.time(new Date(followed.changedAt).toISOString()) })}
      </span>
    </div>
  );
}
