import { ArrowLeft, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { select, selectDetail, useSelection } from '../../stores/selection';
import { Button } from '../../ui/button';
import { Failed } from '../../ui/failed';
import { IconButton } from '../../ui/icon-button';
import { Select } from '../../ui/select';
import { ViewPage } from '../../ui/view-page';
import { AddServer } from './add-server';
import { NEW_SERVER } from './server-place';
import { ServerList } from './server-list';
import { ServerPage } from './server-page';
import { useServers } from './use-servers';

/** The MCP servers of a folder: all of them as processes, one of them whole, or the form for a new one. */
export function McpView({ folder }: { folder: string }) {
  const { t } = useTranslation('mcp');
  const detail = useSelection((state) => state.current.detail);
  const { data, error, refresh } = useServers(folder);
  const server = data?.servers.find(({ name }) => name === detail);
  const isPage = server !== undefined || detail === NEW_SERVER;
  return (
    <ViewPage
      title={t('title')}
      note={
        isPage && data ? (
          <span className="flex min-w-0 flex-wrap items-center gap-1.5">
            <Button look="quiet" onClick={() => select({ view: 'mcp' })}>
              <ArrowLeft size={13} aria-hidden />
              {t('all')}
            </Button>
            {server ? (
              <Select
                name={t('chosen')}
                value={server.name}
                options={data.servers.map(({ name }) => ({ value: name, label: name }))}
                onChange={selectDetail}
              />
            ) : undefined}
          </span>
        ) : (
          <span className="break-anywhere font-mono">{folder}</span>
        )
      }
      actions={<IconButton name={t('again')} icon={<RotateCw size={14} />} onClick={refresh} />}
    >
      {error ? <Failed error={error} onRetry={refresh} className="px-4 py-2" /> : undefined}
      {data === undefined ? (
        <div className="flex-1" aria-busy={error === undefined} />
      ) : detail === NEW_SERVER ? (
        <AddServer folder={folder} data={data} onWritten={refresh} />
      ) : server ? (
        <ServerPage key={server.name} folder={folder} server={server} onChanged={refresh} />
      ) : (
        <ServerList folder={folder} data={data} />
      )}
    </ViewPage>
  );
}
