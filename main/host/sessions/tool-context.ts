import type { HideSecrets } from '../../core/secrets/hide-secrets';
import type { HookDesk } from '../../core/hooks/hook-desk';
import type { SessionLog } from '../../core/sessions/session-log';
import type { SkillInvoker } from '../../core/skills/skill-invoker';
import type { AgentStarter } from '../../core/subagents/agent-starter';
import type { BackgroundShells, FileLedger, ToolContext } from '../../core/tools/tool';
import type { HostPorts } from '../host-ports';
import { runAgentCommand } from '../terminals/agent-command';
import type { TerminalDesk } from '../terminals/terminal-desk';
import type { PlanDesk } from './plan-desk';
import type { QuestionDesk } from './question-desk';

/** What every tool call of a session shares. */
export interface SessionToolParts {
  ports: HostPorts;
  log: SessionLog;
  folder: string;
  cwd: ToolContext['cwd'];
  ledger: FileLedger;
  background: BackgroundShells;
  questions: QuestionDesk;
  plans: PlanDesk;
  terminals: TerminalDesk;
  hide: HideSecrets;
  skills: SkillInvoker;
  agents: AgentStarter;
  hooks: Pick<HookDesk, 'variables'>;
}

export interface CallParts {
  item: string;
  agent: string;
  turn: string;
  signal: AbortSignal;
  onOutput(text: string): void;
}

export function createToolContext(session: SessionToolParts, call: CallParts): ToolContext {
  const { ports, log, folder, cwd, ledger, background, questions, plans, terminals, hide, skills, agents, hooks } = session;
  const { item, agent, turn, signal, onOutput } = call;
  return {
    session: log.id,
    item,
    agent,
    folder,
    home: ports.personHome,
    cwd,
    signal,
    files: ports.files,
    hide,
    shell: ports.shell,
    search: ports.search,
    documents: ports.documents,
    web: ports.web,
    clock: ports.clock,
    variables: (isolated) => hooks.variables(agent, isolated),
    ledger,
    background,
    onOutput,
    skills,
    agents,
    hash: ports.hash,
    async recordChange({ path, before, after, patch, added, removed }) {
      const saved = before === undefined ? undefined : await log.saveBlob(before);
      return {
        path,
        ...(saved === undefined ? {} : { before: saved }),
        afterHash: ports.hash(after),
        bytes: after.length,
        added,
        removed,
        patch: log.putPart(JSON.stringify(await hide(patch))),
      };
    },
    newSpill() {
      const name = ports.ids.next('out');
      return { name, path: log.blobPath(name) };
    },
    ...(ports.invocation?.interactive === false || ports.shellKind === 'run'
      ? {}
      : { atTerminal: (request) => runAgentCommand(terminals, { folder, session: log.id, item, clock: ports.clock }, request) }),
    ...(ports.invocation?.interactive === false
      ? {}
      : {
          proposePlan: async (plan) => plans.propose(await hide(plan), { item, turn, agent }, signal),
          enterPlanMode: () => plans.enter(),
        }),
    async askQuestions(asked) {
      if (ports.invocation?.interactive === false) return undefined;
      return questions.ask(asked, { item, turn, agent }, signal);
    },
  };
}
