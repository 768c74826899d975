import type { SessionEvent, UnknownEvent } from '../../../shared/model/event';
import type { Item, ToolCallItem } from '../../../shared/model/item';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { SessionState } from '../../../shared/model/session';
import { sessionCost } from '../../../shared/model/session-cost';
import { isKnownEvent } from '../../../shared/reduce/session-reducer';
import { readWholeText } from './item-text';
import type { PartReader } from './part-text';
import type { FindSecrets } from '../secrets/known-formats';
import { redactTexts } from '../secrets/redact-value';

/** A piece of an exported conversation. `code` texts are shown as they are. */
export interface ExportBlock {
  role: 'user' | 'assistant' | 'thinking' | 'tool' | 'result' | 'reminder' | 'note';
  heading: string;
  text: string;
  form: 'text' | 'code';
  /** Language of a code block. */
  language?: string;
}

export interface ExportDocument {
  title: string;
  /** Label and value of what is known of the session. */
  facts: Array<[string, string]>;
  blocks: ExportBlock[];
  redacted: number;
}

export interface ExportSource extends PartReader {
  readonly state: SessionState;
  read(after: number): AsyncIterable<SessionEvent | UnknownEvent>;
}

/** The readable conversation of a session, secrets hidden. */
export async function buildExportDocument(source: ExportSource, find: FindSecrets): Promise<ExportDocument> {
  const blocks: ExportBlock[] = [];
  for await (const event of source.read(0)) {
    if (!isKnownEvent(event)) continue;
    if (event.type === 'item/completed') blocks.push(...(await blocksOf(source, event.item)));
    if (event.type === 'turn/ended' && event.agent === MAIN_AGENT && event.reason !== 'end_turn') {
      blocks.push({
        role: 'note',
        heading: 'Turn ended',
        text: event.error === undefined ? event.reason : `${event.reason}: ${event.error.message}`,
        form: 'text',
      });
    }
  }
  const [title, ...texts] = await redactTexts([source.state.title || source.state.id, ...blocks.map((block) => block.text)], find);
  return {
    title: title?.text ?? source.state.id,
    facts: factsOf(source.state),
    blocks: blocks.map((block, index) => ({ ...block, text: texts[index]?.text ?? block.text })),
    redacted: [title, ...texts].reduce((sum, redacted) => sum + (redacted?.count ?? 0), 0),
  };
}

function factsOf(state: SessionState): Array<[string, string]> {
  const { usage } = state;
  const cost = sessionCost(state);
  return [
    ['Session', state.id],
    ['Folder', state.folder],
    ['Model', state.model],
    ['Started', state.createdAt],
    ['Last change', state.updatedAt],
    ['Turns', String(state.turns.filter(({ agent }) => agent === MAIN_AGENT).length)],
    ['Tokens', `${usage.input + usage.cacheRead + usage.cacheWrite} in, ${usage.output} out`],
    ['Cost', cost === undefined ? 'unknown' : `$${cost.toFixed(4)}`],
  ];
}

async function blocksOf(source: ExportSource, item: Item): Promise<ExportBlock[]> {
  const who = item.agent === MAIN_AGENT ? '' : ` (${item.agent})`;
  if (item.kind === 'tool-call') return toolBlocks(source, item, who);
  if (item.kind === 'notice')
    return [{ role: 'note', heading: 'Notice', text: `${item.code} ${JSON.stringify(item.params)}`, form: 'text' }];
  const text = await readWholeText(source, item, 'text');
  if (text === '') return [];
  switch (item.kind) {
    case 'user-text':
      return [
        {
          role: 'user',
          heading: `${item.author === 'user' ? 'User' : item.author === 'agent' ? `Agent ${item.from ?? ''}` : 'Host'}${who}`,
          text,
          form: 'text',
        },
      ];
    case 'assistant-text':
      return [{ role: 'assistant', heading: `Assistant${who}`, text, form: 'text' }];
    case 'thinking':
      return [{ role: 'thinking', heading: `Thinking${who}`, text, form: 'text' }];
    case 'reminder':
      return [{ role: 'reminder', heading: `Reminder: ${item.segment}`, text, form: 'code' }];
    case 'summary':
      return [{ role: 'note', heading: 'Summary', text, form: 'text' }];
  }
}

async function toolBlocks(source: ExportSource, item: ToolCallItem, who: string): Promise<ExportBlock[]> {
  const blocks: ExportBlock[] = [
    {
      role: 'tool',
      heading: `${item.name}${who}: ${item.state}`,
      text: await readWholeText(source, item, 'input'),
      form: 'code',
      language: 'json',
    },
  ];
  const patch = await readWholeText(source, item, 'patch');
  if (patch !== '') blocks.push({ role: 'result', heading: 'Change', text: patch, form: 'code', language: 'diff' });
  const result = await readWholeText(source, item, 'result');
  if (result !== '') blocks.push({ role: 'result', heading: 'Result', text: result, form: 'code' });
  return blocks;
}
