import { join } from 'node:path/posix';
import type { Action } from '../../../shared/model/permission';
import { sayRun } from '../../core/hooks/hook-run-words';
import type { LoadedHooks } from '../../core/hooks/load-hooks';
import type { HandlerDeps } from '../../core/hooks/run-handler';
import { matchesAddress } from '../../core/mcp/server-address';
import { sandboxWith } from '../../core/permission/command-sandbox';
import type { SessionPolicy } from '../../core/permission/create-policy';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import { isolationOf } from '../../core/permission/sandbox-allowance';
import type { HostPorts } from '../host-ports';

/** What hooks of a folder may do: commands in the sandbox with a grant of their own, requests to hosts that are allowed. */
export function createHookRights(
  ports: Pick<HostPorts, 'files' | 'personHome'>,
  policy: SessionPolicy,
  session: string,
): Pick<HandlerDeps, 'isolate' | 'parseShell' | 'hinderRequest'> {
  const scripts = join(ports.personHome, '.claude/hooks');

  return {
    async isolate(command) {
      await policy.prepare?.(actionOf('Bash', 'execute', { command }));
      const rules = policy.ruleSet();
      const isolation = isolationOf(rules.parse(command), rules);
      if (isolation === undefined) return { isolation: 'none' };
      if (!isolation.isolated) return { isolation: `${isolation.why}: ${isolation.detail}` };
      const { grant } = isolation;
      // The grant of the agent's commands, and the folder in which the person keeps scripts of hooks.
      const own = (await ports.files.stat(scripts).catch(() => undefined)) === undefined ? [] : [scripts];
      const readable = [...grant.readable, ...own.filter((path) => !grant.readable.includes(path))];
      return { isolation: 'sandbox', sandbox: sandboxWith({ ...grant, readable }, policy, session) };
    },
    parseShell: (text) => policy.ruleSet().parse(text),
    async hinderRequest(url, loaded) {
      const { decision, rule } = policy.decide({ action: actionOf('WebFetch', 'network', { url }), mode: 'default', agent: MAIN_AGENT });
      if (decision === 'deny')
        return rule === undefined ? sayRun('address-denied', { url }) : sayRun('address-rule', { url, rule: rule.text });
      if (isListed(url, loaded) || (decision === 'allow' && loaded.httpUrls === undefined)) return undefined;
      return sayRun('address-unlisted', { url });
    },
  };
}

function isListed(url: string, { httpUrls = [] }: LoadedHooks): boolean {
  return httpUrls.some((pattern) => matchesAddress(pattern, url));
}

function actionOf(tool: string, capability: Action['capability'], target: { command?: string; url?: string }): Action {
  return { tool, capability, paths: [], params: {}, summary: `a hook: ${target.command ?? target.url ?? ''}`, ...target };
}
