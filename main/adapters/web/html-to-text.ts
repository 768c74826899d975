import { scanHtml } from './scan-html';

const SKIPPED = new Set([
  'script',
  'style',
  'title',
  'noscript',
  'template',
  'svg',
  'iframe',
  'head',
  'nav',
  'footer',
  'button',
  'select',
  'textarea',
  'object',
]);
const BLOCKS = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'body',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'figcaption',
  'figure',
  'header',
  'hr',
  'html',
  'main',
  'ol',
  'p',
  'section',
  'summary',
  'table',
  'tbody',
  'thead',
  'ul',
]);
/** Handled in one go, in about two milliseconds. */
const TOKENS_PER_TURN = 2000;
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  copy: '©',
  reg: '®',
  trade: '™',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  euro: '€',
  pound: '£',
  yen: '¥',
  sect: '§',
  para: '¶',
  larr: '←',
  rarr: '→',
};
/** Readable text of a page: headings, lists, links and code as Markdown, without what is not content. Linear in its length; `pause` is awaited now and then. */
export async function htmlToText(html: string, pause: () => Promise<void>): Promise<string> {
  const writer = createWriter();
  let count = 0;
  let skipped: string | undefined;
  let depth = 0;
  for (const token of scanHtml(html)) {
    count += 1;
    if (count % TOKENS_PER_TURN === 0) await pause();
    if (token.type === 'text') {
      if (skipped === undefined) writer.text(decodeEntities(token.text));
    } else if (skipped === 'head' && token.name === 'body') skipped = undefined;
    else if (skipped !== undefined) {
      if (token.name === skipped) depth += token.closing ? -1 : 1;
      if (depth === 0) skipped = undefined;
    } else if (SKIPPED.has(token.name)) {
      if (token.closing || token.attributes.endsWith('/')) continue;
      skipped = token.name;
      depth = 1;
    } else writer.tag(token.name, token.closing, token.attributes);
  }
  return writer.end();
}

export function htmlTitle(html: string): string | undefined {
  const title = /<title[^>]{0,200}>([^<]{1,500})/i.exec(html)?.[1];
  return title === undefined ? undefined : decodeEntities(title).replace(/\s+/g, ' ').trim();
}

function createWriter() {
  const out: string[] = [];
  const links: Array<string | undefined> = [];
  const lists: Array<{ ordered: boolean; count: number }> = [];
  let pre = 0;
  let lineIsEmpty = true;
  function write(piece: string): void {
    if (piece === '') return;
    out.push(piece);
    lineIsEmpty = piece.endsWith('\n');
  }
  function newLine(blank: boolean): void {
    if (!lineIsEmpty) write('\n');
    if (blank) write('\n');
  }
  return {
    text(text: string) {
      if (pre > 0) write(text);
      else {
        const folded = text.replace(/\s+/g, ' ');
        write(lineIsEmpty ? folded.trimStart() : folded);
      }
    },
    tag(name: string, closing: boolean, attributes: string) {
      const heading = /^h([1-6])$/.exec(name);
      if (heading !== null) {
        newLine(true);
        if (!closing) write(`${'#'.repeat(Number(heading[1]))} `);
      } else if (name === 'pre') {
        newLine(!closing);
        write('```\n');
        pre = Math.max(0, pre + (closing ? -1 : 1));
      } else if (name === 'code' && pre === 0) write('`');
      else if (name === 'br') newLine(false);
      else if (name === 'ul' || name === 'ol') {
        if (closing) lists.pop();
        else lists.push({ ordered: name === 'ol', count: 0 });
        newLine(lists.length === 0);
      } else if (name === 'li' && !closing) {
        const list = lists[lists.length - 1];
        if (list !== undefined) list.count += 1;
        newLine(false);
        write(`${'  '.repeat(Math.max(0, lists.length - 1))}${list?.ordered === true ? `${list.count}.` : '-'} `);
      } else if (name === 'tr') newLine(false);
      else if ((name === 'td' || name === 'th') && closing) write(' | ');
      else if (name === 'a') {
        if (!closing) links.push(attribute(attributes, 'href'));
        else {
          const href = links.pop();
          if (href !== undefined && /^https?:/i.test(href)) write(` (${href})`);
        }
      } else if (name === 'img') {
        const alt = attribute(attributes, 'alt');
        if (alt !== undefined && alt !== '') write(`[image: ${alt}]`);
      } else if (BLOCKS.has(name)) newLine(true);
    },
    end: () =>
      out
        .join('')
        .split('\n')
        .map((line) => line.trimEnd())
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
  };
}

function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(attributes);
  const value = found?.[1] ?? found?.[2] ?? found?.[3];
  return value === undefined ? undefined : decodeEntities(value);
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return ENTITIES[name.toLowerCase()] ?? whole;
    const code = typeof decimal === 'string' ? Number.parseInt(decimal, 10) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
  });
}
