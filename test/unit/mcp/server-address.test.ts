import { expect, it } from 'vitest';
import { matchesAddress, touchesAddress } from '../../../main/core/mcp/server-address';

const WAYS = [
  'https://evil.example/mcp',
  'HTTPS://EVIL.example/mcp',
  'https://evil.example:443/mcp',
  'https://x@evil.example/mcp',
  'https://x:y@evil.example/mcp',
  'https:evil.example/mcp',
  'https:\\\\evil.example\\mcp',
  'https:////evil.example/mcp',
  'https://%65vil.example/mcp',
  'https://evil.example./mcp',
  'https://evil.example/%6dcp',
  'https://evil.example/a/../mcp',
  ' https://evil.example/mcp',
];

it.each(WAYS)('knows an address however it is written: %s', (url) => {
  for (const pattern of [
    'https://evil.example/*',
    'https://evil.example/mcp',
    'https://*.example/*',
    '*://evil.example/*',
    'https://evil*',
    '*evil*',
  ])
    expect([pattern, touchesAddress(pattern, url)]).toEqual([pattern, true]);
  for (const pattern of WAYS) expect([pattern, touchesAddress(pattern, url)]).toEqual([pattern, true]);
  expect(matchesAddress('https://evil.example/*', url)).toBe(true);
  for (const pattern of ['https://good.example/*', 'http://evil.example/*', 'https://evil.example:8443/*'])
    expect([pattern, touchesAddress(pattern, url)]).toEqual([pattern, false]);
});

it('allows no address for a part of it that looks like the one that is meant', () => {
  for (const url of ['https://evil.test/a.good.example/', 'https://a.good.example@evil.test/', 'https://evil.test/?x=.good.example/'])
    expect(matchesAddress('https://*.good.example/*', url)).toBe(false);
  expect(matchesAddress('https://*.good.example/*', 'https://a.GOOD.example/mcp?x=1')).toBe(true);
  expect(matchesAddress('http://localhost:*/*', 'http://localhost:8080/mcp')).toBe(true);
});
