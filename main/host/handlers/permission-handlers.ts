import { methods } from '../../../shared/contract/methods';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import { CodedError } from '../../../shared/model/failure';
import type { Mode } from '../../../shared/model/mode';
import type { AgentDefinition } from '../../core/permission/matrix/agent-definitions';
import { derivePrincipal, mainPrincipal } from '../../core/permission/principal';
import { listProtectedPaths } from '../../core/permission/protected-paths';
import { handle } from '../dispatch';
import type { HostServices } from '../host-services';
import { createProbeContext } from '../probe-context';

export function permissionHandlers(services: HostServices) {
  const { ports, registry, openPolicy } = services;

  /** The rules of a folder, with those that were granted for a session. */
  async function policyOf(folder: string, session: string | undefined) {
    if (session === undefined) return openPolicy(folder);
    const rules = await registry.read(session, async ({ source }) => source.state.rules);
    return openPolicy(folder, { rules: () => rules, readable: [], onGrant: async () => undefined });
  }

  async function agentsOf(folder: string): Promise<AgentDefinition[]> {
    const { readAgentDefinitions } = await import('../../core/permission/matrix/agent-definitions');
    const { readUserFiles } = await services.readConfig();
    return (await readAgentDefinitions(ports.files, { folder, home: ports.personHome, managedDir: ports.managedDir, readUserFiles }))
      .agents;
  }

  /** The sub-agent that a question is about; undefined for the main agent. */
  async function rightsOf(folder: string, agent: string): Promise<AgentDefinition | undefined> {
    if (agent === MAIN_AGENT) return undefined;
    const agents = await agentsOf(folder);
    const found = agents.find(({ name }) => name === agent);
    if (found !== undefined) return found;
    const known = agents.map(({ name }) => name).join(', ');
    throw new CodedError('not-found', `No agent is called ${agent}${known === '' ? '' : `; there are ${known}`}.`);
  }

  return {
    'permission.answer': handle(methods['permission.answer'], async ({ session, request, answer }, { client }) => {
      const running = await registry.peek(session)?.runner?.services();
      if (running === undefined) return { accepted: false };
      const { hide } = running.turnDeps;
      const clean = answer.type === 'reject-with-words' ? { ...answer, words: await hide(answer.words) } : answer;
      return { accepted: running.gate.answer(request, clean, client.name) };
    }),
    'question.answer': handle(methods['question.answer'], async ({ session, request, answers }, { client }) => {
      const running = await registry.peek(session)?.runner?.services();
      if (running === undefined) return { accepted: false };
      const { hide } = running.turnDeps;
      const clean = answers === undefined ? undefined : await Promise.all(answers.map((given) => Promise.all(given.map(hide))));
      return { accepted: running.questions.answer(request, clean, client.name) };
    }),
    'plan.read': handle(methods['plan.read'], ({ session, request }) =>
      registry.read(session, async ({ source }) => {
        const found = source.state.pending.find((pending) => pending.request === request);
        if (found?.type !== 'plan') throw new CodedError('not-found', 'That plan does not wait for an answer.');
        const plan: unknown = JSON.parse(await source.readPart(found.plan));
        return { plan: typeof plan === 'string' ? plan : '' };
      }),
    ),
    'plan.answer': handle(methods['plan.answer'], async ({ session, request, answer }, { client }) => {
      const running = await registry.peek(session)?.runner?.services();
      if (running === undefined) return { accepted: false };
      const { hide } = running.turnDeps;
      const clean =
        answer.type === 'reject'
          ? {
              ...answer,
              words: await hide(answer.words),
              comments: await Promise.all(answer.comments.map(async ({ line, text }) => ({ line, text: await hide(text) }))),
            }
          : answer.plan === undefined
            ? answer
            : { ...answer, plan: await hide(answer.plan) };
      return { accepted: running.plans.answer(request, clean, client.name) };
    }),
    'permission.check': handle(methods['permission.check'], async ({ folder, tool, input, mode, session, agent = MAIN_AGENT }) => {
      const { checkPermission } = await import('../../core/permission/check-permission');
      const resolved = await ports.files.realpath(folder);
      const rights = await rightsOf(resolved, agent);
      return checkPermission({
        tool,
        input,
        ...(mode === undefined ? {} : { mode }),
        agent,
        ...(rights === undefined ? {} : { principal: (start: Mode) => derivePrincipal(mainPrincipal(MAIN_AGENT, start), rights) }),
        policy: await policyOf(resolved, session),
        tools: await services.tools(),
        context: createProbeContext(ports, resolved),
      });
    }),
    'permission.isolation': handle(methods['permission.isolation'], async ({ folder }) => {
      const policy = await policyOf(await ports.files.realpath(folder), undefined);
      const sandbox = await policy.isolation();
      const byRules = sandbox?.settings.unisolated === true;
      if (sandbox?.settings.enabled === false)
        return { isolated: false, why: 'off' as const, detail: 'sandbox.enabled is false in the settings', byRules };
      if (sandbox?.support.available === true) return { isolated: true, detail: sandbox.support.detail, byRules };
      return { isolated: false, why: 'unavailable' as const, detail: sandbox?.support.detail ?? '', byRules };
    }),
    'permission.rules': handle(methods['permission.rules'], async ({ folder, session }) => {
      const resolved = await ports.files.realpath(folder);
      const [policy, agents] = await Promise.all([policyOf(resolved, session), agentsOf(resolved)]);
      const { rules, files, diagnostics, trusted, defaultMode, additionalDirectories: directories } = policy.loaded();
      const { findUnclearRules } = await import('../permissions/unclear-rules');
      return {
        rules: policy.rules(),
        files,
        diagnostics: [...diagnostics, ...(await findUnclearRules(services, resolved, rules))],
        trusted,
        directories,
        protected: listProtectedPaths([ports.home]),
        agents: agents.map(({ name }) => name),
        ...(defaultMode === undefined ? {} : { defaultMode }),
      };
    }),
  };
}
