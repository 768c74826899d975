import { methods } from '../../../shared/contract/methods';
import { handle } from '../dispatch';
import type { HostServices } from '../host-services';

/** Hooks of a folder, their ledger and their test bench. What reads and runs them is loaded when first asked for. */
export function hookHandlers(services: HostServices) {
  const { ports, registry } = services;
  const load = async (folder: string) => (await services.openHooks(await ports.files.realpath(folder)).refresh()).loaded;

  /** The hooks of a text in the place of the file that it is for. */
  async function loadDraft(folder: string, { path, text }: { path: string; text: string }) {
    const { overlayFiles } = await import('../../core/permission/matrix/overlay-files');
    const { loadHooks } = await import('../../core/hooks/load-hooks');
    const readUserFiles = (await services.readConfig()).readUserFiles;
    const files = overlayFiles(ports.files, new Map([[path, text]]));
    return loadHooks({
      files,
      folder,
      home: ports.personHome,
      managedDir: ports.managedDir,
      readUserFiles,
      hash: ports.hash,
      trusted: await services.isTrusted(folder),
    });
  }

  return {
    'hooks.list': handle(methods['hooks.list'], async ({ folder }) => {
      const [{ viewEvents, viewHook }, loaded] = await Promise.all([import('../hooks/hook-views'), load(folder)]);
      const { hooks, files, disabled, trusted, diagnostics } = loaded;
      return {
        hooks: hooks.map(viewHook),
        events: viewEvents(),
        files,
        trusted,
        diagnostics,
        ...(disabled === undefined ? {} : { disabled }),
      };
    }),
    'hooks.check': handle(methods['hooks.check'], async ({ folder, path, text }) => {
      const [{ viewHook }, { checkSettings }] = await Promise.all([
        import('../hooks/hook-views'),
        import('../../core/hooks/check-settings'),
      ]);
      const { files } = await load(folder);
      const scope = files.find((file) => file.path === path)?.scope ?? 'project';
      const { hooks, diagnostics } = await checkSettings({ path, scope, text }, ports.hash);
      return { hooks: hooks.map(viewHook), diagnostics };
    }),
    'hooks.edit': handle(methods['hooks.edit'], async ({ text, changes }) => {
      const { editHooks } = await import('../../core/hooks/edit-hooks');
      return { text: await editHooks(text, changes) };
    }),
    'hooks.examples': handle(methods['hooks.examples'], async ({ folder }) => {
      const { readExamples } = await import('../hooks/read-examples');
      return { examples: await readExamples(ports, await ports.files.realpath(folder)) };
    }),
    'hooks.log': handle(methods['hooks.log'], ({ session, before, limit }) =>
      registry.read(session, async ({ source }) => {
        const { pageFirings } = await import('../../core/hooks/page-firings');
        return pageFirings(source, { before, limit });
      }),
    ),
    'hooks.parts': handle(methods['hooks.parts'], ({ session, parts }) =>
      registry.read(session, async ({ source }) => {
        const texts = await Promise.all(
          parts.map(async (part): Promise<[string, unknown]> => [part.hash, JSON.parse(await source.readPart(part))]),
        );
        return { texts: Object.fromEntries(texts) };
      }),
    ),
    'hooks.sample': handle(methods['hooks.sample'], async ({ folder, event }) => {
      const [{ isHookEvent }, { aboutInput, sampleInput }] = await Promise.all([
        import('../../core/hooks/hook-events'),
        import('../../core/hooks/moment-input'),
      ]);
      if (!isHookEvent(event)) return { input: {} };
      const input = sampleInput(event, await ports.files.realpath(folder));
      const about = aboutInput(event, input);
      return { input, ...(about === undefined ? {} : { about }) };
    }),
    'hooks.test': handle(methods['hooks.test'], async ({ folder, event, input, only, draft, mode = 'default' }) => {
      const { runOnBench } = await import('../hooks/hook-bench');
      const resolved = await ports.files.realpath(folder);
      const loaded = draft === undefined ? undefined : await loadDraft(resolved, draft);
      return runOnBench(services, { folder: resolved, event, input, only, mode, loaded });
    }),
  };
}
