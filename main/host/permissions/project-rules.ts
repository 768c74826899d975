import type { Matrix, MatrixRow } from '../../../shared/model/matrix';
import type { Mode } from '../../../shared/model/mode';
import type { Diagnostic, RuleScope } from '../../../shared/model/permission';
import { createPace } from '../../core/kernel/create-pace';
import { type AgentDefinition, readAgentDefinitions } from '../../core/permission/matrix/agent-definitions';
import { computeMatrix, type MatrixInput } from '../../core/permission/matrix/compute-matrix';
import { type CustomRow, readCustomRows } from '../../core/permission/matrix/custom-rows';
import { joinSeen, listRows, namedInRules, type SeenThings } from '../../core/permission/matrix/list-rows';
import { overlayFiles } from '../../core/permission/matrix/overlay-files';
import { probeAction } from '../../core/permission/matrix/row-probes';
import { projectChecks } from '../../core/permission/matrix/row-rules';
import type { SessionPolicy } from '../../core/permission/create-policy';
import type { RuleSet } from '../../core/permission/rule-set';
import { identityOf, splitServerTool } from '../../core/permission/server-names';
import type { FileSystem } from '../../core/ports';
import type { HostServices } from '../host-services';
import { findUnclearRules, nameServers, serversOf } from './unclear-rules';

/** Which rules are looked at: those that are saved, or as they would be after changes that nobody has written. */
export interface RulesView {
  folder: string;
  /** The session's own rules; undefined where none is at hand. */
  session: readonly string[] | undefined;
  texts?: ReadonlyMap<string, string | undefined>;
}

/** The rules of a project with all that the matrix is made of. */
export interface ProjectRules {
  files: FileSystem;
  folder: string;
  policy: SessionPolicy;
  customRows: readonly CustomRow[];
  agents: readonly AgentDefinition[];
  rows: readonly MatrixRow[];
  checks: readonly string[];
  identify: MatrixInput['identify'];
  diagnostics: Diagnostic[];
}

/** One cell more may come on top of it. */
const SLICE_MS = 3;
const EDITABLE: readonly RuleScope[] = ['user', 'project', 'local', 'session'];

/** `findSeen` tells what the project used so far: rows of their own. */
export async function readProjectRules(
  services: HostServices,
  view: RulesView,
  findSeen: (rules: RuleSet) => Promise<SeenThings>,
): Promise<ProjectRules> {
  const { ports } = services;
  const files = view.texts === undefined ? ports.files : overlayFiles(ports.files, view.texts);
  const { folder } = view;
  const policy = await services.openPolicy(folder, {
    rules: () => view.session ?? [],
    readable: [],
    onGrant: async () => undefined,
    files,
  });
  const readUserFiles = (await services.readConfig()).readUserFiles;
  const [custom, defined, top, , identify] = await Promise.all([
    readCustomRows(files, folder),
    readAgentDefinitions(files, { folder, home: ports.personHome, managedDir: ports.managedDir, readUserFiles }),
    files.list(folder).catch(() => []),
    policy.prepare?.(probeAction('Bash true', folder)),
    createIdentify(services, folder),
  ]);
  const { rules } = policy.loaded();
  const unclear = await findUnclearRules(services, folder, rules);
  const checks = projectChecks(new Set(top.map(({ name }) => name)));
  const agents = { hosts: [], servers: [], agents: defined.agents.map(({ name }) => name), skills: [] };
  return {
    files,
    folder,
    policy,
    checks,
    identify,
    customRows: custom.rows,
    agents: defined.agents,
    rows: listRows(joinSeen(namedInRules(rules), agents, await findSeen(policy.ruleSet())), custom.rows, checks),
    diagnostics: [...policy.diagnostics(), ...unclear, ...custom.diagnostics, ...defined.diagnostics],
  };
}

export function matrixOf(
  { policy, rows, agents, checks, identify }: ProjectRules,
  session: boolean,
  mode: Mode,
  services: HostServices,
): Promise<Matrix> {
  const { rules, files } = policy.loaded();
  const fixed = (['managed', 'cli'] as const).filter((scope) => rules.some(({ ref }) => ref.scope === scope));
  const scopes = [...EDITABLE.filter((scope) => scope !== 'session' || session), ...fixed].map((scope) => {
    const file = files.find((one) => one.scope === scope)?.path;
    return {
      scope,
      editable: EDITABLE.includes(scope) && (scope === 'session' || file !== undefined),
      ...(file === undefined ? {} : { file }),
    };
  });
  return computeMatrix({
    rows,
    scopes: scopes.filter(({ scope, editable }) => editable || scope === 'managed' || scope === 'cli'),
    rules,
    agents,
    mode,
    checks,
    identify,
    // The rules in force are indexed already.
    ruleSet: (own) => policy.ruleSet(own === rules ? undefined : own),
    pace: createPace(services.ports.clock, SLICE_MS),
  });
}

/** Rules may name servers of the folder, and their tools, by what they are called there: a row has the names that are offered. */
async function createIdentify(services: HostServices, folder: string): Promise<MatrixInput['identify']> {
  const found = await serversOf(services, folder);
  const byPart = new Map(nameServers(services, found).map(({ name, offered }) => [offered, name]));
  const byTool = new Map((found?.tools() ?? []).map((tool) => [tool.name, identityOf(tool)]));
  return (action) => {
    const { server: part = '', tool = '' } = splitServerTool(action.tool) ?? {};
    const name = byPart.get(part);
    const server = byTool.get(action.tool) ?? (name === undefined ? undefined : { name, offered: part, tool });
    return server === undefined ? action : { ...action, server };
  };
}
