import type { HostClient } from '../../renderer/transport/host-client';
import type { ServerState, ServerView } from '../../shared/model/mcp';

/** Watches a folder, and waits until a server is as wanted. */
export async function watchServers(client: HostClient, folder: string) {
  const views = new Map<string, ServerView>();
  const waiting = new Set<() => void>();
  client.on('mcp/changed', ({ server, view }) => {
    if (view === undefined) views.delete(server);
    else views.set(server, view);
    for (const check of [...waiting]) check();
  });
  await client.call('mcp.watch', { folder });
  for (const view of (await client.call('mcp.list', { folder })).servers) views.set(view.name, view);
  return {
    until: (server: string, holds: (view: ServerView | undefined) => boolean) =>
      new Promise<ServerView | undefined>((resolve) => {
        const check = () => {
          if (!holds(views.get(server))) return;
          waiting.delete(check);
          resolve(views.get(server));
        };
        waiting.add(check);
        check();
      }),
  };
}

export const is =
  (...states: ServerState[]) =>
  (view: ServerView | undefined) =>
    view !== undefined && states.includes(view.state);
