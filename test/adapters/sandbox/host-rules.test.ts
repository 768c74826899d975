import { describe, expect, it } from 'vitest';
import { findRoute } from '../../../main/adapters/sandbox/host-rules';

const NAMES: Record<string, string[]> = {
  'example.com': ['93.184.216.34'],
  'api.example.com': ['93.184.216.35'],
  'rebound.example.com': ['127.0.0.1'],
  'mixed.example.com': ['10.0.0.1', '93.184.216.36'],
  'metadata.example.com': ['169.254.169.254'],
  'intranet.corp': ['10.1.2.3'],
  localhost: ['127.0.0.1'],
};
const resolve = async (host: string) => {
  const found = NAMES[host];
  if (found === undefined) throw new Error('ENOTFOUND');
  return found;
};
const route = (target: string, hosts: string[], deniedHosts: string[] = []) => {
  const [, host = '', port = '443'] = /^(.*?)(?::(\d+))?$/.exec(target) ?? [];
  return findRoute({ host, port: Number(port) }, { hosts, deniedHosts }, resolve);
};

describe('a connection', () => {
  it.each([
    ['example.com', ['example.com'], '93.184.216.34'],
    ['EXAMPLE.com.', ['example.com'], '93.184.216.34'],
    ['api.example.com', ['*.example.com'], '93.184.216.35'],
    ['example.com:8443', ['example.com:8443'], '93.184.216.34'],
    ['mixed.example.com', ['mixed.example.com'], '93.184.216.36'],
    ['93.184.216.34', ['93.184.216.34'], '93.184.216.34'],
    ['10.1.2.3', ['10.1.2.3'], '10.1.2.3'],
    ['intranet.corp', ['intranet.corp', '10.1.2.3'], '10.1.2.3'],
    ['localhost:3000', ['localhost:3000'], '127.0.0.1'],
  ])('to %s goes through with %j', async (target, hosts, address) => {
    expect(await route(target, hosts)).toMatchObject({ address });
  });

  it.each([
    ['example.com', []],
    ['example.com', ['*.example.com']],
    ['notexample.com', ['example.com']],
    ['example.com.evil.example', ['example.com']],
    ['example.com', ['example.com:8443']],
    ['rebound.example.com', ['*.example.com']],
    ['rebound.example.com', ['rebound.example.com']],
    ['rebound.example.com', ['*']],
    ['metadata.example.com', ['*.example.com']],
    ['intranet.corp', ['intranet.corp']],
    ['169.254.169.254', ['*']],
    ['127.0.0.1', ['localhost']],
    ['localhost:4000', ['localhost:3000']],
  ])('to %s is refused with %j', async (target, hosts) => {
    expect(await route(target, hosts)).toHaveProperty('refused');
  });

  it('to a host that is denied is refused, whatever else grants it', async () => {
    expect(await route('api.example.com', ['*'], ['*.example.com'])).toHaveProperty('refused');
  });

  it('to a name without an address is not a refusal', async () => {
    expect(await route('nowhere.example.com', ['*'])).toHaveProperty('unreachable');
  });
});
