import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { securityHeaders } from './security-headers';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

export interface PageFile {
  bytes: Uint8Array;
  headers: Record<string, string>;
}

/**
 * A built file of the page by its URL path, with all headers; undefined for anything that is not a plain file inside `root`.
 * `connect`: what the page may open connections to beside its own origin.
 */
export async function readPageFile(root: string, urlPath: string, connect: readonly string[] = []): Promise<PageFile | undefined> {
  const path = await resolveInside(root, urlPath === '/' ? '/index.html' : urlPath);
  const type = path === undefined ? undefined : TYPES[extname(path)];
  if (path === undefined || type === undefined) return undefined;
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes === undefined) return undefined;
  return { bytes, headers: { ...securityHeaders({ connect }), 'content-type': type, 'cache-control': cacheControl(urlPath, type) } };
}

/** The build puts a hash of the content into the names below assets/. */
function cacheControl(urlPath: string, type: string): string {
  if (type.startsWith('text/html')) return 'no-store';
  return urlPath.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}

async function resolveInside(root: string, urlPath: string): Promise<string | undefined> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return undefined;
  }
  if (!decoded.startsWith('/') || decoded.includes('\0') || decoded.includes('\\')) return undefined;
  if (decoded.split('/').includes('..')) return undefined;
  try {
    const base = await realpath(root);
    const path = await realpath(join(base, decoded));
    return path.startsWith(base + sep) ? path : undefined;
  } catch {
    return undefined;
  }
}
