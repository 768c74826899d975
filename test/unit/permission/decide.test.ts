import { describe, expect, it } from 'vitest';
import type { Mode, Verdict } from '../../../shared/model/permission';
import { action, decided, FOLDER } from './support';

/** Rules; call; verdict; mode (default unless named). A rule is of the project's settings unless it names a scope. */
type Case = [rules: string[], call: string, verdict: Verdict, mode?: Mode];

const bashPatterns: Case[] = [
  [['allow Bash(npm test)'], 'Bash npm test', 'allow'],
  [['allow Bash(npm test)'], 'Bash npm test -- x', 'ask'],
  [['allow Bash(npm test)'], 'Bash  npm test ', 'allow'],
  [['allow Bash(npm run *)'], 'Bash npm run', 'allow'],
  [['allow Bash(npm run *)'], 'Bash npm run build', 'allow'],
  [['allow Bash(npm run *)'], 'Bash npm runner', 'ask'],
  [['allow Bash(npm run:*)'], 'Bash npm run build', 'allow'],
  [['allow Bash(npm run:*)'], 'Bash npm runner', 'ask'],
  [['allow Bash(node*)'], 'Bash nodemon x', 'allow'],
  [['allow Bash(git * main)'], 'Bash git push origin main', 'allow'],
  [['allow Bash(git * main)'], 'Bash git push origin other', 'ask'],
  [['allow Bash(* --help)'], 'Bash cargo build --help', 'allow'],
  [['allow Bash(* --help)'], 'Bash cargo build', 'ask'],
  [['allow Bash(ssh * uptime *)'], 'Bash ssh host uptime', 'allow'],
  [['allow Bash(ssh * uptime *)'], 'Bash ssh host uptime -s', 'allow'],
  [['allow Bash(ssh * uptime *)'], 'Bash ssh host reboot', 'ask'],
  [['allow Bash(ssh * uptime *)'], 'Bash ssh host "uptime; reboot"', 'ask'],
  [['allow Bash(grep "a\\*b" src)'], 'Bash grep "a*b" src', 'allow'],
  [['allow Bash(rg "a\\*b" src)'], 'Bash rg "axb" src', 'ask'],
  [['allow Bash'], 'Bash whatever --it is', 'allow'],
  [['allow Bash(*)'], 'Bash whatever && more', 'allow'],
  [['allow Bash(npm test)'], 'Bash npm test && rm -rf node_modules', 'ask'],
  [['allow Bash(npm test && npm run lint)'], 'Bash npm test && npm run lint', 'allow'],
  [['allow Bash(npm *)'], 'Bash npm test && npm run lint', 'allow'],
  [['allow Bash(git *)'], 'Bash git log && curl x | sh', 'ask'],
  [['allow Bash(git *)'], 'Bash git commit -m "a && b"', 'allow'],
  [['allow Bash(git *)'], 'Bash git commit -m "$(date)"', 'ask'],
  [['allow Bash(git *)'], 'Bash git commit -m `date`', 'ask'],
  [['allow Bash(git *)'], 'Bash git log > out.txt', 'ask'],
  [['allow Bash(git *)'], 'Bash git log 2>&1', 'allow'],
  [['allow Bash(git *)'], 'Bash git log; ls', 'allow'],
  [['allow Bash(git *)'], 'Bash git log & ls', 'allow'],
  [['allow Bash(git *)'], 'Bash git log\nls', 'allow'],
  [['allow Bash(git *)'], 'Bash git log | cat', 'allow'],
  [['allow Bash(git *)'], 'Bash git show $REF', 'ask'],
  [['allow Bash(git *)'], 'Bash git add "unbalanced', 'ask'],
  [['allow Bash(git *)'], 'Bash (git gc)', 'allow'],
  [['allow Bash(git *)'], 'Bash git gc <(ls)', 'ask'],
  [['allow Bash(git *)'], 'Bash git add {a,b}', 'ask'],
  [['allow Bash(git *)'], 'Bash git add *', 'ask'],
  [['allow Bash(git *)'], 'Bash git add src/*.ts', 'allow'],
  [['allow Bash(git *)'], 'Bash git\u00a0gc', 'ask'],
  [['allow Bash(git *)'], 'Bash git gc # done', 'allow'],
  [['allow Bash(git *)'], 'Bash git g\\c', 'ask'],
  [['allow Bash(git *)'], 'Bash PATH=/tmp git gc', 'ask'],
  [['allow Bash(git *)'], 'Bash LD_PRELOAD=x git gc', 'ask'],
  [['allow Bash(git *)'], 'Bash NO_COLOR=1 git gc', 'allow'],
  [['allow Bash(git *)'], 'Bash NODE_ENV=test LANG=C git gc', 'allow'],
  [['allow Bash(git *)'], 'Bash X=1 git gc', 'ask'],
  [['allow Bash(X=1 git gc)'], 'Bash X=1 git gc', 'allow'],
  [['allow Bash(npm test *)'], 'Bash timeout 30 npm test', 'allow'],
  [['allow Bash(npm test *)'], 'Bash timeout -k 5 30s npm test', 'allow'],
  [['allow Bash(npm test *)'], 'Bash nice -n 5 npm test', 'allow'],
  [['allow Bash(npm test *)'], 'Bash nohup npm test', 'allow'],
  [['allow Bash(npm test *)'], 'Bash time npm test', 'allow'],
  [['allow Bash(npm test *)'], 'Bash stdbuf -oL npm test', 'allow'],
  [['allow Bash(npm test *)'], 'Bash command npm test', 'allow'],
  [['allow Bash(npm test *)'], 'Bash command -v npm test', 'ask'],
  [['allow Bash(npm test *)'], 'Bash sudo npm test', 'ask'],
  [['allow Bash(npm test *)'], 'Bash env npm test', 'ask'],
  [['allow Bash(npm test *)'], 'Bash npx npm test', 'ask'],
  [['allow Bash(watch *)'], 'Bash watch npm test', 'ask'],
  [['allow Bash(watch npm test)'], 'Bash watch npm test', 'allow'],
  [['allow Bash(find *)'], 'Bash find / -name x', 'allow'],
  [['allow Bash(find *)'], 'Bash find . -delete', 'ask'],
  [['allow Bash(find *)'], 'Bash find . -exec rm x ;', 'ask'],
  [['allow Bash(bash *)'], 'Bash bash script.sh', 'allow'],
  [['allow Bash(bash *)'], "Bash bash -c 'a && b'", 'ask'],
  [['allow PowerShell(ls *)'], 'Bash lsof', 'ask'],
];

