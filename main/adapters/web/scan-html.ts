export type HtmlToken = { type: 'text'; text: string } | { type: 'tag'; name: string; closing: boolean; attributes: string };

/** Elements whose content is no markup. */
const RAW = new Set(['script', 'style', 'title', 'textarea', 'noscript', 'iframe', 'xmp']);
const TAG_START = /<(\/?)([a-zA-Z][^\s/>]{0,60})/y;

/** Tags and texts of a page, in order; comments, declarations and the content of raw elements are left out. Linear in its length. */
export function* scanHtml(html: string): Generator<HtmlToken> {
  const findTagEnd = createTagEndFinder(html);
  let at = 0;
  while (at < html.length) {
    const open = nextMarkup(html, at);
    if (open > at) yield { type: 'text', text: html.slice(at, open) };
    if (open === html.length) return;
    if (html.startsWith('<!--', open)) {
      at = behind(html, '-->', open + 4);
      continue;
    }
    TAG_START.lastIndex = open;
    const start = TAG_START.exec(html);
    if (start === null) {
      at = behind(html, '>', open);
      continue;
    }
    const end = findTagEnd(TAG_START.lastIndex);
    if (end === -1) return;
    const name = (start[2] ?? '').toLowerCase();
    const closing = start[1] === '/';
    yield { type: 'tag', name, closing, attributes: html.slice(TAG_START.lastIndex, end) };
    at = closing || !RAW.has(name) ? end + 1 : rawEnd(html, name, end + 1);
  }
}

/** The next `<` that begins a tag, a comment or a declaration. */
function nextMarkup(html: string, from: number): number {
  for (let at = html.indexOf('<', from); at !== -1; at = html.indexOf('<', at + 1)) {
    if (/[a-zA-Z/!?]/.test(html.charAt(at + 1))) return at;
  }
  return html.length;
}

function behind(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

function rawEnd(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}[\\s/>]`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

/** Finds the `>` of a tag, past those in quoted values. A quote that is never closed counts as a character. */
function createTagEndFinder(html: string): (from: number) => number {
  const unclosed = new Set<string>();
  return (from) => {
    for (let at = from; at < html.length; at += 1) {
      const character = html.charAt(at);
      if (character === '>') return at;
      if ((character !== '"' && character !== "'") || unclosed.has(character)) continue;
      const close = html.indexOf(character, at + 1);
      if (close === -1) unclosed.add(character);
      else at = close;
    }
    return -1;
  };
}
