import { memo, Suspense, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { rememberLayout, useUi } from '../../stores/ui';
import { TREE, useSelection } from '../../stores/selection';
import { useServerRequests } from '../../stores/server-requests';
import { useSession } from '../../stores/session';
import { Composer } from '../../features/composer/composer';
import { ConversationPane } from '../../features/conversation/conversation-pane';
import { SessionsPane } from '../../features/sessions/sessions-pane';
import { Split, type SplitPane } from '../../ui/split';
import { AgentBar, AgentTreePane, Inspector, SessionServerRequests } from '../registry';
import { useNarrow, useOverlayFollowsSelection } from './narrow-docks';
import { BottomDock } from './bottom-dock';
import { OverlaidPane } from './overlaid-pane';
import { Pane } from './pane';

/** List, conversation, inspector side by side; terminals and ledgers below the conversation. */
export function SessionsFrame() {
  const { t } = useTranslation('frame');
  const narrow = { list: useNarrow('list'), inspector: useNarrow('inspector') };
  useOverlayFollowsSelection();
  const { listOpen, overlaid, layouts } = useUi(useShallow(({ listOpen, overlaid, layouts }) => ({ listOpen, overlaid, layouts })));
  // The inspector is built in slices: the key that opens it does not hold a frame.
  const inspectorOpen = useDeferredValue(useUi((state) => state.inspectorOpen));
  const session = useSelection((state) => state.current.session);
  const panes: SplitPane[] = [{ id: 'centre', content: <Centre />, min: '320px' }];
  if (listOpen && !narrow.list) {
    const list = (
      <Pane name={t('pane.list')} className="bg-panel">
        <SessionsPane />
      </Pane>
    );
    panes.unshift({ id: 'list', content: list, initial: '240px', min: '180px', max: '420px' });
  }
  if (inspectorOpen && !narrow.inspector) {
    const inspector = (
      <Pane name={t('pane.inspector')} resetKey={session ?? ''}>
        <Inspector />
      </Pane>
    );
    panes.push({ id: 'inspector', content: inspector, initial: '40%', min: '340px', max: '70%' });
  }
  const group = panes.map((pane) => pane.id).join(' ');
  return (
    <div className="relative flex min-h-0 flex-1">
      <Split
        direction="horizontal"
        panes={panes}
        layout={layouts[group]}
        onLayout={(layout) => rememberLayout(group, layout)}
        handleName={(pane) => t('pane.resize', { pane: t(`pane.${pane}`) })}
      />
      {overlaid && narrow[overlaid] ? (
        <OverlaidPane key={overlaid} of={overlaid}>
          {overlaid === 'list' ? <SessionsPane /> : <Inspector />}
        </OverlaidPane>
      ) : undefined}
    </div>
  );
}

/** Not drawn again by what opens beside it. */
const Centre = memo(function Centre() {
  const { t } = useTranslation('frame');
  const { bottomOpen, layouts } = useUi(useShallow(({ bottomOpen, layouts }) => ({ bottomOpen, layouts })));
  const session = useSelection((state) => state.current.session);
  const isTree = useSelection((state) => state.current.detail === TREE && state.current.session !== undefined);
  const wanted = useSelection((state) => state.current.agent);
  const node = useSession((state) => (wanted ? state.state?.agents?.find(({ agent }) => agent === wanted) : undefined));
  const isAsked = useServerRequests(({ requests }) => requests.some((request) => request.session === session));
  const composer = (
    <>
      {isAsked && session ? (
        <Suspense>
          <SessionServerRequests session={session} />
        </Suspense>
      ) : undefined}
      {node ? <AgentBar node={node} /> : <Composer />}
    </>
  );
  const conversation = (
    <Pane name={t('pane.centre')} resetKey={session ?? ''}>
      {isTree ? <AgentTreePane /> : <ConversationPane composer={composer} />}
    </Pane>
  );
  const panes: SplitPane[] = [{ id: 'centre', content: conversation, min: '280px' }];
  if (bottomOpen)
    panes.push({
      id: 'bottom',
      content: (
        <Pane name={t('pane.bottom')}>
          <BottomDock />
        </Pane>
      ),
      initial: '30%',
      min: '120px',
      max: '70%',
    });
  const group = `rows ${panes.map((pane) => pane.id).join(' ')}`;
  return (
    <Split
      direction="vertical"
      panes={panes}
      layout={layouts[group]}
      onLayout={(layout) => rememberLayout(group, layout)}
      handleName={(pane) => t('pane.resize', { pane: t(`pane.${pane}`) })}
    />
  );
});