const denied: Case[] = [
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash git fetch && git pull && git clean -fd', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash git clean -fd', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash /usr/bin/git clean -fd', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash git  clean   -fd', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash "git" cl"ea"n -fd', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash g\\it clean', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash X=1 git clean', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash sudo -u root git clean', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash env -i A=b git clean', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash timeout -k 5 30 nice git clean', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], "Bash bash -c 'cd x; git clean -fd'", 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash bash -lc "git clean"', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash eval git clean', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash echo $(git clean -fd)', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash echo "x $(git clean -fd)"', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash echo `git clean`', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash cat <(git clean)', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash (git clean)', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash { git clean; }', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash if true; then git clean; fi', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash for f in a b; do git clean; done', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash f() { git clean; }; f', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash ls | xargs -n1 git clean', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash ls || git clean', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash ls & git clean', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash ls\ngit clean', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], "Bash cat <<E\ndon't\nE\ngit clean\necho it's", 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], "Bash ls # don't\ngit clean", 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash find . -exec git clean ;', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], "Bash git -c alias.x='!git clean' x", 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash git clean > log', 'deny'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash echo git clean', 'allow'],
  [['deny Bash(git clean:*)', 'allow Bash'], 'Bash git cleanup', 'allow'],
  [['deny Bash(git clean:*)', 'allow Bash(git clean -n)'], 'Bash git clean -n', 'deny'],
  [['deny Bash(grep * /etc/*)', 'allow Bash'], 'Bash grep root /etc/passwd', 'deny'],
  [['deny Bash(* | sh)', 'allow Bash'], 'Bash curl x | sh', 'deny'],
  [['deny Bash(rm -rf /)', 'allow Bash'], 'Bash rm -fr /', 'deny'],
  [['deny Bash(rm -rf build)', 'allow Bash'], 'Bash rm -r -f build', 'deny'],
  [['deny Bash(rm -rf build)', 'allow Bash'], 'Bash rm --force --recursive build', 'deny'],
  [['deny Bash(rm -rf *)', 'allow Bash'], 'Bash rm -fr x y', 'deny'],
  [['deny Bash(rm -rf *)', 'allow Bash'], 'Bash rm x', 'allow'],
  [['deny Bash'], 'Bash ls', 'deny'],
  [['deny *'], 'Bash ls', 'deny'],
  [['ask Bash(git *)', 'allow Bash'], 'Bash CI=true git commit -m x', 'ask'],
  [['ask Bash(git *)', 'allow Bash'], 'Bash ls', 'allow'],
  [['ask Bash(git push *)', 'allow Bash(git push origin main)'], 'Bash git push origin main', 'ask'],
  [['ask Bash(git *)', 'deny Bash(git push *)'], 'Bash git push', 'deny'],
  [['ask Bash(run_in_background:true)', 'allow Bash'], 'Bash sleep 1', 'allow'],
];

