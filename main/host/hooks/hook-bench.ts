import type { Result } from '../../../shared/contract/methods';
import type { HookFiring } from '../../../shared/model/hook-run';
import { CodedError } from '../../../shared/model/failure';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { PartRef } from '../../../shared/model/part';
import type { Mode } from '../../../shared/model/mode';
import type { Action } from '../../../shared/model/permission';
import { createHookDesk } from '../../core/hooks/create-hook-desk';
import type { HookOutcome } from '../../core/hooks/hook-desk';
import { type HookEventName, isHookEvent } from '../../core/hooks/hook-events';
import type { HookLibrary } from '../../core/hooks/hook-library';
import type { LoadedHooks } from '../../core/hooks/load-hooks';
import { aboutInput } from '../../core/hooks/moment-input';
import { describeCall } from '../../core/permission/check-permission';
import { canonicalToolName } from '../../core/permission/known-tools';
import { createSecretHider } from '../../core/secrets/hide-secrets';
import { listHidden } from '../../core/secrets/placeholders';
import type { HostServices } from '../host-services';
import { createProbeContext } from '../probe-context';
import { createHookCalls } from '../mcp/hook-calls';
import { createHookRights } from './hook-rights';

export interface BenchRun {
  /** Absolute, resolved. */
  folder: string;
  event: string;
  input: Record<string, unknown>;
  only: string | undefined;
  mode: Mode;
  /** The hooks to run, where they are not those of the folder. */
  loaded?: LoadedHooks | undefined;
}

/** Runs hooks outside any session, with the rights that they have in one, and gives what the ledger would have. */
export async function runOnBench(
  services: HostServices,
  { folder, event, input, only, mode, loaded }: BenchRun,
): Promise<Result<'hooks.test'>> {
  if (!isHookEvent(event)) throw new CodedError('bad-request', `There is no hook event "${event}".`);
  const { ports } = services;
  const session = ports.ids.next('bench');
  const policy = await services.openPolicy(folder);
  const found = loaded ?? (await services.openHooks(folder).refresh()).loaded;
  const hooks = only === undefined ? found.hooks : found.hooks.filter(({ id }) => id === only);
  const texts: Record<string, unknown> = {};
  let firing: HookFiring | undefined;
  const holder = Symbol('bench');
  const servers = await (await services.servers())?.hold(folder, holder);
  const desk = createHookDesk({
    ...createHookRights(ports, policy, session),
    ...(servers === undefined ? {} : { callServer: createHookCalls({ ports, audit: services.audit, servers, policy, session }) }),
    library: fixedLibrary({ ...found, hooks }),
    runner: ports.hooks,
    log: {
      putPart: (json) => keepText(texts, json),
      saveBlob: async () => 'kept-in-sessions-only',
      blobPath: (name) => name,
      async append(...events) {
        for (const one of events) if (one.type === 'hook/considered' && one.late !== true) firing = one;
        return [];
      },
    },
    ids: ports.ids,
    clock: ports.clock,
    hide: createSecretHider({ find: ports.findSecrets, tag: ports.tagSecret }),
    hash: ports.hash,
    folder,
    policy,
    facts: { session, transcript: '' },
    cwd: () => folder,
    onRunning: () => undefined,
    onSettings: () => undefined,
  });
  try {
    const about = aboutInput(event, input);
    const action = await actionOf(services, folder, input);
    const outcome = await desk.fire(
      { event, agent: MAIN_AGENT, mode, input, ...(about === undefined ? {} : { about }), ...(action === undefined ? {} : { action }) },
      new AbortController().signal,
    );
    const json = JSON.stringify(input);
    return {
      firing: firing ?? nothingFired(event, about, keepText(texts, json)),
      texts,
      effect: effectOf(outcome),
      hidden: listHidden(json),
    };
  } finally {
    await desk.close();
    servers?.release(holder);
    await ports.shell.closeSession(session);
  }
}

function fixedLibrary(loaded: LoadedHooks): HookLibrary {
  return { loaded, refresh: async () => ({ loaded, changed: [] }) };
}

function keepText(texts: Record<string, unknown>, json: string): PartRef {
  const hash = `text-${Object.keys(texts).length + 1}`;
  texts[hash] = JSON.parse(json);
  return { hash, at: 0, size: json.length };
}

async function actionOf(services: HostServices, folder: string, input: Record<string, unknown>): Promise<Action | undefined> {
  const tool = input['tool_name'];
  if (typeof tool !== 'string') return undefined;
  const context = createProbeContext(services.ports, folder);
  return describeCall(canonicalToolName(tool), input['tool_input'], await services.tools(), context, []).catch(() => undefined);
}

function effectOf({ reason, block, stop, contexts, messages }: HookOutcome): Result<'hooks.test'>['effect'] {
  return {
    toModel: contexts.map(({ text }) => text),
    toPerson: messages.map(({ text }) => text),
    ...(reason === undefined ? {} : { reason }),
    ...(block === undefined ? {} : { block: block.text }),
    ...(stop === undefined ? {} : { stop }),
  };
}

function nothingFired(event: HookEventName, about: string | undefined, input: PartRef): HookFiring {
  return { event, agent: MAIN_AGENT, ...(about === undefined ? {} : { about }), input, hooks: [] };
}
