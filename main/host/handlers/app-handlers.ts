import { redactKeys } from '../../core/secrets/redact-keys';
import { methods } from '../../../shared/contract/methods';
import { reportHealth } from '../doctor';
import { handle } from '../dispatch';
import type { HostPorts } from '../host-ports';
import type { HostServices } from '../host-services';
import { findEndpoint } from '../model-service';
import { openSample } from '../sample-project';

export function appHandlers({ ports, credentials, readConfig }: HostServices) {
  return {
    'app.info': handle(methods['app.info'], async (_params, { client }) => ({
      version: ports.appVersion,
      home: ports.home,
      ...(client.folder === undefined ? {} : { folder: client.folder }),
      ...sampleOf(await openSample(ports)),
      platform: ports.platform,
      credential: await credentials.kind(),
      shell: ports.shellKind,
      sandbox: await findSandbox(ports),
      secretStore: ports.secrets.kind,
      endpoint: withoutKeys(findEndpoint(ports, await readConfig())),
    })),
    'doctor.report': handle(methods['doctor.report'], async () => ({ checks: await reportHealth(ports, credentials) })),
  };
}

async function findSandbox({ shell }: HostPorts): Promise<{ available: boolean; detail: string }> {
  const { available, detail } = await shell.findSandbox();
  return { available, detail };
}

function sampleOf(sample: string | undefined): { sample?: string } {
  return sample === undefined ? {} : { sample };
}

/** Addresses may carry a name, a password or a key: they are not for showing. */
function withoutKeys<T extends { url?: string }>(endpoint: T): T {
  return endpoint.url === undefined ? endpoint : { ...endpoint, url: redactKeys(endpoint.url) };
}