const removal: Case[] = [
  ...[
    'rm -rf /',
    'rm -fr /',
    'rm -r -f /',
    '/bin/rm -rf /',
    "bash -c 'rm -rf /'",
    'rm -rf ~',
    'rm -rf /etc',
    'rm -rf /home/ann/code',
    'rm -rf .',
    'rm -rf ./',
    'rm -rf ..',
    'rm -rf *',
    'rm -rf ./*',
    'rm -rf /*',
    'rm -rf "$HOME"/*',
    'rm -rf $X',
    'cd / && rm -rf *',
    'sudo rm -rf /usr',
    'rm -rf -- /',
    'rm --no-preserve-root -rf x',
    'rmdir /opt',
    'rm -rf src/..',
    'true; rm -rf /',
    'rm -rf {/,x}',
  ].map(
    (command): Case => [['allow Bash', `cli:allow Bash(${command.replace(/\*/g, '\\*')})`], `Bash ${command}`, 'ask', 'bypassPermissions'],
  ),
  [['allow Bash(rm *)'], 'Bash rm -rf build', 'allow'],
  [['allow Bash(rm *)'], 'Bash rm -rf build/*', 'allow'],
  [['allow Bash'], 'Bash rm -rf /', 'ask', 'acceptEdits'],
  [['allow Bash'], 'Bash rm -rf /', 'deny', 'dontAsk'],
  [['deny Bash(rm -rf /)', 'allow Bash'], 'Bash echo cm0gLXJmIC8= | base64 -d | sh', 'ask', 'bypassPermissions'],
  [['deny Bash(rm -rf /)', 'allow Bash'], 'Bash eval $X', 'ask', 'bypassPermissions'],
  [['deny Bash(rm -rf /)'], 'Bash $X -rf y', 'ask', 'bypassPermissions'],
];

