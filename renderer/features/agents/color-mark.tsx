import type { AgentColor } from '../../../shared/model/agent-color';

/** Hues of one lightness that are told apart on light and on dark ground. */
const INKS: Record<AgentColor, string> = {
  red: 'oklch(0.63 0.2 25)',
  blue: 'oklch(0.63 0.16 255)',
  green: 'oklch(0.63 0.16 150)',
  yellow: 'oklch(0.75 0.15 95)',
  purple: 'oklch(0.6 0.18 305)',
  orange: 'oklch(0.7 0.17 55)',
  pink: 'oklch(0.68 0.18 350)',
  cyan: 'oklch(0.7 0.11 210)',
};

/** What the definition of an agent marks it with. Decoration: the name beside it says which agent it is. */
export function ColorMark({ color }: { color: AgentColor }) {
  return <span aria-hidden className="inline-block size-2 shrink-0 rounded-full" style={{ backgroundColor: INKS[color] }} />;
}
