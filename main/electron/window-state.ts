import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { screen } from 'electron';
import { z } from 'zod';

const stateSchema = z.object({ x: z.number().int(), y: z.number().int(), width: z.number().int().min(200), height: z.number().int().min(200), maximized: z.boolean() });
export type WindowState = z.infer<typeof stateSchema>;

/** Where the last window stood; undefined the first time, or when no screen is there any more. Read at once: the window waits for it. */
export function readWindowState(file: string): WindowState | undefined {
  try {
    const state = stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    const area = screen.getDisplayMatching(state).workArea;
    const visible = state.x < area.x + area.width - 80 && state.x + state.width > area.x + 80 && state.y >= area.y - 10 && state.y < area.y + area.height - 80;
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
