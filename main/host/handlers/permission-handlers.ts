import { methods } from '../../../shared/contract/methods';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
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
    return openPolicy(folder, { rules, readable: [], onGrant: async () => undefined });
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
    'permission.check': handle(methods['permission.check'], async ({ folder, tool, input, mode, session }) => {
      const { checkPermission } = await import('../../core/permission/check-permission');
      const resolved = await ports.files.realpath(folder);
      return checkPermission({
        tool,
        input,
        ...(mode === undefined ? {} : { mode }),
        agent: MAIN_AGENT,
        policy: await policyOf(resolved, session),
        tools: await services.tools(),
        context: createProbeContext(ports, resolved),
      });
    }),
    'permission.rules': handle(methods['permission.rules'], async ({ folder, session }) => {
      const policy = await policyOf(await ports.files.realpath(folder), session);
      const { files, diagnostics, trusted, defaultMode, additionalDirectories: directories } = policy.loaded();
      return {
        rules: policy.rules(),
        files,
        diagnostics,
        trusted,
        directories,
        protected: listProtectedPaths([ports.home]),
        ...(defaultMode === undefined ? {} : { defaultMode }),
      };
    }),
  };
}