const files: Case[] = [
  [[], 'Read src/a.ts', 'allow'],
  [[], 'Grep .', 'allow'],
  [[], 'Read /etc/hosts', 'ask'],
  [[], 'Glob /usr', 'ask'],
  [[], 'Edit src/a.ts', 'ask'],
  [[], 'Write new.ts', 'ask'],
  [['allow Edit'], 'Edit src/a.ts', 'allow'],
  [['allow Edit'], 'Write src/a.ts', 'allow'],
  [['allow Edit'], 'NotebookEdit a.ipynb', 'allow'],
  [['allow Write'], 'Edit src/a.ts', 'ask'],
  [['allow Write'], 'Write src/a.ts', 'allow'],
  [['allow Edit(src/**)'], 'Edit src/deep/a.ts', 'allow'],
  [['allow Edit(src/**)'], 'Edit lib/src/a.ts', 'ask'],
  [['deny Edit(src/**)', 'allow Edit'], 'Edit lib/src/a.ts', 'deny'],
  [['allow Edit(/src/*.ts)'], 'Edit src/a.ts', 'allow'],
  [['allow Edit(/src/*.ts)'], 'Edit src/deep/a.ts', 'ask'],
  [['allow Edit(*.ts)'], 'Edit deep/er/a.ts', 'allow'],
  [['allow Edit(./a.ts)'], 'Edit deep/a.ts', 'ask'],
  [['allow Edit(//tmp/x/**)'], 'Edit /tmp/x/y', 'allow'],
  [['allow Edit(~/notes/**)'], 'Edit /home/ann/notes/a.md', 'allow'],
  [['allow Edit(~/notes/**)'], 'Edit /home/bob/notes/a.md', 'ask'],
  [['user:allow Edit(/drafts/**)'], 'Edit drafts/a.md', 'ask'],
  [['user:deny Read(/history/**)', 'allow Read'], 'Read /home/ann/.claude/history/a', 'deny'],
  [['allow Read(//etc/hosts)'], 'Read /etc/hosts', 'allow'],
  [['allow Read(//etc/hosts)'], 'Read /etc/passwd', 'ask'],
  [['allow Edit(//tmp/x)'], 'Read /tmp/x', 'allow'],
  [['allow Read'], 'Read /etc/hosts', 'allow'],
  [['allow Read'], 'Grep /etc', 'allow'],
  [['deny Read(.env)'], 'Read .env', 'deny'],
  [['deny Read(.env)'], 'Read packages/a/.env', 'deny'],
  [['deny Read(./.env)'], 'Read .env', 'deny'],
  [['deny Read(.env)'], 'Read .env.example', 'allow'],
  [['deny Read(.env)'], 'Grep .env', 'deny'],
  [['deny Read(.env)', 'allow Edit'], 'Edit .env', 'deny'],
  [['deny Read(.env)', 'allow Edit'], 'Write .env', 'deny'],
  [['deny Read(a.ipynb)', 'allow Edit'], 'NotebookEdit a.ipynb', 'allow'],
  [['deny Read(secrets/)'], 'Read secrets/a', 'deny'],
  [['deny Read(/secrets)'], 'Read secrets/deep/a', 'deny'],
  [['deny Read(**/*.pem)'], 'Read a/b/c.pem', 'deny'],
  [['deny Read(*.pem)', 'deny Read(!public.pem)'], 'Read public.pem', 'allow'],
  [['deny Read(*.pem)', 'user:deny Read(!public.pem)'], 'Read public.pem', 'deny'],
  [['deny Read(!public.pem)', 'deny Read(*.pem)'], 'Read public.pem', 'deny'],
  [['deny Edit(a.ts)', 'session:allow Edit(a.ts)'], 'Edit a.ts', 'deny'],
  [['user:deny Edit(/a.ts)', 'cli:allow Edit(a.ts)'], 'Edit a.ts', 'allow'],
  [['user:deny Edit(//home/ann/code/shop/a.ts)', 'cli:allow Edit(a.ts)'], 'Edit a.ts', 'deny'],
  [['ask Edit(a.ts)', 'allow Edit'], 'Edit a.ts', 'ask'],
  [['ask Edit(a.ts)', 'allow Edit'], 'Edit b.ts', 'allow'],
  [['deny Read(real)'], 'Read link -> real', 'deny'],
  [['deny Read(link)'], 'Read link -> real', 'deny'],
  [['allow Edit(link)'], 'Edit link -> real', 'ask'],
  [['allow Edit(link)', 'allow Edit(real)'], 'Edit link -> real', 'allow'],
  [[], 'Read link -> /etc/passwd', 'ask'],
  [['deny Read(.env)'], 'Bash cat .env', 'deny'],
  [['deny Read(.env)'], 'Bash grep -E "A|B" .env', 'deny'],
  [['deny Read(.env)'], 'Bash head -n1 ./.env', 'deny'],
  [['deny Read(.env)'], 'Bash cat < .env', 'deny'],
  [['deny Read(.env)'], 'Bash ls && cat .env', 'deny'],
  [['deny Read(.env)', 'allow Bash'], 'Bash cp .env x', 'deny'],
  [['deny Read(.env)'], 'Bash cat .env.example', 'allow'],
  [['deny Read(.env)'], 'Bash grep -r KEY .', 'ask'],
  [['deny Read(.env)'], 'Bash cat .e*', 'ask'],
  [['deny Read(~/.ssh/**)', 'allow Bash'], 'Bash cat ~/.ssh/id', 'deny'],
  [['deny Edit(a.ts)', 'allow Bash'], 'Bash echo x > a.ts', 'deny'],
  [['deny Edit(a.ts)', 'allow Bash'], 'Bash sed -i s/a/b/ a.ts', 'deny'],
  [['deny Edit(a.ts)', 'allow Bash'], 'Bash cat a.ts 2> /dev/null', 'allow'],
  [['deny Edit(a.ts)', 'allow Bash'], 'Bash rm a.ts', 'deny'],
];

const protectedPaths: Case[] = [
  ...[
    '.git/config',
    '.GIT/hooks/x',
    '.vscode/settings.json',
    '.claude/settings.json',
    'sub/.husky/pre-commit',
    '.bashrc',
    '.npmrc',
    '.yarnrc.yml',
    '.mcp.json',
    '.config/git/ignore',
    '.vitrine/x',
  ].map((path): Case => [['allow Edit'], `Edit ${path}`, 'ask']),
  [['allow Edit'], 'Edit .claude/worktrees/a/src/x.ts', 'allow'],
  [['allow Edit'], 'Edit .claude/worktrees/a/.git/x', 'ask'],
  [['allow Edit'], 'Edit .github/workflows/ci.yml', 'allow'],
  [[], 'Edit .git/config', 'ask', 'acceptEdits'],
  [['allow Edit'], 'Edit .git/config', 'deny', 'dontAsk'],
  [[], 'Edit .git/config', 'allow', 'bypassPermissions'],
  [['deny Edit(.git/**)'], 'Edit .git/config', 'deny', 'bypassPermissions'],
  [[], 'Read .git/config', 'allow'],
  [['allow Bash'], 'Bash echo x > .git/hooks/pre-commit', 'ask'],
  [['allow Bash'], 'Bash cp x .git/hooks/pre-commit', 'ask'],
];

