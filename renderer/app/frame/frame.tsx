import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelection } from '../../stores/selection';
import { useUi } from '../../stores/ui';
import { CommandPalette, ExportDialog, FOLDER_VIEWS, FolderPicker, SettingsView, ShortcutSheet } from '../registry';
import { Banners } from './banners';
import { FolderView } from './folder-view';
import { Pane } from './pane';
import { Rail } from './rail';
import { SessionsFrame } from './sessions-frame';
import { StatusBar } from './status-bar';
import { ToastRegion } from './toast-region';
import { TourStrip } from './tour-strip';

/** The one frame: rail, banners, the chosen view with its docks, status bar. */
export function Frame() {
  return (
    <div className="flex h-full flex-col">
      <div className="flex min-h-0 flex-1">
        <Rail />
        <main className="flex min-w-0 flex-1 flex-col">
          {/* On a low window what is announced scrolls, so that what is worked with keeps its room. */}
          <div className="max-h-[24vh] shrink-0 overflow-y-auto">
            <Banners />
            <TourStrip />
          </div>
          <CurrentView />
        </main>
      </div>
      <StatusBar />
      <Overlays />
      <ToastRegion />
    </div>
  );
}

function CurrentView() {
  const { t } = useTranslation('frame');
  const view = useSelection((state) => state.current.view);
  if (view === 'sessions') return <SessionsFrame />;
  return (
    <Pane name={t(`rail.${view}`)} resetKey={view}>
      {view === 'settings' ? <SettingsView /> : <FolderView area={view} view={FOLDER_VIEWS[view]} />}
    </Pane>
  );
}

function Overlays() {
  const overlay = useUi((state) => state.overlay);
  if (!overlay) return undefined;
  return (
    <Suspense fallback={undefined}>
      {overlay === 'palette' ? (
        <CommandPalette />
      ) : overlay === 'shortcuts' ? (
        <ShortcutSheet />
      ) : overlay === 'folder' ? (
        <FolderPicker />
      ) : (
        <ExportDialog />
      )}
    </Suspense>
  );
}
