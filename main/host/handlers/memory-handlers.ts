import { methods } from '../../../shared/contract/methods';
import { handle } from '../dispatch';
import type { HostServices } from '../host-services';
import type { MemoryDesk } from '../memory/memory-desk';

/** Instruction files of a folder. Loaded when first asked for. */
export function memoryHandlers(services: HostServices) {
  let opened: Promise<MemoryDesk> | undefined;
  const desk = () => {
    opened ??= import('../memory/memory-desk').then((loaded) => new loaded.MemoryDesk(services));
    return opened;
  };
  const resolved = (folder: string) => services.ports.files.realpath(folder);

  return {
    'memory.lint': handle(methods['memory.lint'], async ({ folder }) => (await desk()).lint(await resolved(folder))),
    'memory.show': handle(methods['memory.show'], async ({ folder, path }) => (await desk()).show(await resolved(folder), path)),
    'memory.targets': handle(methods['memory.targets'], async ({ folder }) => (await desk()).targets(await resolved(folder))),
    'memory.planLine': handle(methods['memory.planLine'], async (wish) =>
      (await desk()).planLine({ ...wish, folder: await resolved(wish.folder) }),
    ),
    'memory.keepNotes': handle(methods['memory.keepNotes'], async ({ folder, on }) => (await desk()).keepNotes(await resolved(folder), on)),
  };
}
