import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../renderer');
type Words = { [key: string]: string | Words };

function flatten(words: Words, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}
function read(language: string, namespace: string): Map<string, string> {
  return flatten(JSON.parse(readFileSync(join(root, 'locales', language, namespace), 'utf8')));
}
/** Japanese has one plural form: `x_one` and `x_other` of English are `x_other` there. */
const singular = (keys: Iterable<string>) => [...new Set([...keys].map((key) => key.replace(/_one$/, '_other')))].sort();
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

/** Names, formats and wire words that are the same in both languages. */
const SAME =
  /^(common:(field\.|origin\.mcp)|frame:(app|command\.language-|status\.version)|sessions:(picker\.placeholder|exporting\.(md|json|html))|conversation:toolCall|ledger:number|inspector:raw\.found|settings:(limits\.hint|model\.(byDefault|provider\.anthropic)|appearance\.languages\.(en|ja)|notifications\.testTitle|about\.check\.git)|permissions:check\.example\.|mcp:transport\.)/;

const namespaces = readdirSync(join(root, 'locales/en'));

describe('the two languages', () => {
  it('have the same namespaces', () => {
    expect(readdirSync(join(root, 'locales/ja'))).toEqual(namespaces);
  });

  it.each(namespaces)('have the same keys and placeholders in %s', (namespace) => {
    const [en, ja] = [read('en', namespace), read('ja', namespace)];
    expect(singular(ja.keys())).toEqual(singular(en.keys()));
    const differing = [...ja]
      .filter(([key, text]) => JSON.stringify(placeholders(text)) !== JSON.stringify(placeholders(en.get(key) ?? '')))
      .map(([key]) => key);
    expect(differing).toEqual([]);
  });

  it.each(namespaces)('say the same in both only where the list allows it, in %s', (namespace) => {
    const [en, ja] = [read('en', namespace), read('ja', namespace)];
    const name = namespace.replace('.json', '');
    expect([...ja].filter(([key, text]) => text === en.get(key) && !SAME.test(`${name}:${key}`)).map(([key]) => key)).toEqual([]);
  });
});

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sources(path) : /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

describe('the source of the interface', () => {
  const files = sources(root).map((path) => ({
    path: path.slice(root.length + 1),
    text: readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
  }));

  it('has no words of its own', () => {
    const found = files.flatMap(({ path, text }) => [
      ...[...text.matchAll(/>\s*([A-Za-z][A-Za-z,.'’ ]+[A-Za-z.])\s*<\//g)].map((match) => `${path}: ${match[1]}`),
      ...[...text.matchAll(/\b(?:aria-label|title|placeholder|alt|name|label)="([^"]*[A-Za-z]{3}[^"]*)"/g)].map(
        (match) => `${path}: ${match[1]}`,
      ),
    ]);
    expect(found.filter((entry) => !/: (ink|off|ui|[a-z]+(_[a-z]+)+|https?:\S+|[a-z]+\/claude-\S+|Grep|WebFetch)$/.test(entry))).toEqual(
      [],
    );
  });

  it('asks only for words that exist', () => {
    const known = new Set(
      namespaces.flatMap((namespace) =>
        singular(read('en', namespace).keys()).flatMap((key) => [key, `${namespace.replace('.json', '')}:${key}`]),
      ),
    );
    const missing = files.flatMap(({ path, text }) =>
      [...text.matchAll(/\bt\('([\w:.-]+)'/g)].flatMap(([, key = '']) =>
        known.has(key) || known.has(`${key}_other`) ? [] : [`${path}: ${key}`],
      ),
    );
    expect(missing).toEqual([]);
  });
});
