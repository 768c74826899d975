import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundleForNode, root } from '../../support/bundle-for-node.mjs';

let built;

/** The product's own log writer, bundled from the sources. */
export function loadLibrary() {
  built ??= buildLibrary();
  return built;
}

async function buildLibrary() {
  const folder = join(root, 'out/bench');
  await bundleForNode(folder, { library: join(root, 'test/bench/support/library.ts') });
  return createRequire(import.meta.url)(join(folder, 'library.cjs'));
}
