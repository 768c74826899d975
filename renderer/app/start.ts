import { loadConfig, followConfig } from '../stores/config';
import { openFolder, useFolder } from '../stores/folder';
import { attachHost, type HostClient, loadInfo, useHost } from '../stores/host';
import { isString, readPreference } from '../stores/preferences';
import { followRequests } from '../stores/requests';
import { followServerRequests } from '../stores/server-requests';
import { followHash, useSelection } from '../stores/selection';
import { followSession, lacksParts, openSession, reopenSession, useSession } from '../stores/session';
import { followSessions, loadSessions } from '../stores/session-list';
import { followTerminals } from '../stores/terminals';
import { loadTour } from '../stores/tour';
import { followTheme } from './follow-theme';
import { followAttention } from './follow-attention';
import { followTitle } from './follow-title';
import { followShortcuts } from './shortcuts';

/** Ties the stores to a client and to one another. Returns the function that unties them. */
export function start(client: HostClient): () => void {
  const offs = [
    attachHost(client),
    followTheme(),
    followHash(),
    followConfig(),
    followRequests(),
    followServerRequests(),
    followSessions(),
    followSession(),
    followTitle(),
    followAttention(),
    followTerminals(),
    followShortcuts(),
    useSelection.subscribe(({ current }) => {
      // Another view with a session in its selection speaks of a call of that session.
      if (current.view === 'sessions' || current.session) void openSession(current.session);
    }),
    useSession.subscribe(({ state }) => followFolder(state?.folder)),
    useHost.subscribe(({ status }, before) => {
      if (status === 'connected' && before.status !== 'connected') void refresh();
    }),
    useFolder.subscribe(({ folder }, before) => {
      if (folder !== before.folder) void loadSessions({ ...(folder ? { folder } : {}) });
    }),
  ];
  void loadFirst();
  return () => {
    for (const off of offs) off();
  };
}

/** What the first screen shows, asked for side by side; each part appears when it is there. */
async function loadFirst(): Promise<void> {
  const { current } = useSelection.getState();
  useFolder.setState({ opening: true });
  const opening = openSession(current.session);
  void loadConfig().catch(() => undefined);
  void loadTour().catch(() => undefined);
  await loadInfo().catch(() => undefined);
  await opening;
  if (!followed) await openFirstFolder();
  useFolder.setState({ opening: false });
}

/** After a lost connection: what may have changed meanwhile and is not replayed. */
async function refresh(): Promise<void> {
  const { info } = useHost.getState();
  if (!info) return;
  void loadConfig().catch(() => undefined);
  void loadSessions().catch(() => undefined);
  if (lacksParts()) reopenSession();
}

/** The folder that the shell was started on, else the last one of this window, else the sample project. */
async function openFirstFolder(): Promise<void> {
  const { info } = useHost.getState();
  const stored = readPreference('folder', '', isString);
  for (const path of [info?.folder, stored, info?.sample]) {
    if (!path) continue;
    try {
      await openFolder(path);
      return;
    } catch {
      // Gone or unreadable: the next one.
    }
  }
  await loadSessions();
}

let followed: string | undefined;
/** A session from a link or from another folder brings its folder along. */
function followFolder(folder: string | undefined): void {
  if (!folder || folder === followed) return;
  followed = folder;
  if (folder !== useFolder.getState().folder) void openFolder(folder).catch(() => undefined);
}