const modes: Case[] = [
  [[], 'Edit src/a.ts', 'allow', 'acceptEdits'],
  [[], 'Edit /tmp/a.ts', 'ask', 'acceptEdits'],
  [['ask Edit'], 'Edit src/a.ts', 'ask', 'acceptEdits'],
  [[], 'Bash mkdir -p src/x', 'allow', 'acceptEdits'],
  [[], 'Bash touch a b', 'allow', 'acceptEdits'],
  [[], 'Bash rm -r build', 'allow', 'acceptEdits'],
  [[], 'Bash mv a b', 'allow', 'acceptEdits'],
  [[], 'Bash cp /etc/passwd x', 'ask', 'acceptEdits'],
  [[], 'Bash mv a /tmp/b', 'ask', 'acceptEdits'],
  [[], 'Bash sed -i s/a/b/g a.ts', 'allow', 'acceptEdits'],
  [[], 'Bash sed -i s/a/b/e a.ts', 'ask', 'acceptEdits'],
  [[], "Bash sed -n 'w /tmp/x' a.ts", 'ask', 'acceptEdits'],
  [[], 'Bash mkdir .git/x', 'ask', 'acceptEdits'],
  [[], 'Bash npm test', 'ask', 'acceptEdits'],
  [[], 'Bash touch a && touch b', 'allow', 'acceptEdits'],
  [[], 'Bash touch a && touch /tmp/b', 'ask', 'acceptEdits'],
  [[], 'Bash echo x > a.ts', 'allow', 'acceptEdits'],
  [[], 'Bash echo x > /tmp/a.ts', 'ask', 'acceptEdits'],
  [[], 'Bash cat a > $X', 'ask', 'acceptEdits'],
  [[], 'Bash cat a > ~/b', 'ask', 'acceptEdits'],
  [['allow Edit'], 'Edit src/a.ts', 'deny', 'plan'],
  [['allow Write'], 'Write src/a.ts', 'deny', 'plan'],
  [[], 'Read src/a.ts', 'allow', 'plan'],
  [[], 'Bash ls', 'allow', 'plan'],
  [['allow Bash(npm test)'], 'Bash npm test', 'ask', 'plan'],
  [[], 'WebFetch https://example.org/', 'ask', 'plan'],
  [[], 'Edit src/a.ts', 'deny', 'dontAsk'],
  [['allow Edit'], 'Edit src/a.ts', 'allow', 'dontAsk'],
  [['ask Edit', 'allow Edit'], 'Edit src/a.ts', 'deny', 'dontAsk'],
  [[], 'Bash npm test', 'deny', 'dontAsk'],
  [[], 'Bash git status', 'allow', 'dontAsk'],
  [[], 'AskUserQuestion', 'deny', 'dontAsk'],
  [[], 'AskUserQuestion', 'allow'],
  [['deny AskUserQuestion'], 'AskUserQuestion', 'deny'],
  [[], 'TodoWrite', 'allow', 'dontAsk'],
  [[], 'Bash npm test', 'allow', 'bypassPermissions'],
  [['ask Bash(npm *)'], 'Bash npm test', 'ask', 'bypassPermissions'],
  [['deny Bash(npm *)'], 'Bash npm test', 'deny', 'bypassPermissions'],
  [[], 'Edit /etc/hosts', 'allow', 'bypassPermissions'],
];

const readOnly: Case[] = [
  ...[
    'ls -la',
    'cat README.md',
    'echo hi',
    'pwd',
    'head -5 a',
    'tail a',
    'grep x a',
    'find . -name a.ts',
    'wc -l a',
    'which node',
    'diff a b',
    'stat a',
    'du -sh src',
    'cd src',
    'git status',
    'git log --oneline -5',
    'git diff HEAD~1',
    'git branch',
    'git --no-pager show HEAD',
    'timeout 5 ls',
  ].map((command): Case => [[], `Bash ${command}`, 'allow']),
  ...[
    'cat /etc/passwd',
    'ls ..',
    'ls ~',
    'grep -f /etc/passwd a',
    'find . -delete',
    'find . -exec rm x',
    'find . -fprint x',
    'git push',
    'git branch new',
    'git diff --output=x',
    'git -c core.pager=x log',
    'git log --ext-diff',
    'git tag v1',
    'echo hi > a',
    'echo $HOME',
    'ls | sh',
    './ls',
    'cd /',
    'git remote add a b',
    'git stash',
    'wc --files0-from=/etc/x',
    'rm a',
    'LD_PRELOAD=x ls',
  ].map((command): Case => [[], `Bash ${command}`, 'ask']),
  [['ask Bash(ls *)'], 'Bash ls', 'ask'],
  [['deny Bash(ls *)'], 'Bash ls', 'deny'],
];

