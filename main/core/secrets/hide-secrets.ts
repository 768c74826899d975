import type { ResultContent } from '../../../shared/model/block';
import type { Action } from '../../../shared/model/permission';
import { isRecord } from '../kernel/is-record';
import type { FindSecrets } from './known-formats';
import { formatPlaceholder } from './placeholders';
import { mergeRanges } from './redact';

/** A text on its way to the model, with placeholders for its secrets. Equal secrets of a session get equal placeholders. */
export type HideSecrets = (text: string) => Promise<string>;

export interface HideOptions {
  find: FindSecrets;
  /** Eight hex digits for a secret: always the same ones in a session, and of no use to whoever does not have the secret. */
  tag(secret: string): Promise<string>;
}

/**
 * The content guard. A secret of several lines becomes as many placeholders, so that every other line keeps its number. A text
 * without secrets is given back as it is.
 */
export function createSecretHider({ find, tag }: HideOptions): HideSecrets {
  return async (text) => {
    const ranges = mergeRanges(await find(text));
    if (ranges.length === 0) return text;
    let hidden = '';
    let done = 0;
    for (const { start, end, kind } of ranges) {
      const secret = text.slice(start, end);
      const placeholder = formatPlaceholder(kind, await tag(secret.replace(/\s/g, '')));
      hidden += text.slice(done, start) + secret.split('\n').fill(placeholder).join('\n');
      done = end;
    }
    return hidden + text.slice(done);
  };
}

/** The same for the content of a tool result; images pass. */
export async function hideInContent(content: ResultContent, hide: HideSecrets): Promise<ResultContent> {
  if (typeof content === 'string') return hide(content);
  return Promise.all(
    content.map(async (block) => ('text' in block && typeof block.text === 'string' ? { ...block, text: await hide(block.text) } : block)),
  );
}

/** What a call would do quotes the file that it changes, and a refusal may do so too; all else is the model's own words. */
export async function hideInAction(action: Action, hide: HideSecrets): Promise<Action> {
  const { preview, obstacle } = action;
  if (preview?.type !== 'diff' && obstacle === undefined) return action;
  return {
    ...action,
    ...(preview?.type === 'diff' ? { preview: { ...preview, text: await hide(preview.text) } } : {}),
    ...(obstacle === undefined ? {} : { obstacle: { ...obstacle, message: await hide(obstacle.message) } }),
  };
}

/** No secret is shorter. */
const SHORTEST = 12;

/** The same for every text of a JSON value; its shape and its keys stay. */
export async function hideInValue(value: unknown, hide: HideSecrets): Promise<unknown> {
  if (typeof value === 'string') return value.length < SHORTEST ? value : hide(value);
  if (Array.isArray(value)) return Promise.all(value.map((inner: unknown) => hideInValue(inner, hide)));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(async ([key, inner]): Promise<[string, unknown]> => [key, await hideInValue(inner, hide)]);
  return Object.fromEntries(await Promise.all(entries));
}
