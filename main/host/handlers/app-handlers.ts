import { methods } from '../../../shared/contract/methods';
import { reportHealth } from '../doctor';
import { handle } from '../dispatch';
import type { HostServices } from '../host-services';
import { openSample } from '../sample-project';

export function appHandlers({ ports, credentials }: HostServices) {
  return {
    'app.info': handle(methods['app.info'], async (_params, { client }) => ({
      version: ports.appVersion,
      home: ports.home,
      ...(client.folder === undefined ? {} : { folder: client.folder }),
      ...sampleOf(await openSample(ports)),
      platform: ports.platform,
      credential: await credentials.kind(),
      shell: ports.shellKind,
      sandbox: ports.shell.describeSandbox(),
      secretStore: ports.secrets.kind,
    })),
    'doctor.report': handle(methods['doctor.report'], async () => ({ checks: await reportHealth(ports, credentials) })),
  };
}

function sampleOf(sample: string | undefined): { sample?: string } {
  return sample === undefined ? {} : { sample };
}