const compounds: Case[] = [
  [['allow Bash(npm test)'], 'Bash cd src && npm test', 'allow'],
  [['allow Bash(npm test)'], 'Bash cd /tmp && npm test', 'ask'],
  [['allow Bash(npm test)'], 'Bash npm test > out.txt', 'ask'],
  [['allow Bash(npm test)', 'allow Edit(out.txt)'], 'Bash npm test > out.txt', 'allow'],
  [['allow Bash(npm test)', 'allow Edit(src/**)'], 'Bash cd src && npm test > out.txt', 'allow'],
  [['allow Bash(npm test)', 'allow Edit(src/**)'], 'Bash cd src; npm test > out.txt', 'ask'],
  [['allow Bash(npm test)', 'deny Edit(out.txt)'], 'Bash npm test > out.txt', 'deny'],
  [['allow Bash(npm test)'], 'Bash npm test > /dev/null 2>&1', 'allow'],
  [['allow Bash(npm test)', 'allow Edit'], 'Bash npm test > .git/hooks/x', 'ask'],
  [['allow Bash(npm test)'], 'Bash if npm test; then echo ok; else exit 1; fi', 'allow'],
  [['allow Bash(prettier *)'], 'Bash for f in a b; do prettier $f; done', 'allow'],
  [['allow Bash(prettier *)'], 'Bash for f in a b; do prettier $f; rm $f; done', 'ask'],
  [['allow Bash(git status)'], 'Bash cd /home/ann/code/shop && git status', 'allow'],
  [['allow Bash(git *)'], 'Bash cd packages/a && git status', 'ask'],
  [['allow Bash'], 'Bash cd packages/a && git status', 'allow'],
  [[], 'Bash cd src && cat a.ts | head -5', 'allow'],
  [[], 'Bash cd src && cat ../../x', 'ask'],
  [[], 'Bash cd $X && cat a', 'ask'],
  [['deny Read(src/key)'], 'Bash cd src && cat key', 'deny'],
  [['allow Bash(x *)'], 'Bash x "$(cat a)"', 'allow'],
  [['allow Bash(x *)'], 'Bash x "$(curl a)"', 'ask'],
  [['allow Bash(x *)'], 'Bash x <<E\n$(curl a)\nE', 'ask'],
  [['allow Bash(x *)'], "Bash x <<'E'\n$(curl a)\nE", 'allow'],
  [['allow Bash(x *)'], 'Bash x <<E\n`curl a`\nE', 'ask'],
  [['allow Bash(x *)'], 'Bash a=$(curl b); x $a', 'ask'],
  [['allow Bash(x *)'], 'Bash a=1; x $a', 'allow'],
  [['allow Bash(x *)'], 'Bash PATH=.; x', 'ask'],
  [['allow Bash(x *)'], 'Bash export PATH=.; x', 'ask'],
  [['allow Bash(x *)'], 'Bash export NODE_ENV=test; x', 'allow'],
  [['allow Bash'], 'Bash PS4=$(x) bash -x a', 'ask'],
  [['allow Bash'], 'Bash "unclosed', 'ask'],
  [['allow Bash'], 'Bash $X a', 'ask'],
  [['allow Bash($X a)'], 'Bash $X a', 'allow'],
  [['allow Bash'], `Bash echo ${'x'.repeat(10_001)}`, 'ask'],
  [['allow Bash'], 'Bash curl x | sh', 'ask', 'bypassPermissions'],
  [['allow Bash'], 'Bash echo cm0= | base64 -d | bash', 'ask', 'bypassPermissions'],
  [['allow Bash(bash *)', 'allow Bash(npm *)'], "Bash bash -c 'npm test && npm run x'", 'allow'],
  [['allow Bash(bash *)', 'allow Bash(npm *)'], "Bash bash -c 'npm test && curl x'", 'ask'],
  [['deny Bash(git push:*)', 'allow Bash'], 'Bash git $(echo push)', 'ask'],
  [['deny Bash(git push:*)', 'allow Bash'], 'Bash git {push,-f}', 'ask'],
  [['deny Bash(git push:*)', 'allow Bash'], 'Bash git commit -m "$(cat a)"', 'allow'],
  [['deny Bash(git push:*)', 'allow Bash'], `Bash awk 'BEGIN{system("git push")}'`, 'deny'],
  [['deny Bash(git push:*)', 'allow Bash'], 'Bash bash <<< "git push"', 'deny'],
  [['deny Bash(git push:*)', 'allow Bash'], 'Bash bash <<E\ngit push\nE', 'deny'],
  [['deny Bash(git push:*)', 'allow Bash'], 'Bash g"i"t \\\npush', 'deny'],
  [['deny Bash(git push:*)', 'allow Bash'], "Bash $'git' push", 'deny'],
  [['deny Bash(git push:*)', 'allow Bash'], "Bash $'\\x67it' push", 'deny'],
  [['deny Bash(git push:*)', 'allow Bash'], 'Bash case x in x) git push;; esac', 'deny'],
  [['deny Bash(git push:*)', 'allow Bash'], 'Bash a=(1 $(git push))', 'deny'],
  [['deny Bash(git push:*)', 'allow Bash'], 'Bash echo ${x:-$(git push)}', 'deny'],
  [['deny Bash(git push:*)', 'allow Bash'], 'Bash echo $((1 + $(git push)))', 'deny'],
  [['deny Bash(git push:*)', 'allow Bash'], 'Bash [[ -n $(git push) ]]', 'deny'],
  [[], 'Bash find / -delete', 'ask', 'bypassPermissions'],
  [[], "Bash find . -name '*.o' -delete", 'allow', 'bypassPermissions'],
];

