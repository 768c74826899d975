import { methods } from '../../../shared/contract/methods';
import { handle } from '../dispatch';
import type { HostServices } from '../host-services';

/** Documents of the agent, opened, edited, moved and thrown away by a person. */
export function documentHandlers({ documents }: HostServices) {
  return {
    'document.read': handle(methods['document.read'], async (place) => (await documents()).read(place)),
    'document.write': handle(methods['document.write'], async (place) => (await documents()).write(place)),
    'document.create': handle(methods['document.create'], async (place) => (await documents()).create(place)),
    'document.rename': handle(methods['document.rename'], async (place) => {
      await (await documents()).rename(place);
      return {};
    }),
    'document.copy': handle(methods['document.copy'], async (place) => {
      await (await documents()).copy(place);
      return {};
    }),
    'document.trash': handle(methods['document.trash'], async (place) => ({ undo: await (await documents()).trash(place) })),
    'document.restore': handle(methods['document.restore'], async ({ undo }) => ({ path: await (await documents()).restore(undo) })),
    'document.watch': handle(methods['document.watch'], async (place, { connection }) => {
      const hash = await (await documents()).watch(place, connection);
      return hash === undefined ? {} : { hash };
    }),
    'document.unwatch': handle(methods['document.unwatch'], async ({ path }, { connection }) => {
      await (await documents()).unwatch(path, connection);
      return {};
    }),
  };
}
