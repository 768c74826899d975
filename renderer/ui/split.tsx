import { type ReactNode, useEffect } from 'react';
import { Group, Panel, Separator, useGroupRef } from 'react-resizable-panels';
import { cx } from './cx';

export interface SplitPane {
  id: string;
  content: ReactNode;
  /** Pixels or percent, as the panel library takes them. */
  initial?: string;
  min: string;
  max?: string;
}

interface SplitProps {
  direction: 'horizontal' | 'vertical';
  panes: readonly SplitPane[];
  /** Percent by pane id, as remembered for this very set of panes. */
  layout: Record<string, number> | undefined;
  onLayout: (layout: Record<string, number>) => void;
  /** Names the handle before a pane, for screen readers. */
  handleName: (pane: string) => string;
}

/** Panes side by side with handles that mouse and arrow keys move. */
export function Split({ direction, panes, layout, onLayout, handleName }: SplitProps) {
  const complete = layout && panes.every((pane) => layout[pane.id] !== undefined) ? layout : undefined;
  const group = useGroupRef();
  const shown = panes.map((pane) => pane.id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are put back when the set of panes changes, not while they are dragged
  useEffect(() => {
    const now = group.current?.getLayout();
    if (complete && now && Object.keys(now).length === panes.length && panes.every((pane) => now[pane.id] !== undefined))
      group.current?.setLayout(complete);
  }, [shown]);
  return (
    <Group groupRef={group} orientation={direction} defaultLayout={complete} onLayoutChanged={onLayout} className="min-h-0 min-w-0 flex-1">
      {panes.flatMap((pane, at) => [
        at > 0 ? (
          <Separator
            key={`before ${pane.id}`}
            aria-label={handleName(pane.id)}
            className={cx(
              'relative bg-line focus-visible:bg-focus data-[separator=active]:bg-focus data-[separator=hover]:bg-line-strong',
              direction === 'horizontal' ? 'w-px' : 'h-px',
            )}
          />
        ) : undefined,
        <Panel
          key={pane.id}
          id={pane.id}
          {...(pane.initial ? { defaultSize: pane.initial } : {})}
          minSize={pane.min}
          {...(pane.max ? { maxSize: pane.max } : {})}
          className="flex min-h-0 min-w-0 flex-col"
        >
          {pane.content}
        </Panel>,
      ])}
    </Group>
  );
}