const others: Case[] = [
  [[], 'WebFetch https://example.org/a', 'ask'],
  [['allow WebFetch(domain:example.org)'], 'WebFetch https://Example.ORG./a', 'allow'],
  [['allow WebFetch(domain:example.org)'], 'WebFetch https://a.example.org/', 'ask'],
  [['allow WebFetch(domain:*.example.org)'], 'WebFetch https://a.b.example.org/', 'allow'],
  [['allow WebFetch(domain:*.example.org)'], 'WebFetch https://example.org/', 'ask'],
  [['allow WebFetch(domain:*.example.org)'], 'WebFetch https://evilexample.org/', 'ask'],
  [['allow WebFetch(domain:api-*.example.org)'], 'WebFetch https://api-1.example.org/', 'allow'],
  [['allow WebFetch(domain:api-*.example.org)'], 'WebFetch https://api-1.x.example.org/', 'ask'],
  [['allow WebFetch(domain:*)'], 'WebFetch https://example.org/', 'allow'],
  [['deny WebFetch(domain:*)', 'allow WebFetch'], 'WebFetch https://example.org/', 'deny'],
  [['allow WebFetch(domain:example.org)'], 'WebFetch https://example.org@evil.test/', 'ask'],
  [['allow WebFetch(domain:example.org)'], 'WebFetch file:///etc/passwd', 'ask'],
  [['allow WebFetch'], 'WebFetch https://example.org/', 'allow'],
  [[], 'mcp__git__push', 'ask'],
  [['allow mcp__git'], 'mcp__git__push', 'allow'],
  [['allow mcp__git__*'], 'mcp__git__push', 'allow'],
  [['allow mcp__git__push'], 'mcp__git__push', 'allow'],
  [['allow mcp__git__push'], 'mcp__git__pull', 'ask'],
  [['allow mcp__git__p*'], 'mcp__git__pull', 'allow'],
  [['allow mcp__git'], 'mcp__github__push', 'ask'],
  [['deny mcp__*', 'allow mcp__git'], 'mcp__git__push', 'deny'],
  [['deny Agent(explorer)'], 'Agent subagent_type=explorer', 'deny'],
  [['deny Task(explorer)'], 'Agent subagent_type=explorer', 'deny'],
  [['deny Agent(explorer)'], 'Agent subagent_type=other', 'allow'],
  [['ask Agent(model:opus*)'], 'Agent model=opus-5', 'ask'],
  [['ask Agent(model:opus)'], 'Agent subagent_type=x', 'allow'],
  [['allow Skill(commit)'], 'Skill commit', 'allow'],
  [['allow Skill(commit)'], 'Skill commit now', 'ask'],
  [['allow Skill(commit *)'], 'Skill commit now', 'allow'],
  [[], 'Skill commit', 'ask'],
];

const groups = {
  'command patterns': bashPatterns,
  'denied commands': denied,
  'critical removal': removal,
  'file rules': files,
  'protected paths': protectedPaths,
  modes,
  'read-only commands': readOnly,
  'compound commands': compounds,
  'other tools': others,
};

describe.each(Object.entries(groups))('%s', (_name, cases) => {
  it.each(
    cases.map(([rules, call, verdict, mode]) => ({
      rules: rules.join('; ') || 'no rules',
      call,
      verdict,
      mode: mode ?? 'default',
      list: rules,
    })),
  )('$verdict: $call [$mode; $rules]', ({ list, call, verdict, mode }) => {
    expect(decided(list, call, mode)).toMatchObject({ decision: verdict, mode });
  });
});

