import { useEffect, useState } from 'react';
import { toggleDock, useUi } from '../../stores/ui';
import { useSelection } from '../../stores/selection';

const NARROW = '(max-width: 1099px)';

/** Below this width the inspector lies over the conversation instead of beside it. */
export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const onChange = () => setNarrow(query.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
  return narrow;
}

export function toggleInspector(): void {
  if (matchMedia(NARROW).matches) useUi.setState(({ overlaidInspector }) => ({ overlaidInspector: !overlaidInspector }));
  else toggleDock('inspectorOpen');
}

/** On a narrow window choosing a call or a segment brings the inspector over the page. */
export function useOverlayFollowsSelection(narrow: boolean): void {
  useEffect(() => {
    if (!narrow) return;
    return useSelection.subscribe(({ current }, { current: before }) => {
      if ((current.call && current.call !== before.call) || (current.segment && current.segment !== before.segment))
        useUi.setState({ overlaidInspector: true });
    });
  }, [narrow]);
}
