import { createHash } from 'node:crypto';
import type { ContentBlock, WireMessage } from '../../shared/model/block';
import { isToolResultBlock, isToolUseBlock } from '../../shared/model/block';
import type { SessionEvent } from '../../shared/model/event';
import type { ToolCallItem } from '../../shared/model/item';
import type { PlacedPart } from '../../shared/model/part';
import { hookSource, hookWhy } from '../../main/core/context/place-hook';
import type { SessionContext } from '../../main/core/context/session-context';
import type { FakeSessionLog } from './fake-session-log';

export interface FakeContext extends SessionContext {
  /** The messages that the next request would have. */
  messages(): WireMessage[];
  /** Sources of foreign text in any turn. */
  readonly foreign: string[];
  readonly touched: Array<{ path: string; how: string }>;
  readonly quarantined: string[];
  /** `kind:key` of every noted state. */
  readonly states: string[];
}

/** A context in memory: the plain fold of a log into messages, without reminders, segments or a linter. */
export function createFakeContext(log: FakeSessionLog, folder = '/project'): FakeContext {
  const messages: WireMessage[] = [];
  const open = new Map<string, ToolCallItem>();
  const foreign: string[] = [];
  const touched: FakeContext['touched'] = [];
  const quarantined: string[] = [];
  const states: string[] = [];
  let number = 0;

  const parse = (placed: PlacedPart['part']): ContentBlock => JSON.parse(log.partText(placed));
  const addUser = (blocks: ContentBlock[]): void => {
    const last = messages.at(-1);
    if (last?.role === 'user') last.content.push(...blocks);
    else messages.push({ role: 'user', content: blocks });
  };

  function note(event: SessionEvent): void {
    if (event.type === 'call/ended' && event.blocks.length > 0) messages.push({ role: 'assistant', content: event.blocks.map(parse) });
    if (event.type === 'item/started' && event.item.kind === 'tool-call') open.set(event.item.id, event.item);
    if (event.type !== 'item/completed') return;
    const { item } = event;
    if (item.kind === 'user-text' || item.kind === 'reminder') addUser(item.placed.map((placed) => parse(placed.part)));
    if (item.kind !== 'tool-call') return;
    open.delete(item.id);
    if (item.result !== undefined) addUser([parse(item.result)]);
  }
  log.subscribe((events) => events.forEach(note));

  /** Results first and in the order of the calls, as the real context sends them. */
  function ordered(): WireMessage[] {
    return messages.map((message, index) => {
      const calls = (messages[index - 1]?.content ?? []).filter(isToolUseBlock).map((block) => block.id);
      if (message.role !== 'user' || calls.length === 0) return message;
      const place = (block: ContentBlock): number => (isToolResultBlock(block) ? calls.indexOf(block.tool_use_id) : calls.length);
      return { role: 'user', content: [...message.content].sort((a, b) => place(a) - place(b)) };
    });
  }

  return {
    foreign,
    touched,
    quarantined,
    states,
    messages: ordered,
    note,
    async pin() {
      return { system: [], tools: [] };
    },
    placeHookOutput(output, event) {
      const text = `${output.event}: ${output.text}`;
      const segment = {
        id: `${event}-0`,
        origin: 7,
        kind: 'hook-output' as const,
        pointer: '/text',
        start: 0,
        end: text.length,
        source: hookSource(output),
        why: hookWhy(output),
        tokens: 1,
        event,
      };
      return { part: log.putPart(JSON.stringify({ type: 'text', text })), segments: [segment] };
    },
    assembleQuestion: () => {
      throw new Error('no model is asked for a hook here');
    },
    placeAgentInput: () => {
      throw new Error('no agent says anything here');
    },
    placeCommand: () => {
      throw new Error('no command is run here');
    },
    async placeInput(input, itemId) {
      const part = log.putPart(JSON.stringify({ type: 'text', text: input.text }));
      const segment = {
        id: `${itemId}-0`,
        origin: 8,
        kind: 'user-text' as const,
        pointer: '/text',
        start: 0,
        end: input.text.length,
        source: { type: 'user' as const },
        why: { trigger: 'user-sent' as const },
        tokens: 1,
        event: itemId,
      };
      return { placed: [{ part, segments: [segment] }], preview: input.text.slice(0, 2000), skills: [], filesRead: [], diagnostics: [] };
    },
    async skills() {
      return {
        skills: [],
        shadowed: [],
        off: [],
        settings: { overrides: new Map(), runsCommands: true, diagnostics: [] },
        diagnostics: [],
      };
    },
    lookAhead() {},
    placeSkill: () => {
      throw new Error('no skill is run here');
    },
    async ready() {},
    async assemble(options) {
      number += 1;
      const body = JSON.stringify({
        model: options.model.id,
        max_tokens: options.maxOutputTokens,
        stream: true,
        system: [{ type: 'text', text: `Project folder: ${folder}` }],
        tools: [],
        messages: ordered(),
      });
      return {
        body,
        headers: {},
        events: [],
        start: {
          call: `call_${number}`,
          turn: options.turn,
          agent: 'main',
          number,
          provider: options.model.provider,
          model: options.model.id,
          endpoint: options.endpoint,
          recipe: { head: {}, system: [], tools: [], messages: [], marks: [] },
          bytes: Buffer.byteLength(body),
          bodyHash: createHash('sha256').update(body).digest('hex'),
          estimate: { system: 10, tools: 0, messages: Math.ceil(body.length / 4), overhead: 3 },
          lint: [],
          comparison: { segments: 0, bytes: 0, tokens: 0 },
        },
      };
    },
    noteFile(path, how) {
      touched.push({ path, how });
    },
    noteState(kind, key) {
      states.push(`${kind}:${key}`);
    },
    async quarantine(pointer) {
      const [, , index, , block] = pointer.split('/');
      const content = messages[Number(index)]?.content;
      if (content === undefined) return undefined;
      content.splice(Number(block ?? 0), 1, { type: 'text', text: '[A block that the provider refused was taken out.]' });
      quarantined.push(pointer);
      return {
        events: [{ type: 'prefix/broken', agent: 'main', reason: 'quarantine', detail: pointer }],
        refused: { block: 'image', place: 1 },
      };
    },
    unanswered: () => [...open.values()],
    untrustedSources: () => [],
    foreignSources: () => [...foreign],
    diagnostics: () => [],
  };
}
