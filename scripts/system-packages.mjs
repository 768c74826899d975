// What the e2e and sandbox tests need from the system: installed on Debian and Ubuntu as root, named everywhere else.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Each row: names of the same package in different releases, the first that exists is taken. */
const packages = [
  ['git'],
  ['xvfb'],
  ['libgtk-3-0', 'libgtk-3-0t64'],
  ['libnss3'],
  ['libasound2', 'libasound2t64'],
  ['libgbm1'],
  ['libxss1'],
  ['libatspi2.0-0', 'libatspi2.0-0t64'],
  ['libdrm2'],
  ['chromium', 'chromium-browser'],
  ['bubblewrap'],
  ['socat'],
  ['fonts-noto-cjk'],
];

/** Installs what is missing where it can. Gives the lines to show: what was done, or what the person should install. */
export function ensureSystemPackages() {
  if (process.platform !== 'linux') {
    return ['System packages: install Chromium (or set VITRINE_CHROMIUM to its path) for the tests in a browser.'];
  }
  if (!isDebian()) {
    return [`System packages: install the equivalents of ${packages.map(([name]) => name).join(' ')} for the e2e tests.`];
  }
  const missing = packages.filter((names) => !names.some(isInstalled));
  if (missing.length === 0) return ['System packages: all present.'];
  if (process.getuid?.() !== 0) {
    return [`System packages missing: run \`sudo apt-get install ${missing.map(([name]) => name).join(' ')}\` for the e2e tests.`];
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env, timeout: 300_000 });
  const names = missing.map((alternatives) => alternatives.find(hasCandidate) ?? alternatives[0]);
  const install = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
    timeout: 900_000,
  });
  return [
    install.status === 0 ? `System packages: installed ${names.join(' ')}.` : `System packages: could not install ${names.join(' ')}.`,
  ];
}

function isDebian() {
  const file = '/etc/os-release';
  return existsSync(file) && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync(file, 'utf8'));
}

function isInstalled(name) {
  const query = spawnSync('dpkg-query', ['-W', '-f', '${Status}', name], { encoding: 'utf8' });
  return query.status === 0 && query.stdout.includes('install ok installed');
}

function hasCandidate(name) {
  const policy = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8' });
  return /Candidate: (?!\(none\))/.test(policy.stdout ?? '');
}
