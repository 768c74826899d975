import { useEffect } from 'react';
import { useSelection } from '../../stores/selection';
import { toggleDock, useUi } from '../../stores/ui';
import { useMedia } from '../../ui/use-media';

/** Below these widths a dock lies over the conversation instead of beside it. */
const NARROW = { inspector: '(max-width: 1099px)', list: '(max-width: 599px)' } as const;
type SideDock = keyof typeof NARROW;

export function useNarrow(dock: SideDock): boolean {
  return useMedia(NARROW[dock]);
}

export function toggleSideDock(dock: SideDock): void {
  if (matchMedia(NARROW[dock]).matches) useUi.setState(({ overlaid }) => ({ overlaid: overlaid === dock ? undefined : dock }));
  else toggleDock(dock === 'list' ? 'listOpen' : 'inspectorOpen');
}

/** On a narrow window choosing a call or a segment brings the inspector over the page, and choosing a session takes the list away. */
export function useOverlayFollowsSelection(): void {
  useEffect(
    () =>
      useSelection.subscribe(({ current }, { current: before }) => {
        const chosen = (current.call && current.call !== before.call) || (current.segment && current.segment !== before.segment);
        if (chosen && matchMedia(NARROW.inspector).matches) useUi.setState({ overlaid: 'inspector' });
        else if (current.session !== before.session && useUi.getState().overlaid === 'list') useUi.setState({ overlaid: undefined });
      }),
    [],
  );
}