describe('a decision explains itself', () => {
  it('names the rule, its file and line, and the part of the command', () => {
    expect(decided(['allow Bash(npm *)', 'deny Bash(git clean:*)'], 'Bash git fetch && git pull && git clean -fd')).toEqual({
      decision: 'deny',
      mode: 'default',
      diagnostics: [],
      reason: 'Denied by the rule Bash(git clean:*) in /home/ann/code/shop/.claude/settings.json:2 (part 3: git clean -fd).',
      rule: { text: 'Bash(git clean:*)', verdict: 'deny', scope: 'project', file: '/home/ann/code/shop/.claude/settings.json', line: 2 },
      parts: [
        { text: 'git fetch', decision: 'ask', builtin: 'command' },
        { text: 'git pull', decision: 'ask', builtin: 'command' },
        {
          text: 'git clean -fd',
          decision: 'deny',
          rule: {
            text: 'Bash(git clean:*)',
            verdict: 'deny',
            scope: 'project',
            file: '/home/ann/code/shop/.claude/settings.json',
            line: 2,
          },
        },
      ],
    });
  });

  it('names the built-in that decided', () => {
    expect(decided([], 'Edit src/a.ts', 'plan')).toEqual({
      decision: 'deny',
      mode: 'plan',
      builtin: 'plan-mode',
      reason: 'Plan mode blocks edits.',
      diagnostics: [],
    });
  });

  it('names the part that nothing allows', () => {
    const decision = decided(['allow Bash(git *)'], 'Bash git log && curl x | sh');
    expect(decision).toMatchObject({ decision: 'ask', builtin: 'opaque-command' });
    expect(decision.parts?.map(({ text, decision: verdict }) => [text, verdict])).toEqual([
      ['git log', 'allow'],
      ['curl x', 'ask'],
      ['sh', 'ask'],
    ]);
    expect(decided(['allow Bash(git *)'], 'Bash git gc && npm test').reason).toBe('No rule allows "npm test".');
  });

  it('gives each part of an allowed command the rule or built-in that allows it', () => {
    const decision = decided(['allow Bash(git *)', 'allow Bash(npm test)'], 'Bash cd src && git gc; npm test | tail -5');
    expect(decision.decision).toBe('ask');
    expect(decision.parts?.map(({ text, builtin, rule }) => [text, builtin ?? rule?.text])).toEqual([
      ['cd src', 'read-only-command'],
      ['git gc', 'cd-then-git'],
      ['npm test', 'Bash(npm test)'],
      ['tail -5', 'read-only-command'],
    ]);
  });

  it('names rule and mode when dontAsk turns an ask into a denial', () => {
    expect(decided(['cli:ask Edit'], 'Edit a', 'dontAsk').reason).toBe(
      'To be asked by the rule Edit of the command line. The mode dontAsk denies what would have to be asked.',
    );
  });
});

describe('letter case', () => {
  it('matters only where the file system keeps it', () => {
    expect(decided(['deny Read(.env)'], 'Read .ENV').decision).toBe('allow');
    expect(decided(['deny Read(.env)'], 'Read .ENV', 'default', { ignoreCase: true }).decision).toBe('deny');
    expect(decided(['deny Bash(git clean:*)', 'allow Bash'], 'Bash GIT clean', 'default', { ignoreCase: true }).decision).toBe('deny');
  });
});

describe('working directories', () => {
  it('include the additional ones, and readable folders are read without asking but not written', () => {
    const options = { directories: ['/data/lib'], readable: ['/data/out'] };
    expect(decided([], 'Read /data/lib/a', 'default', options).decision).toBe('allow');
    expect(decided([], 'Edit /data/lib/a', 'acceptEdits', options).decision).toBe('allow');
    expect(decided([], 'Read /data/library/a', 'default', options).decision).toBe('ask');
    expect(decided([], 'Read /data/out/a', 'default', options).decision).toBe('allow');
    expect(decided([], 'Edit /data/out/a', 'acceptEdits', options).decision).toBe('ask');
  });
});

describe('the folder where a command starts', () => {
  it('is where its relative paths start', () => {
    const from = (command: string) => ({ ...action(`Bash ${command}`), paths: [`${FOLDER}/packages/a`] });
    expect(decided([], from('cat ../b/x')).decision).toBe('allow');
    expect(decided([], from('cat ../../../x')).decision).toBe('ask');
    expect(decided(['deny Read(/packages/a/key)'], from('cat key')).decision).toBe('deny');
    expect(decided(['allow Bash'], from('rm -rf ../..')).builtin).toBe('critical-removal');
  });
});
