import { cutStart } from '../../../shared/text/cut-text';
import type { ContextDeps } from './context-deps';
import { documentText } from './document-text';
import { escapeMarks } from './escape-marks';
import type { Mention } from './find-mentions';
import type { PlacedMention } from './placed-mention';
import type { SegmentMaker } from './text-block';
import { placeText } from './text-block';

const MAX_CHARS = 30_000;

/** What `@server:uri` names, as a document that nobody vouches for; undefined for a mention that names no server. */
export async function placeResource(
  { text: written, paths }: Mention,
  { late, hide }: Pick<ContextDeps, 'late' | 'hide'>,
  maker: SegmentMaker,
  event: string,
  signal: AbortSignal | undefined,
): Promise<PlacedMention | undefined> {
  const named = paths.flatMap((path) => {
    const [, server, uri] = /^([A-Za-z0-9_-]+):(.+)$/.exec(path) ?? [];
    return server === undefined || uri === undefined ? [] : [{ server, uri }];
  });
  const [first] = named;
  if (first === undefined || late === undefined) return undefined;
  const { server } = first;
  const uris = named.map(({ uri }) => uri);
  const read = await late.readResource(server, uris, signal);
  if (read === undefined) return undefined;
  if ('problem' in read) return { diagnostic: { code: 'mention-unreadable', message: `${written}: ${read.problem}`, severity: 'warning' } };
  const whole = await hide(read.text);
  const shown = cutStart(whole, MAX_CHARS);
  const rest = shown.length < whole.length ? `\n[Cut here, at character ${shown.length} of ${whole.length}.]` : '';
  const why = { trigger: 'user-mentioned' as const, detail: written };
  const source = { type: 'server' as const, server };
  const text = documentText(`${server}:${read.uri}`, undefined, shown + rest);
  return { placed: placeText(maker, [{ kind: 'mention', why, text, source, trust: 'untrusted' }], event) };
}

/** The prompt of a server that the person runs, as the text that it stands for; undefined for other messages. */
export async function placePrompt(
  typed: string,
  { late, hide }: Pick<ContextDeps, 'late' | 'hide'>,
  maker: SegmentMaker,
  event: string,
  signal: AbortSignal | undefined,
): Promise<PlacedMention | undefined> {
  const [, command, args = ''] = /^\s*\/(mcp__\S+)\s*([\s\S]*)$/.exec(typed) ?? [];
  if (command === undefined) return undefined;
  const ran = await late?.runPrompt(command, args.trim(), signal);
  const problem = ran === undefined ? `no server offers a prompt /${command}` : 'problem' in ran ? ran.problem : undefined;
  if (ran === undefined || problem !== undefined || 'problem' in ran)
    return { diagnostic: { code: 'mention-unreadable', message: `/${command}: ${problem ?? ''}`, severity: 'warning' } };
  const heading = `The prompt /${command} of the MCP server "${ran.server}", which the person runs:\n\n`;
  const text = heading + escapeMarks(cutStart(await hide(ran.text), MAX_CHARS));
  const source = { type: 'server' as const, server: ran.server };
  const why = { trigger: 'user-invoked' as const, detail: `/${command}` };
  return { placed: placeText(maker, [{ kind: 'skill-body', why, text, source, trust: 'untrusted' }], event) };
}
