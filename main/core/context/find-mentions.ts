/** An `@path` in what a person typed. Lines are 1-based and inclusive. */
export interface Mention {
  /** As typed, `@` included. */
  text: string;
  /** Candidates for the path, best first: as written, then without the punctuation of the sentence. */
  paths: string[];
  lines?: { start: number; end: number };
}

const MENTION = /(?:^|[\s([{'"])@(?:"([^"\n]+)"(?:#L(\d+)(?:-L?(\d+))?)?|([^\s"'@]+))/g;
const PLAIN = /^(.*?)(?:#L(\d+)(?:-L?(\d+))?)?([.,;:!?)\]}]*)$/;

/** Finds mentions: quoted where the path has blanks, with a range as in `@a.ts#L3-9`. Each path and range once. */
export function findMentions(text: string): Mention[] {
  const found = new Map<string, Mention>();
  for (const [, quoted, quotedFrom, quotedTo, written] of text.matchAll(MENTION)) {
    const [, path = '', plainFrom, plainTo, tail = ''] = PLAIN.exec(written ?? '') ?? [];
    const [from, to] = quoted === undefined ? [plainFrom, plainTo] : [quotedFrom, quotedTo];
    const paths = quoted !== undefined ? [quoted] : from === undefined && tail !== '' ? [path + tail, path] : [path];
    const start = Number(from);
    const end = Number(to ?? from);
    const range = from === undefined ? '' : `#L${from}${to === undefined ? '' : `-${to}`}`;
    const shown = `@${quoted === undefined ? path : `"${quoted}"`}${range}`;
    if (shown === '@' || found.has(shown)) continue;
    found.set(shown, {
      text: shown,
      paths: paths.filter((candidate) => candidate !== ''),
      ...(from === undefined ? {} : { lines: { start: Math.min(start, end), end: Math.max(start, end) } }),
    });
  }
  return [...found.values()];
}
