import type { LintFinding } from '../../../shared/model/call';
import type { ModelInfo } from '../../../shared/model/config';
import { isRecord } from '../kernel/is-record';
import { textMember } from './block-draft';
import { MAX_MARKS } from './cache-marks';
import { MAX_IMAGE_BASE64 } from './image-limits';
import { TOOL_NAME, TOOL_USE_ID } from './pair-calls';

type Report = (code: LintFinding['code'], pointer: string, message: string) => void;

/**
 * Checks a whole request body against what the Messages API refuses with 400. Pure; nothing is repaired. Before a send only what
 * is new is checked and mended (`repair-blocks`); this is for `payload --lint` and for tests.
 */
export function lintPayload(body: string, model: Pick<ModelInfo, 'maxImages'>): LintFinding[] {
  const findings: LintFinding[] = [];
  const report: Report = (code, pointer, message) => {
    findings.push({ code, pointer, message, repaired: false });
  };
  const request: unknown = JSON.parse(body);
  if (!isRecord(request)) return findings;
  const messages = listOf(request['messages']);
  lintTools(listOf(request['tools']), report);
  lintRoles(messages, report);
  lintPairs(messages, report);
  let images = 0;
  messages.forEach((message, at) => {
    const blocks = listOf(message['content']);
    if (blocks.length === 0) report('empty-message', `/messages/${at}`, 'The message has no content');
    if (message['role'] === 'assistant' && textMember(blocks.at(-1) ?? {}, 'type').endsWith('thinking'))
      report('last-thinking', `/messages/${at}/content/${blocks.length - 1}`, 'The answer ends with thinking');
    blocks.forEach((block, index) => {
      images += lintBlock(block, `/messages/${at}/content/${index}`, report);
    });
  });
  for (const [index, block] of listOf(request['system']).entries()) lintText(block, `/system/${index}`, report);
  if (images > model.maxImages) report('too-many-images', '/messages', `${images} images, and a request may hold ${model.maxImages}`);
  lintReferences(request, messages, report);
  lintMarks(request, report);
  return findings;
}

function listOf(value: unknown): Array<Record<string, unknown>> {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function lintTools(tools: ReadonlyArray<Record<string, unknown>>, report: Report): void {
  tools.forEach((tool, index) => {
    if (!TOOL_NAME.test(textMember(tool, 'name')))
      report('bad-tool-name', `/tools/${index}/name`, 'A tool name has letters, digits, _ and -, at most 64');
    const schema = tool['input_schema'];
    const isPlain = isRecord(schema) && schema['type'] === 'object' && !('anyOf' in schema) && !('oneOf' in schema) && !('allOf' in schema);
    if (!isPlain) report('schema-root', `/tools/${index}/input_schema`, 'The root of a schema is a plain object type');
  });
}

function lintReferences(request: Record<string, unknown>, messages: ReadonlyArray<Record<string, unknown>>, report: Report): void {
  const names = new Set(listOf(request['tools']).map((tool) => textMember(tool, 'name')));
  for (const [at, message] of messages.entries())
    for (const [index, block] of listOf(message['content']).entries())
      for (const element of listOf(block['content'])) {
        const name = textMember(element, 'tool_name');
        if (element['type'] === 'tool_reference' && !names.has(name))
          report('missing-tool', `/messages/${at}/content/${index}`, `The request has no tool ${name.slice(0, 80)}`);
      }
}

function lintRoles(messages: ReadonlyArray<Record<string, unknown>>, report: Report): void {
  if (messages[0]?.['role'] !== 'user') report('first-message-role', '/messages/0', 'The first message is from the user');
  const last = messages.at(-1);
  const isPaused = listOf(last?.['content']).some((block) => textMember(block, 'type') === 'server_tool_use');
  if (last !== undefined && last['role'] !== 'user' && !isPaused)
    report('last-message-role', `/messages/${messages.length - 1}`, 'The last message is from the user');
}

function lintPairs(messages: ReadonlyArray<Record<string, unknown>>, report: Report): void {
  const used = new Set<string>();
  let open: string[] = [];
  messages.forEach((message, at) => {
    const blocks = listOf(message['content']);
    const results = blocks.flatMap((block, index) =>
      block['type'] === 'tool_result' ? [{ id: textMember(block, 'tool_use_id'), index }] : [],
    );
    results.forEach(({ id, index }, place) => {
      if (!open.includes(id))
        report('unpaired-result', `/messages/${at}/content/${index}`, `The result for ${id} answers no call of the message before`);
      else if (index !== place || open[place] !== id)
        report('result-order', `/messages/${at}/content/${index}`, 'Results come first, in the order of the calls');
    });
    for (const id of open)
      if (!results.some((result) => result.id === id))
        report('unpaired-call', `/messages/${at}`, `The call ${id} has no result in the next message`);
    open = [];
    blocks.forEach((block, index) => {
      if (block['type'] !== 'tool_use') return;
      const id = textMember(block, 'id');
      const pointer = `/messages/${at}/content/${index}`;
      if (used.has(id)) report('duplicate-id', pointer, `The id ${id} is used twice`);
      if (!TOOL_USE_ID.test(id)) report('bad-id', pointer, 'An id has letters, digits, _ and -, at most 64');
      if (!TOOL_NAME.test(textMember(block, 'name')))
        report('bad-tool-name', pointer, 'A tool name has letters, digits, _ and -, at most 64');
      used.add(id);
      open.push(id);
    });
  });
  for (const id of open) report('unpaired-call', `/messages/${messages.length - 1}`, `The call ${id} has no result`);
}

/** Checks one block and gives the number of images in it. */
function lintBlock(block: Record<string, unknown>, pointer: string, report: Report): number {
  lintText(block, pointer, report);
  const inner = block['type'] === 'tool_result' ? listOf(block['content']) : [];
  for (const [index, element] of inner.entries()) lintText(element, `${pointer}/content/${index}`, report);
  const images = [...inner, block].filter((element) => element['type'] === 'image');
  if (images.length > 0 && block['is_error'] === true) report('error-result-with-image', pointer, 'A failed result may hold text only');
  for (const image of images) {
    const data = isRecord(image['source']) ? textMember(image['source'], 'data') : '';
    if (data.length > MAX_IMAGE_BASE64) report('image-too-large', pointer, 'The image is larger than 5 MB when encoded');
  }
  return images.length;
}

function lintText(block: Record<string, unknown>, pointer: string, report: Report): void {
  if (block['type'] === 'text' && textMember(block, 'text').trim() === '') report('empty-text', pointer, 'The text is empty');
  if (hasLoneSurrogate(block)) report('lone-surrogate', pointer, 'The text has half of a surrogate pair');
}

function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return /\p{Surrogate}/u.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLoneSurrogate);
}

function lintMarks(request: Record<string, unknown>, report: Report): void {
  const fields = ['tools', 'system'].flatMap((name) =>
    listOf(request[name]).map((block, index) => ({ block, pointer: `/${name}/${index}` })),
  );
  const content = listOf(request['messages']).flatMap((message, at) =>
    listOf(message['content']).map((block, index) => ({ block, pointer: `/messages/${at}/content/${index}` })),
  );
  const marked = [...fields, ...content].filter(({ block }) => 'cache_control' in block);
  if (marked.length > MAX_MARKS) report('cache-marks', '', `${marked.length} cache marks, and ${MAX_MARKS} are allowed`);
  for (const { block, pointer } of marked) {
    const type = textMember(block, 'type');
    if (type.endsWith('thinking') || (type === 'text' && textMember(block, 'text') === ''))
      report('cache-marks', pointer, 'This block may not carry a cache mark');
  }
}
