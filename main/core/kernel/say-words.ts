import type { SaidDetail } from '../../../shared/model/said-detail';

/** What the host says, in English, and by a key for clients; words of others have none. */
export interface Said {
  message: string;
  detail?: SaidDetail | undefined;
}

export type SaidByKey = Said & { detail: SaidDetail };

/** Says one of `words` with its `{{parameters}}` filled in. The words stand in the languages of the interface too, as `group.key`. */
export function createWords<Key extends string>(group: string, words: Readonly<Record<Key, string>>) {
  return (key: Key, params: Record<string, string> = {}): SaidByKey => ({
    message: words[key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? ''),
    detail: { key: `${group}.${key}`, params },
  });
}

/** An error in words that clients can say in another language. */
export class SaidError extends Error {
  readonly detail: SaidDetail | undefined;

  constructor({ message, detail }: Said) {
    super(message);
    this.detail = detail;
  }
}
