// Stands in for `sandbox-exec` on Linux: notes how it was called, and says how bubblewrap holds a program to the files of the profile.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readRules, subpathsOf } from './seatbelt-rules';

const [, , record = '', list = '', profilePath = '', ...argv] = process.argv;
const profile = readFileSync(profilePath, 'utf8');
const rules = readRules(profile);
const below = (action: 'allow' | 'deny', operation: string) =>
  rules
    .filter((rule) => rule.action === action && rule.operations.includes(operation))
    .flatMap(subpathsOf)
    .filter((path) => existsSync(path));
const hidden = below('deny', 'file-read-data');
const mounts = [
  ...['--ro-bind', '/', '/', '--dev-bind', '/dev', '/dev'],
  ...below('allow', 'file-write*').flatMap((path) => (path.startsWith('/dev/') ? [] : ['--bind', path, path])),
  ...below('deny', 'file-write*').flatMap((path) => (hidden.includes(path) ? [] : ['--ro-bind', path, path])),
  ...hidden.flatMap((path) => (statSync(path).isDirectory() ? ['--perms', '0000', '--tmpfs', path] : ['--ro-bind', '/dev/null', path])),
];
writeFileSync(list, mounts.map((text) => `${text}\0`).join(''));
writeFileSync(record, JSON.stringify({ argv, path: profilePath, profile, env: process.env }));
