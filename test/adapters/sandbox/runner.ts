// Runs commands in the product's sandbox as whoever starts it: bundled and started by `run-as.ts`. A JSON line in, a JSON line out.
import { createInterface } from 'node:readline';
import { createClock } from '../../../main/adapters/clock/create-clock';
import { createIds } from '../../../main/adapters/clock/create-ids';
import { createSandbox } from '../../../main/adapters/sandbox/create-sandbox';
import { createNodeShell } from '../../../main/adapters/shell/node-shell';
import { parseRule } from '../../../main/core/permission/parse-rule';
import type { Rule } from '../../../main/core/permission/rule';
import { createRuleIndex } from '../../../main/core/permission/rule-index';
import { createSecretPaths } from '../../../main/core/secrets/secret-paths';
import { grantSandbox } from '../../../main/core/shell/sandbox-policy';
import { DEFAULT_SANDBOX } from '../../../main/core/shell/sandbox-settings';
import type { Shell } from '../../../main/core/ports';
import type { RunnerAnswer, RunnerCommand, RunnerRequest, RunnerResult } from './runner-protocol';

const sandboxes = new Map<string, ReturnType<typeof open>>();

function open({ home, scratch }: RunnerRequest) {
  const secrets = createSecretPaths(home);
  const isGuarded = (path: string) => secrets.find(path) !== undefined;
  const sandbox = createSandbox(process.platform, {
    home,
    path: process.env['PATH'] ?? '',
    leases: `${scratch}/leases`,
  });
  return { sandbox, isGuarded, shell: createNodeShell({ ids: createIds(createClock()), env: process.env, sandbox }) };
}

async function answer(request: RunnerRequest): Promise<RunnerAnswer> {
  const place = sandboxes.get(request.home) ?? open(request);
  sandboxes.set(request.home, place);
  const { sandbox, shell, isGuarded } = place;
  const results: RunnerResult[] = [];
  for (const step of request.steps) {
    const running: Promise<RunnerResult>[] = step.map((command) => run(shell, request, command, isGuarded, others));
    results.push(...(await Promise.all(running)));

    function others() {
      return Promise.all(running.filter((_, at) => step[at]?.stop !== 'after-others'));
    }
  }
  return { support: await sandbox.support(), results };
}

async function run(
  shell: Shell,
  request: RunnerRequest,
  { command, cwd, grant, denials = [], background, session, stop, timeoutMs }: RunnerCommand,
  isSecret: (path: string) => boolean,
  others: () => Promise<unknown>,
): Promise<RunnerResult> {
  const { isDenied, unreadable, neverWritable } = deny(denials, request);
  const isGuarded = denials.length === 0 ? isSecret : (path: string) => isSecret(path) || isDenied(path);
  const denied = denials.length === 0 ? {} : { unreadable, neverWritable: [...request.grant.neverWritable, ...neverWritable] };
  const started = shell.start({
    command,
    cwd: cwd ?? request.grant.folder,
    timeoutMs: timeoutMs ?? 20_000,
    signal: new AbortController().signal,
    maxChars: 20_000,
    spillPath: `${request.scratch}/spill-${Math.random()}`,
    onOutput: () => {
      if (stop === 'after-output') void started.stop();
    },
    ...(background === true ? { background } : {}),
    sandbox: { grant: { ...request.grant, ...denied, ...grant }, session: session ?? 'one', isGuarded },
  });
  if (stop === 'after-others')
    void Promise.resolve()
      .then(others)
      .then(() => started.stop());
  const { head, tail, exitCode, leftovers, refusedHosts, removed, replaced, hiddenWhole, timedOut, aborted } = await started.result;
  return {
    output: head + tail,
    ...(exitCode === undefined ? {} : { exitCode }),
    leftovers,
    timedOut,
    aborted,
    refusedHosts: refusedHosts ?? [],
    removed: removed ?? [],
    replaced: replaced ?? [],
    hiddenWhole: hiddenWhole ?? [],
  };
}

/** What the product makes of rules that deny. */
function deny(texts: readonly string[], { home, grant: { folder } }: RunnerRequest) {
  const rules = texts.flatMap((text): Rule[] => {
    const { rule } = parseRule(text, 'deny');
    return rule === undefined ? [] : [{ ...rule, ref: { text, verdict: 'deny', scope: 'project' }, sourceBase: folder }];
  });
  const context = { folder, home, ignoreCase: false };
  const index = createRuleIndex(rules, 'deny', context);
  const facts = { ...context, directories: [folder], repository: undefined, settings: DEFAULT_SANDBOX, protect: [] };
  return { ...grantSandbox({ ...facts, rules }), isDenied: (path: string) => index.findForPath('Read', path) !== undefined };
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
}
for (const { shell } of sandboxes.values()) await shell.stopAll();
