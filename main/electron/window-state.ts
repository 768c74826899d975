import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Rectangle, screen } from 'electron';

export interface WindowState extends Rectangle {
  maximized: boolean;
  /** What it looked like, so that the next one does not flash: the chosen theme is known only later. */
  dark: boolean;
}

/** Where the last window stood; undefined the first time, or when no screen is there any more. Read at once: the window waits for it. */
export function readWindowState(file: string): WindowState | undefined {
  try {
    const state: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isWindowState(state)) return undefined;
    const area = screen.getDisplayMatching(state).workArea;
    const visible =
      state.x < area.x + area.width - 80 &&
      state.x + state.width > area.x + 80 &&
      state.y >= area.y - 10 &&
      state.y < area.y + area.height - 80;
    return visible ? state : undefined;
  } catch {
    return undefined;
  }
}

/** Written when a window closes. Losing it costs nothing, so a failure is no error. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(state));
  } catch {
    // The next start opens where the platform puts it.
  }
}

/** By hand: the window waits for this, and loading the schema library would take longer than the whole rest. */
function isWindowState(value: unknown): value is WindowState {
  if (typeof value !== 'object' || value === null) return false;
  const numbers = ['x', 'y', 'width', 'height'].every((key) => Number.isInteger(Reflect.get(value, key)));
  return numbers && Number(Reflect.get(value, 'width')) >= 200 && Number(Reflect.get(value, 'height')) >= 200;
}
