import { describe, expect, it } from 'vitest';
import { sandboxEnvironment } from '../../../main/adapters/sandbox/sandbox-environment';
import { commandEnvironment, visibleEnvironment } from '../../../main/adapters/shell/command-environment';

/** Apart, so that this file holds no address with a password. */
const LOGIN = ['app', 'pa55'].join(':');

const SECRETS = {
  ...{ PGPASSWORD: 'x', MYSQL_PWD: 'x', STRIPE_KEY: 'x', GITHUB_PAT: 'x', SSH_KEY: 'x', NPM_CONFIG__AUTHTOKEN: 'x', GH_TOKEN: 'x' },
  ...{ AWS_SECRET_ACCESS_KEY: 'x', AWS_ACCESS_KEY_ID: 'x', DB_PASS: 'x', CLIENT_SECRET: 'x', AZURE_CREDENTIALS: 'x', SECRET_KEY_BASE: 'x' },
  ...{ SLACK_WEBHOOK_URL: 'x', SENTRY_DSN: 'x', STRIPE_SK: 'x' },
  ...{ DATABASE_URL: `postgres://${LOGIN}@db.example/app`, REDIS_URI: `redis://${LOGIN}@cache.example`, DB_DSN: `${LOGIN}@tcp(db)/app` },
};
const PLAIN = {
  ...{ PWD: '/a', OLDPWD: '/b', LANG: 'C', PATH: '/bin', HOME: '/home/a', KEYBOARD: 'us', TOKENIZERS_PARALLELISM: 'false', MONKEY: 'x' },
  ...{ DATABASE_URL: 'postgres://app@db.example/app', SITE_URL: 'https://a.example/x?at=1:2@3', COMPATIBLE: 'x', GIT_AUTHOR_NAME: 'Ada' },
};

describe('the environment of a command', () => {
  it.each(Object.entries(SECRETS))('inside and outside the sandbox has no %s', (name, value) => {
    expect(commandEnvironment({ [name]: value })).not.toHaveProperty(name);
    expect(commandEnvironment({ [name.toLowerCase()]: value })).not.toHaveProperty(name.toLowerCase());
    expect(sandboxEnvironment({ [name]: value }, { temp: '/t', client: undefined })).not.toHaveProperty(name);
    expect(visibleEnvironment({ [name]: value })).toHaveProperty(name, value);
  });

  it.each(Object.entries(PLAIN))('has %s', (name, value) => {
    expect(commandEnvironment({ [name]: value })).toHaveProperty(name, value);
    expect(sandboxEnvironment({ [name]: value }, { temp: '/t', client: undefined })).toHaveProperty(name, value);
  });

  it('has what is handed on by name, and the agent socket outside the sandbox alone', () => {
    expect(commandEnvironment({}, { GH_TOKEN: 'x' })).toHaveProperty('GH_TOKEN', 'x');
    expect(commandEnvironment({ SSH_AUTH_SOCK: '/s' })).toHaveProperty('SSH_AUTH_SOCK', '/s');
    expect(sandboxEnvironment({ SSH_AUTH_SOCK: '/s' }, { temp: '/t', client: undefined })).not.toHaveProperty('SSH_AUTH_SOCK');
  });
});
