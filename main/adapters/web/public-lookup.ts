import { type LookupAddress, lookup as resolveName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress } from './private-address';

/** Resolves names, but none that leads to this machine or a private network. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, found) => {
    const addresses: LookupAddress[] = found;
    if (error !== null) callback(error, []);
    else {
      const hidden = addresses.find(({ address }) => isPrivateAddress(address));
      const [first] = addresses;
      if (hidden !== undefined) callback(new Error(`${hostname} is a private address (${hidden.address})`), []);
      else if (options.all === true) callback(null, addresses);
      else if (first === undefined) callback(new Error(`${hostname} has no address`), []);
      else callback(null, first.address, first.family);
    }
  });
};
