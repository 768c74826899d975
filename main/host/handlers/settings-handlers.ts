import { methods } from '../../../shared/contract/methods';
import { CATALOGUE_DATED, DEFAULT_SCRIPT } from '../../core/providers/catalogue';
import { handle } from '../dispatch';
import type { HostServices } from '../host-services';
import { usableUrl } from '../model-service';
import { loadScript } from '../scripts';

export function settingsHandlers({ ports, credentials, models, feed, readConfig }: HostServices) {
  return {
    'config.get': handle(methods['config.get'], () => ports.config.read()),
    'config.set': handle(methods['config.set'], async ({ change, clear = [] }) => {
      if (change.baseUrl !== undefined) usableUrl({ url: change.baseUrl, from: 'settings' });
      const cleared = Object.fromEntries(clear.map((key) => [key, undefined]));
      return { config: await ports.config.change({ ...change, ...cleared }) };
    }),
    'key.set': handle(methods['key.set'], async ({ key }) => {
      const stored = await credentials.set(key.trim());
      feed.broadcast('config/changed', {});
      return { stored };
    }),
    'key.clear': handle(methods['key.clear'], async () => {
      await credentials.clear();
      feed.broadcast('config/changed', {});
      return {};
    }),
    'models.list': handle(methods['models.list'], async () => ({ ...(await models.list(await readConfig())), dated: CATALOGUE_DATED })),
    'tour.steps': handle(methods['tour.steps'], async () => {
      const { tourSteps } = await import('../../adapters/providers/scripted/script-format');
      return { steps: tourSteps(await loadScript(ports, DEFAULT_SCRIPT)) };
    }),
  };
}
