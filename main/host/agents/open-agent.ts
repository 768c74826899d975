import type { AgentNode, AgentSpawned } from '../../../shared/model/agent-node';
import type { SessionEvent } from '../../../shared/model/event';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { PartRef } from '../../../shared/model/part';
import { isTextBlock, otherBlockSchema } from '../../../shared/model/block';
import { plainLine } from '../../../shared/text/plain-line';
import { derivePrincipal, mainPrincipal, type Principal } from '../../core/permission/principal';
import { idOfAgent } from '../../core/subagents/name-agent';
import type { SessionLog } from '../../core/sessions/session-log';
import type { AgentServices } from '../sessions/agent-services';

/** Rights and place of an agent, as its spawn put them on record. */
export type AgentRecord = Omit<AgentSpawned, 'pinned' | 'prompt' | 'delegation'>;

/** A sub-agent whose context is in memory. */
export class OpenAgent {
  readonly record: AgentRecord;
  readonly services: AgentServices;
  /** The only types that it may start; undefined: all. */
  spawns: readonly string[] | undefined;
  #said: { call: string | undefined; parts: PartRef[] } = { call: undefined, parts: [] };

  constructor(record: AgentRecord, services: AgentServices) {
    this.record = record;
    this.services = services;
  }

  get path(): string {
    return this.record.agent;
  }

  note(event: SessionEvent): void {
    this.services.note(event);
    if (event.type !== 'item/completed' || event.item.kind !== 'assistant-text' || event.item.part === undefined) return;
    const { call, part } = event.item;
    if (call !== this.#said.call) this.#said = { call, parts: [] };
    this.#said.parts.push(part);
  }

  /** The texts of its newest answer that has any: what its parent gets. */
  async lastWords(log: Pick<SessionLog, 'readPart'>): Promise<string> {
    const texts = await Promise.all(this.#said.parts.map((part) => log.readPart(part)));
    const blocks = texts.map((text) => otherBlockSchema.parse(JSON.parse(text)));
    return blocks.flatMap((block) => (isTextBlock(block) ? [block.text] : [])).join('\n\n');
  }
}

/** Who an agent is to the rules: its own record, and those of all above it, now. */
export function principalOf(record: AgentRecord, mode: Principal['mode'], recordOf: (agent: string) => AgentRecord | undefined): Principal {
  const above = record.parent === MAIN_AGENT ? undefined : recordOf(record.parent);
  const parent = above === undefined ? mainPrincipal(MAIN_AGENT, mode) : principalOf(above, mode, recordOf);
  const { asked, source } = record;
  return derivePrincipal(parent, {
    name: idOfAgent(record.agent),
    tools: asked.tools,
    disallowedTools: asked.without,
    mode: asked.mode,
    ...(source.file === undefined ? {} : { source: { file: source.file, line: source.line ?? 1 } }),
  });
}

/** The agent that is meant by an id, a name or a path, of those that `caller` started or that stand below them. */
export function findAgent(nodes: readonly AgentNode[], wanted: string, caller: string): AgentNode | undefined {
  const own = nodes.filter(({ agent }) => agent.startsWith(`${caller}/`));
  return (
    own.find(({ agent }) => agent === wanted || idOfAgent(agent) === wanted) ??
    own.findLast(({ name }) => name !== undefined && name === plainLine(wanted))
  );
}
