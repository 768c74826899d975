import { describe, expect, it } from 'vitest';
import { classify } from '../../../main/core/permission/classify';
import { action, decided, ruleSet } from './support';

const BROAD = ['allow Bash', 'allow Bash(git *)', 'allow Bash(env *)', 'allow Edit'];

describe('a setting that makes git run programs or read other files is never covered by a broad rule', () => {
  it.each([
    ...['core.hooksPath=x', 'core.fsmonitor=./x', 'core.pager=./x', 'core.sshCommand=./x', 'core.editor=./x', 'CORE.FSMONITOR=./x'],
    ...['include.path=x', 'includeIf.gitdir:x.path=y', 'diff.external=./x', 'diff.x.command=./x', 'diff.x.textconv=./x'],
    ...['filter.x.clean=./x', 'filter.x.process=./x', 'alias.x=push', 'merge.x.driver=./x', 'mergetool.x.cmd=./x', 'gpg.program=./x'],
    ...['credential.helper=!./x', 'sequence.editor=./x', 'core.attributesFile=x', 'core.worktree=/x', 'url./x.insteadOf=https://x.org'],
    ...['remote.origin.uploadpack=./x', 'protocol.ext.allow=always', 'safe.directory=*', 'http.proxy=http://x.org', 'trailer.x.cmd=./x'],
    ...['uploadpack.packObjectsHook=./x', 'submodule.x.update=!./x', 'pager.log=./x', 'browser.x.cmd=./x', 'no.such.key=1'],
  ])('git -c %s', (setting) => {
    for (const command of [`git -c ${setting} status`, `git --no-pager -c '${setting}' log`, `git clone -c ${setting} a b`]) {
      const decision = decided(BROAD, `Bash ${command}`);
      expect([command, decision.decision, decision.builtin]).toEqual([command, 'ask', 'opaque-command']);
      expect(decision.reason.toLowerCase()).toContain(`git -c ${setting.split('=')[0]?.toLowerCase()}`);
    }
  });

  it.each([
    'git --config-env=core.pager=X log',
    'git --config-env core.sshCommand=X fetch',
    'git -c "$x" log',
    'git --exec-path=./x status',
  ])('%s', (command) => {
    expect(decided(BROAD, `Bash ${command}`)).toMatchObject({ decision: 'ask', builtin: 'opaque-command' });
  });

  it.each([
    ...['git fetch --upload-pack=./x', 'git clone -u ./x a', 'git clone --template=/x a b', 'git ls-remote --upload-pack ./x a'],
    ...['git push --receive-pack=./x', 'git grep -O./x a', 'git grep --open-files-in-pager=./x a', 'git filter-branch --tree-filter ./x'],
    ...[
      'git fetch ext::./x',
      'git archive --remote=ext::./x HEAD',
      'git credential fill',
      'git credential-store get',
      'git remote-ext x ./x',
    ],
    ...['git send-email --sendmail-cmd=./x a', 'git init --template=/x'],
  ])('nor is an option or a subcommand that does the same: %s', (command) => {
    expect(decided(BROAD, `Bash ${command}`)).toMatchObject({ decision: 'ask', builtin: 'opaque-command' });
  });

  it.each([
    ...['GIT_SSH_COMMAND=./x git fetch', 'GIT_EXTERNAL_DIFF=./x git diff', 'GIT_PAGER=./x git log', 'GIT_EDITOR=./x git commit'],
    ...[
      'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.pager GIT_CONFIG_VALUE_0=./x git log',
      'GIT_DIR=/x git status',
      'GIT_ASKPASS=./x git fetch',
    ],
    ...['GIT_CONFIG_GLOBAL=/x git status', 'GIT_EXEC_PATH=/x git status', 'GIT_PROXY_COMMAND=./x git fetch', 'GIT_TRACE=/x git log'],
    ...['env GIT_SSH_COMMAND=./x git fetch', 'export GIT_SSH_COMMAND=./x; git fetch', 'GIT_SSH=./x npm install'],
  ])('nor is a variable: %s', (command) => {
    const decision = decided(BROAD, `Bash ${command}`);
    expect(decision).toMatchObject({ decision: 'ask', builtin: 'opaque-command' });
    expect(decision.reason).toContain('GIT_');
  });

  it('an exact rule allows it', () => {
    expect(decided(['allow Bash(git -c core.pager=less log)'], 'Bash git -c core.pager=less log').decision).toBe('allow');
  });
});

it.each([
  ...['git -c color.ui=never status', 'git -c core.quotePath=off ls-files', 'git -c user.name=x -c user.email=y commit -m z', 'git log -c'],
  ...['GIT_PAGER=cat git log', 'PAGER=cat git log', 'GIT_TERMINAL_PROMPT=0 git fetch', 'git -c advice.detachedHead=false checkout main'],
  ...['git clean -n -x', 'git config --get core.pager', 'git config core.hooksPath', 'git config list'],
])('what changes only what git shows needs no more than its rule: %s', (command) => {
  expect(decided(['allow Bash(git *)', 'allow Bash(git clean *)'], `Bash ${command}`).decision).toBe('allow');
});

describe('a command that changes settings of git writes a protected file', () => {
  it.each([
    ['git config core.hooksPath x', '.git/config'],
    ['git config --global core.pager x', '/home/ann/.gitconfig'],
    ['git config --system core.pager x', '/etc/gitconfig'],
    ['git config --file settings.ini core.pager x', 'settings.ini'],
    ['git config -f settings.ini --unset core.pager', 'settings.ini'],
    ['git config set user.name x', '.git/config'],
    ['git config unset user.name', '.git/config'],
    ['git config --add remote.x.url y', '.git/config'],
    ['git config --edit', '.git/config'],
    ['git config "$x"', '.git/config'],
    ['git lfs install', '/home/ann/.gitconfig'],
    ['sudo git config --global alias.x y', '/home/ann/.gitconfig'],
  ])('%s: %s', (command, file) => {
    const rules = ['allow Bash', 'allow Bash(git config *)', 'allow Bash(sudo *)', 'allow Edit'];
    for (const mode of ['default', 'acceptEdits'] as const) {
      const decision = decided(rules, `Bash ${command}`, mode);
      expect(decision).toMatchObject({ decision: 'ask', builtin: 'protected-path' });
      expect(decision.reason).toContain(file);
    }
    expect(classify(action(`Bash ${command}`), ruleSet([])).uses).toContainEqual({ capability: 'write-protected' });
  });
});

it.each(['git -C /tmp/x status', 'git -C sub log', 'git --git-dir=/tmp/x/.git log', 'git --work-tree /tmp/x status', 'git -C "$x" log'])(
  'git that is sent elsewhere is asked for, as after a cd: %s',
  (command) => {
    expect(decided(['allow Bash(git *)'], `Bash ${command}`)).toMatchObject({ decision: 'ask', builtin: 'cd-then-git' });
  },
);

it('git that is sent to where it is runs by its rule', () => {
  for (const command of ['git -C . log', 'git --git-dir=.git log', 'git -C /home/ann/code/shop log'])
    expect([command, decided(['allow Bash(git *)'], `Bash ${command}`).decision]).toEqual([command, 'allow']);
});
