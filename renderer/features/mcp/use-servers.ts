import { useEffect, useState } from 'react';
import type { Result } from '../../../shared/contract/methods';
import type { ErrorCode } from '../../../shared/model/failure';
import type { ServerView } from '../../../shared/model/mcp';
import { useFolder } from '../../stores/folder';
import { call, errorCode, listen, useHost } from '../../stores/host';
import { useServerRequests } from '../../stores/server-requests';
import { useFresh } from '../../stores/use-fresh';

type Servers = Result<'mcp.list'>;

/** The servers of a folder as they are now. While they are looked at they run, and every change of one arrives. */
export function useServers(folder: string): { data: Servers | undefined; error: ErrorCode | undefined; refresh: () => void } {
  const connected = useHost(({ status }) => status === 'connected');
  const trusted = useFolder((state) => state.trusted);
  const [fresh, refresh] = useFresh();
  const [data, setData] = useState<Servers>();
  const [error, setError] = useState<ErrorCode>();
  useEffect(() => {
    if (!connected) return;
    const off = listen('mcp/changed', ({ folder: of, server, view }) => {
      if (of === folder) setData((old) => old && { ...old, servers: withChange(old.servers, server, view) });
    });
    call('mcp.watch', { folder }).catch((failure: unknown) => setError(errorCode(failure)));
    return () => {
      off();
      call('mcp.unwatch', { folder }).catch(() => undefined);
    };
  }, [folder, connected]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: trust and a look at the window ask anew
  useEffect(() => {
    if (!connected) return;
    let current = true;
    call('mcp.list', { folder }).then(
      (list) => {
        if (!current) return;
        setData(list);
        setError(undefined);
        useServerRequests.setState({ requests: list.requests });
      },
      (failure: unknown) => current && setError(errorCode(failure)),
    );
    return () => {
      current = false;
    };
  }, [folder, connected, trusted, fresh]);
  return { data, error, refresh };
}

/** The list with one server changed, come or gone; the others keep their places. */
function withChange(servers: readonly ServerView[], name: string, view: ServerView | undefined): ServerView[] {
  if (view === undefined) return servers.filter((server) => server.name !== name);
  return servers.some((server) => server.name === name)
    ? servers.map((server) => (server.name === name ? view : server))
    : [...servers, view];
}
