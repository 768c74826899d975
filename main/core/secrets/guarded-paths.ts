/** A kind of file whose content is kept from the model, with the reason that a person reads. */
export interface GuardedKind {
  id: string;
  /** Ends the sentence "This is …". */
  what: string;
  /**
   * Names at any depth, letter case ignored: `name`, `parent/name`, or a folder with all that lies in it (`parent/folder/`). A `*`
   * stands for any part of the last segment. `~/` is the person's home, a leading `/` the root.
   */
  patterns: readonly string[];
  /** What the patterns take in and is no secret. */
  except?: readonly string[];
}

/** Guarded by default. `docs/secrets.md` shows this table; the sandbox hides the same paths. */
export const GUARDED_KINDS: readonly GuardedKind[] = [
  {
    id: 'environment-file',
    what: 'an environment file: the usual place of passwords and keys',
    patterns: ['.env', '.env.*', '.env-*', '.env_*', '*.env', '.envrc', '.dev.vars', '.dev.vars.*', '.streamlit/secrets.toml'],
    except: [
      ...['example', 'sample', 'template', 'tmpl', 'dist', 'defaults', 'schema', 'd.ts'].map((ending) => `*.${ending}`),
      ...['example', 'sample', 'template'].flatMap((word) => [`${word}.env`, `*-${word}`, `*_${word}`, `*.${word}.*`]),
    ],
  },
  {
    id: 'private-key',
    what: 'a private key or a key store',
    patterns: [
      ...['pem', 'key', 'p8', 'p12', 'pfx', 'jks', 'jceks', 'keystore', 'ppk', 'agekey', 'kdbx', 'kdb'].map((ending) => `*.${ending}`),
      ...['id_rsa', 'id_dsa', 'id_ecdsa', 'id_ecdsa_sk', 'id_ed25519', 'id_ed25519_sk', 'identity.age', '.config/sops/'],
    ],
    except: [
      ...['cert', 'ca', 'cacert', 'ca-cert', 'ca-bundle', 'chain', 'fullchain', 'public', 'pubkey', 'public-key'].map(
        (name) => `${name}.pem`,
      ),
      ...['*.pub.pem', '*.cert.pem', '*-cert.pem', '*-ca.pem', '*-chain.pem', '*-public.pem', '*_public.pem', '*.pub.key', 'public.key'],
    ],
  },
  {
    id: 'ssh',
    what: 'part of the SSH key store',
    patterns: ['.ssh/'],
    except: ['*.pub', 'config', 'known_hosts', 'known_hosts.old', 'authorized_keys'],
  },
  { id: 'gnupg', what: 'part of the GnuPG key store', patterns: ['.gnupg/'] },
  {
    id: 'cloud',
    what: 'a credential of a cloud provider',
    patterns: [
      ...['.aws/', '.azure/', '.config/gcloud/', 'appdata/roaming/gcloud/', '.oci/', '.aliyun/', '.bluemix/'],
      ...[
        '.config/doctl/',
        '.config/hcloud/',
        '.config/scw/',
        '.config/configstore/firebase-tools.json',
        '.boto',
        '.s3cfg',
        '.passwd-s3fs',
      ],
      ...['.config/rclone/', '.wrangler/config/', '.fly/config.yml', '.netlify/config.json'],
    ],
  },
  {
    id: 'service-account',
    what: 'the key of a service account or an OAuth client',
    patterns: [
      ...['service-account*.json', 'service_account*.json', 'serviceaccount*.json', '*-service-account.json', '*_service_account.json'],
      ...['*-firebase-adminsdk-*.json', 'application_default_credentials.json', 'client_secret*.json', 'credentials.json', 'gcp-key*.json'],
    ],
    except: ['*.example.json', '*.sample.json', '*.template.json', '*.schema.json'],
  },
  {
    id: 'cluster',
    what: 'a credential of a cluster or a container registry',
    patterns: [
      '.kube/',
      'kubeconfig',
      '*.kubeconfig',
      '.docker/config.json',
      '.dockercfg',
      '.config/containers/auth.json',
      '.config/helm/registry/',
    ],
  },
  {
    id: 'package-registry',
    what: 'a credential of a package registry',
    patterns: [
      ...['~/.npmrc', '~/.yarnrc.yml', '~/.bunfig.toml', '.pypirc', '.cargo/credentials', '.cargo/credentials.toml', '.gem/credentials'],
      ...['.local/share/gem/credentials', '~/.bundle/config', '.m2/settings.xml', '.m2/settings-security.xml', '.gradle/gradle.properties'],
      ...[
        '.composer/auth.json',
        '.config/composer/auth.json',
        '.nuget/nuget/nuget.config',
        '~/.config/pip/',
        '~/.pip/',
        '.config/pypoetry/auth.toml',
      ],
      ...['.sbt/.credentials', '.ivy2/.credentials', '.hex/hex.config', '.cocoapods/trunk/', '.conan/.conan.db'],
    ],
  },
  {
    id: 'source-hosting',
    what: 'a credential of a source host',
    patterns: [
      '.git-credentials',
      '.config/git/credentials',
      '.config/gh/hosts.yml',
      '.config/glab-cli/',
      '.config/hub',
      '.config/tea/',
      '.netrc',
      '_netrc',
    ],
  },
  {
    id: 'infrastructure',
    what: 'a credential or the recorded state of an infrastructure tool',
    patterns: [
      ...[
        '.terraform.d/',
        '.terraformrc',
        'terraform.rc',
        '*.tfstate',
        '*.tfstate.backup',
        'secret.tfvars',
        'secrets.tfvars',
        '.vault-token',
      ],
      ...[
        '.vault_pass',
        '.vault_pass.txt',
        '.pulumi/credentials.json',
        '.chef/',
        '.config/heroku/',
        '.config/op/',
        '.config/doppler/',
        '.doppler/',
      ],
    ],
  },
  {
    id: 'database',
    what: 'a password of a database or a web server',
    patterns: ['.pgpass', 'pgpass.conf', '.my.cnf', '.mylogin.cnf', '.htpasswd', '.dbshell', '.influxdbv2/'],
  },
  {
    id: 'agent-credential',
    what: 'a credential of a coding agent',
    patterns: [
      ...['.claude/.credentials.json', '~/.claude.json', '.codex/auth.json', '.gemini/oauth_creds.json', '.config/github-copilot/'],
      ...['.local/share/opencode/auth.json', '.cursor/mcp-auth/', '.mcp-auth/'],
    ],
  },
  {
    id: 'password-store',
    what: 'part of a password store of the system or the browser',
    patterns: [
      ...['.password-store/', '.local/share/keyrings/', '.local/share/kwalletd/', 'library/keychains/', '*.keychain', '*.keychain-db'],
      ...[
        '.mozilla/',
        '.config/google-chrome/',
        '.config/chromium/',
        '.config/bravesoftware/',
        '.config/microsoft-edge/',
        '.config/vivaldi/',
      ],
      ...['application support/google/chrome/', 'application support/firefox/', 'application support/bravesoftware/'],
      ...['application support/microsoft edge/', 'library/cookies/', 'google/chrome/user data/', 'microsoft/edge/user data/'],
      ...['mozilla/firefox/profiles/', 'roaming/microsoft/credentials/', 'local/microsoft/credentials/', 'roaming/microsoft/protect/'],
    ],
  },
  {
    id: 'system',
    what: 'a password file or the environment of a process',
    patterns: [
      '/etc/shadow',
      '/etc/shadow-',
      '/etc/gshadow',
      '/etc/gshadow-',
      '/etc/sudoers',
      '/etc/krb5.keytab',
      '*.keytab',
      '/proc/*/environ',
    ],
  },
  {
    id: 'history',
    what: 'a history of typed lines, which tends to hold passwords',
    patterns: [
      '.bash_history',
      '.zsh_history',
      '.sh_history',
      '.psql_history',
      '.mysql_history',
      '.rediscli_history',
      'consolehost_history.txt',
    ],
  },
];
