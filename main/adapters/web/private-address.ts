import { BlockList, isIP } from 'node:net';

const blocked = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  blocked.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 127],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  blocked.addSubnet(net, prefix, 'ipv6');
}
const EMBEDDED = /^(?:::ffff:|64:ff9b::)(.+)$/i;

/** Whether an IP address is loopback, private, link-local, shared, multicast or reserved; an IPv4 one inside IPv6 counts as itself. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '');
  if (isIP(plain) === 4) return blocked.check(plain, 'ipv4');
  const inner = EMBEDDED.exec(plain)?.[1];
  if (inner !== undefined) return isPrivateAddress(inner.includes('.') ? inner : fromHex(inner));
  return isIP(plain) !== 6 || blocked.check(plain, 'ipv6');
}

function fromHex(words: string): string {
  const [high = '0', low = '0'] = words.includes(':') ? words.split(':') : ['0', words];
  const value = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
}
