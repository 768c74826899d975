import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerDetail, ServerView } from '../../../shared/model/mcp';
import { useServerRequests } from '../../stores/server-requests';
import { useAnswer } from '../../stores/use-answer';
import { Failed } from '../../ui/failed';
import { Tabs } from '../../ui/tabs';
import { DiagnoseTab } from './diagnose-tab';
import { EditServer } from './edit-server';
import { ErrorsTab } from './errors-tab';
import { LogTab } from './log-tab';
import { MessagesTab } from './messages-tab';
import { OverviewTab } from './overview-tab';
import { PromptsTab } from './prompts-tab';
import { ResourcesTab } from './resources-tab';
import { ServerRequests } from './server-requests';
import { ToolsTab } from './tools-tab';

const TABS = ['overview', 'tools', 'resources', 'prompts', 'messages', 'log', 'errors', 'diagnose'] as const;
type Tab = (typeof TABS)[number];

/** One server whole. */
export function ServerPage({ folder, server, onChanged }: { folder: string; server: ServerView; onChanged: () => void }) {
  const { t } = useTranslation('mcp');
  const [tab, setTab] = useState<Tab>('overview');
  const [editing, setEditing] = useState(false);
  const { name, state, since, pid, counts, calls, errors, restarts, notices, deferred, hash } = server;
  // What it says of itself is asked for again when the line of it changes, its memory and what it logs aside.
  const stamp = JSON.stringify([name, hash, state, since, pid, counts, calls, errors, restarts, notices.updates, deferred]);
  const { data, error, again } = useAnswer('mcp.server', { folder, server: name }, stamp, name);
  const requests = useServerRequests((all) => all.requests);
  const own = requests.filter((request) => request.server === name && request.folder === folder);
  const place = { folder, server: name, stamp };
  const tellsChanges = server.info?.capabilities.includes('resources.subscribe') === true;
  const withDetail = (show: (detail: ServerDetail) => ReactNode) => () => (data ? show(data) : <div className="flex-1" aria-busy />);
  const contents: Record<Tab, () => ReactNode> = {
    overview: () => (
      <OverviewTab
        folder={folder}
        server={server}
        detail={data}
        onDiagnose={() => setTab('diagnose')}
        onEdit={() => setEditing(true)}
        onChanged={onChanged}
      />
    ),
    tools: withDetail(({ tools }) => <ToolsTab {...place} tools={tools} />),
    resources: withDetail(({ resources, templates, followed }) => (
      <ResourcesTab {...place} resources={resources} templates={templates} following={tellsChanges ? followed : undefined} />
    )),
    prompts: withDetail(({ prompts }) => <PromptsTab {...place} prompts={prompts} />),
    messages: () => <MessagesTab {...place} />,
    log: () => <LogTab {...place} view={server} />,
    errors: () => <ErrorsTab {...place} />,
    diagnose: () => <DiagnoseTab {...place} />,
  };
  const counted: Partial<Record<Tab, number>> = { tools: counts.tools, resources: counts.resources, prompts: counts.prompts };
  if (editing) return <EditServer folder={folder} server={server} onWritten={onChanged} onClose={() => setEditing(false)} />;
  return (
    <>
      {error ? <Failed error={error} onRetry={again} className="px-4 py-2" /> : undefined}
      {own.length > 0 ? (
        <div className="@container max-h-[50%] shrink-0 overflow-y-auto border-line border-b px-4 py-3">
          <div className="max-w-[860px]">
            <ServerRequests requests={own} />
          </div>
        </div>
      ) : undefined}
      <Tabs
        name={name}
        value={tab}
        onChange={setTab}
        tabs={TABS.map((value) => {
          const count = counted[value];
          return {
            value,
            label: count === undefined ? t(`tab.${value}`) : t('tab.counted', { tab: t(`tab.${value}`), count }),
            content: contents[value],
          };
        })}
      />
    </>
  );
}
