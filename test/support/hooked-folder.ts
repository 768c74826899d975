import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionEvent } from '../../shared/model/event';
import type { HookRun } from '../../shared/model/hook-run';
import type { ToolCallItem } from '../../shared/model/item';
import type { Mode } from '../../shared/model/mode';
import { isKnownEvent } from '../../shared/reduce/session-reducer';
import { createHostFixture, type HostFixture } from './host-fixture';

export type Handlers = Record<string, Array<{ matcher?: string; hooks: Array<Record<string, unknown>> }>>;
export const command = (text: string, more: Record<string, unknown> = {}) => ({ type: 'command', command: text, ...more });
export const on = (event: string, text: string, more?: Record<string, unknown>): Handlers => ({
  [event]: [{ hooks: [command(text, more)] }],
});

interface Ran {
  session: string;
  reason: string | undefined;
  events: SessionEvent[];
  call: ToolCallItem | undefined;
  /** Every hook of every firing of an event. */
  runs(event: string): HookRun[];
  notices: Array<{ code: string; text: string }>;
  /** The body of the newest request. */
  body: string;
}

export interface HookedFolder {
  fixture: HostFixture;
  settings(hooks: Handlers, permissions?: Record<string, string[]>): Promise<void>;
  /** One turn in a session of its own, to its end. `meanwhile` can look at every hook that an event has fired so far. */
  run(text: string, mode?: Mode, meanwhile?: (runs: (event: string) => Promise<HookRun[]>) => Promise<void>): Promise<Ran>;
  has(name: string): boolean;
}

function runsOf(events: readonly SessionEvent[], name: string): HookRun[] {
  return events.flatMap((event) => (event.type === 'hook/considered' && event.event === name ? event.hooks : []));
}

/** A real host on a trusted folder whose settings have hooks. */
export async function createHookedFolder(options: Parameters<typeof createHostFixture>[0] = {}): Promise<HookedFolder> {
  const fixture = await createHostFixture(options);
  await mkdir(join(fixture.folder, '.claude'), { recursive: true });
  await fixture.ports.folders.setTrusted(fixture.folder, true);
  return {
    fixture,
    has: (name) => existsSync(join(fixture.folder, name)),
    async settings(hooks, permissions = {}) {
      await writeFile(join(fixture.folder, '.claude/settings.json'), JSON.stringify({ permissions, hooks }, undefined, 2));
    },
    async run(text, mode = 'bypassPermissions', meanwhile) {
      const { session, finished } = await fixture.host.sessions.send({ folder: fixture.folder, mode, input: { text, images: [] } });
      const client = fixture.connect();
      const read = async () => (await client.call('session.events', { session, after: 0 })).events.filter(isKnownEvent);
      await meanwhile?.(async (event) => runsOf(await read(), event));
      const outcome = await finished;
      const events = await read();
      const items = events.flatMap((event) => (event.type === 'item/completed' ? [event.item] : []));
      const last = events.findLast((event) => event.type === 'call/started');
      const raw =
        last === undefined
          ? undefined
          : await client.call('call.raw', { session, call: last.call, offset: 0, limit: 1_000_000, form: 'json' });
      return {
        session,
        reason: outcome?.reason,
        events,
        call: items.find((item) => item.kind === 'tool-call'),
        runs: (name) => runsOf(events, name),
        notices: items.flatMap((item) => (item.kind === 'notice' ? [{ code: item.code, text: Object.values(item.params).join(' ') }] : [])),
        body: raw?.text ?? '',
      };
    },
  };
}
