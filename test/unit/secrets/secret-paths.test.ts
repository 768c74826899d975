import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ripgrepPath } from '../../../main/adapters/files/ripgrep-path';
import { createRipgrepSearch } from '../../../main/adapters/files/ripgrep-search';
import { findPresentSecrets } from '../../../main/core/secrets/find-present-secrets';
import { GUARDED_KINDS } from '../../../main/core/secrets/guarded-paths';
import { createSecretPaths } from '../../../main/core/secrets/secret-paths';

const HOME = '/home/ann';
const secrets = createSecretPaths(HOME);
const kindOf = (path: string): string | undefined => secrets.find(path)?.kind;

describe('guarded files', () => {
  it.each([
    ...['/p/.env', '/p/.env.local', '/p/.env.production', '/p/a/prod.env', '/p/.env-ci', '/p/.envrc', '/p/.dev.vars'].map((path) => [
      path,
      'environment-file',
    ]),
    ...['/p/server.pem', '/p/tls/server.key', '/p/a.p12', '/p/a.jks', '/p/id_rsa', '/p/AuthKey.p8', '/p/vault.kdbx'].map((path) => [
      path,
      'private-key',
    ]),
    ...[`${HOME}/.ssh/id_ed25519`, `${HOME}/.ssh/work`, '/root/.ssh/id_rsa', `${HOME}/.ssh`].map((path) => [path, 'ssh']),
    [`${HOME}/.gnupg/secring.gpg`, 'gnupg'],
    ...[`${HOME}/.aws/credentials`, `${HOME}/.azure/x.json`, `${HOME}/.config/gcloud/a.db`, `${HOME}/.s3cfg`].map((path) => [
      path,
      'cloud',
    ]),
    ...['/p/service-account.json', '/p/shop-firebase-adminsdk-1a.json', '/p/client_secret_1.json', '/p/credentials.json'].map((path) => [
      path,
      'service-account',
    ]),
    ...[`${HOME}/.kube/config`, `${HOME}/.docker/config.json`, '/p/kubeconfig', '/p/dev.kubeconfig'].map((path) => [path, 'cluster']),
    ...[`${HOME}/.npmrc`, `${HOME}/.pypirc`, `${HOME}/.cargo/credentials.toml`, `${HOME}/.gem/credentials`, `${HOME}/.m2/settings.xml`].map(
      (path) => [path, 'package-registry'],
    ),
    [`${HOME}/.gradle/gradle.properties`, 'package-registry'],
    ...[`${HOME}/.netrc`, `${HOME}/.git-credentials`, `${HOME}/.config/gh/hosts.yml`].map((path) => [path, 'source-hosting']),
    ...[`${HOME}/.terraform.d/credentials.tfrc.json`, '/p/terraform.tfstate', `${HOME}/.vault-token`].map((path) => [
      path,
      'infrastructure',
    ]),
    [`${HOME}/.pgpass`, 'database'],
    [`${HOME}/.claude/.credentials.json`, 'agent-credential'],
    ...[`${HOME}/Library/Keychains/login.keychain-db`, `${HOME}/.mozilla/firefox/a/logins.json`].map((path) => [path, 'password-store']),
    ...['/etc/shadow', '/proc/self/environ', '/proc/17/environ'].map((path) => [path, 'system']),
    [`${HOME}/.zsh_history`, 'history'],
  ])('take in %s', (path, kind) => {
    expect(kindOf(path ?? '')).toBe(kind);
  });

  it.each([
    ...['/p/.env.example', '/p/.env.sample', '/p/.env.template', '/p/.env.dist', '/p/.env.local.example', '/p/example.env', '/p/env.d.ts'],
    ...[
      '/p/.env/bin/python',
      '/p/src/env.ts',
      '/p/environment.md',
      '/p/cert.pem',
      '/p/fullchain.pem',
      '/p/key',
      '/p/src/key.ts',
      '/p/monkey',
    ],
    ...[
      `${HOME}/.ssh/id_rsa.pub`,
      `${HOME}/.ssh/config`,
      `${HOME}/.ssh/known_hosts`,
      '/p/.npmrc',
      '/p/settings.xml',
      '/p/gradle.properties',
    ],
    ...[
      '/p/config.json',
      '/p/docker/config.json',
      '/p/package.json',
      '/p/auth.json',
      '/p/shadow',
      '/p/chromium/a.cc',
      '/p/.git/config',
      '/',
    ],
  ])('leave out %s', (path) => {
    expect(kindOf(path)).toBeUndefined();
  });

  it.each([
    '/p/.ENV',
    '/p/.Env.Local',
    '/p/x/../.env',
    '/p//.env',
    '/p/./.env',
    '/p/.e\u200bnv',
    '/p/.env.',
    '/p/.env::$DATA',
    'C:\\p\\.env',
    '/p/ID_RSA',
  ])('are known in another spelling: %s', (path) => {
    expect(kindOf(path)).toBeDefined();
  });

  it('are known whatever folder they lie in, and in whatever case', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[\w .-]{1,8}$/), { maxLength: 5 }),
        fc.constantFrom('.env', 'id_rsa', 'a.pem', '.netrc', '.ssh/x'),
        (folders, name) => {
          const path = ['', ...folders, name].join('/');
          expect(kindOf(path)).toBeDefined();
          expect(kindOf(path.toUpperCase())).toBe(kindOf(path));
        },
      ),
    );
  });

  it('are longer by the list of the person and shorter by the exceptions', () => {
    const own = createSecretPaths(HOME, {
      guard: ['notes/private.md', '~/diary/', '*.token'],
      except: ['/p/.env.test', '**/fixtures/*.pem'],
    });
    expect(['/x/notes/private.md', `${HOME}/diary/may.md`, '/p/A.TOKEN'].map((path) => own.find(path)?.kind)).toEqual([
      'own',
      'own',
      'own',
    ]);
    expect(['/p/.env.test', '/p/test/fixtures/a.pem', '/other/diary'].map((path) => own.find(path))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(own.find('/p/.env')?.kind).toBe('environment-file');
  });
});

describe('the guarded files of a folder', () => {
  it('are found however deep, ignored or hidden, and no others', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'present-')));
    for (const path of [
      '.env',
      'a/b/.ENV.local',
      'a/.ssh/key',
      'a/server.pem',
      'node_modules/x/.env',
      '.env.example',
      'a/cert.pem',
      'a/x.ts',
      'plan.md',
      'a/diary/may.md',
    ]) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), '');
    }
    await writeFile(join(folder, '.gitignore'), '.env\n*.pem\n');
    const own = createSecretPaths(HOME, { guard: ['plan.md', 'diary/'], except: [] });
    const found = await findPresentSecrets(createRipgrepSearch({ rgPath: ripgrepPath() }), [folder, '/nonexistent'], own);
    expect(found.map((path) => relative(folder, path)).sort()).toEqual([
      ...['.env', 'a/.ssh/key', 'a/b/.ENV.local', 'a/diary/may.md', 'a/server.pem', 'plan.md'],
    ]);
    await rm(folder, { recursive: true });
  });
});

it('is documented, pattern by pattern', () => {
  const document = readFileSync('docs/secrets.md', 'utf8');
  const missing = GUARDED_KINDS.flatMap(({ patterns, except = [] }) => [...patterns, ...except]).filter(
    (pattern) => !document.includes(`\`${pattern}\``),
  );
  expect(missing).toEqual([]);
});
