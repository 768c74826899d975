import { MAIN_AGENT } from '../../../shared/model/main-agent';
import { checkPermission } from '../../core/permission/check-permission';
import { sandboxOf } from '../../core/permission/command-sandbox';
import type { CommandSandbox } from '../../core/ports';
import type { HostServices } from '../host-services';
import { createProbeContext } from '../probe-context';

/** How the agent's command would be isolated in that folder: a terminal of the person is as well. Empty where nothing isolates it. */
export async function isolationOf(
  { ports, tools, openPolicy }: Pick<HostServices, 'ports' | 'tools' | 'openPolicy'>,
  folder: string,
  command: string,
): Promise<{ sandbox?: CommandSandbox }> {
  const policy = await openPolicy(folder);
  const { sandbox } = await checkPermission({
    tool: 'Bash',
    input: { command },
    agent: MAIN_AGENT,
    policy,
    tools: await tools(),
    context: createProbeContext(ports, folder),
  });
  const isolated = sandboxOf(sandbox, policy, `terminals-${ports.hash(folder).slice(0, 16)}`);
  return isolated === undefined ? {} : { sandbox: isolated };
}
