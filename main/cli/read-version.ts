import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appRoot } from '../adapters/files/app-root';

/** The product's version, from its own package.json. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(appRoot(), 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0.0.0';
}
