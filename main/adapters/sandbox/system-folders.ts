import { accessSync, constants, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Mount } from './mounts';

/** What programs of the system need; everything else at the top of the disk is absent. Neither `/run` nor `/var` as a whole: daemons listen there. */
const SYSTEM = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/etc', '/opt', '/snap', '/nix/store', '/gnu/store'],
  ...['/home/linuxbrew/.linuxbrew', '/run/current-system'],
];

/** Below the system's folders, and readable for root where nobody else may read them. */
const HIDDEN = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/ssl/private',
  '/etc/krb5.keytab',
];

/** Tools that people keep in their home: program code and settings without credentials. */
const HOME_TOOLS = [
  ...[
    '.nvm',
    '.volta',
    '.fnm',
    '.asdf',
    '.n',
    '.pyenv',
    '.rbenv',
    '.rustup',
    '.sdkman',
    '.jenv',
    '.goenv',
    '.nodenv',
    '.juliaup',
    '.ghcup',
  ],
  ...[
    '.bun/bin',
    '.bun/install',
    '.deno/bin',
    '.cargo/bin',
    '.cargo/registry',
    '.cargo/git',
    '.cargo/env',
    '.cargo/config.toml',
    '.poetry',
  ],
  ...['.local/bin', '.local/lib', '.local/share/mise', '.local/share/fnm', '.local/share/uv', '.local/share/pnpm', '.local/share/pipx'],
  ...[
    '.local/share/virtualenvs',
    '.local/share/rtx',
    '.local/share/nvm',
    '.config/mise',
    'go',
    '.gitconfig',
    '.config/git/config',
    '.config/git/ignore',
    '.config/git/attributes',
    '.gitignore',
  ],
  ...[
    '.gitignore_global',
    '.editorconfig',
    '.tool-versions',
    '.cache/ms-playwright',
    '.cache/node/corepack',
    '.cache/puppeteer',
    '.m2/repository',
    'Library/pnpm',
    'Library/Caches/ms-playwright',
  ],
];

/** Mounts of the system, read-only, as they stand on this disk: links stay links. */
export function systemMounts(): Mount[] {
  const mounts = SYSTEM.flatMap((path): Mount[] => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return [];
    if (found.isSymbolicLink() && dirname(path) === '/') return [{ kind: 'link', target: readlinkSync(path), to: path }];
    return [{ kind: 'read-only', from: realpathSync(path), to: path }];
  });
  return [...mounts, ...HIDDEN.flatMap(hide)];
}

/** What this user may not read, a sandbox of theirs may not either. */
function hide(path: string): Mount[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink()) return [];
  try {
    accessSync(path, constants.R_OK);
  } catch {
    return [];
  }
  return [{ kind: found.isDirectory() ? 'hidden-folder' : 'hidden-file', to: path }];
}

/** Folders and files outside the system that tools of the person run from: on PATH, and known places in the home. Absolute, resolved. */
export function findToolFolders(path: string, home: string): string[] {
  const known = HOME_TOOLS.map((name) => join(home, name));
  const onPath = path.split(':').flatMap((entry) => (entry.startsWith('/') ? programFolders(entry, home) : []));
  const found = [...known, ...onPath].flatMap((candidate) => {
    try {
      const real = realpathSync(candidate);
      return real === candidate ? [real] : [real, candidate];
    } catch {
      return [];
    }
  });
  const outside = [...new Set(found)].filter((folder) => !SYSTEM.some((system) => isBelow(system, folder)));
  return outside.filter((folder) => !outside.some((other) => other !== folder && isBelow(other, folder)));
}

/** The folder itself, and the installation around a `bin`, unless that would show the home or half the disk. */
function programFolders(entry: string, home: string): string[] {
  const folder = entry.replace(/\/+$/, '');
  let real: string;
  try {
    real = realpathSync(folder);
  } catch {
    return [];
  }
  return [folder, real].flatMap((place) => {
    if (place === '' || place === home || isBelow(place, home)) return [];
    const around = dirname(place);
    const installation =
      /\/(?:bin|shims)$/.test(place) && around.split('/').length > 2 && !isBelow(around, home) && !around.endsWith('/.local');
    return [installation ? around : place];
  });
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
