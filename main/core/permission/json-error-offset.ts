const TOKEN =
  /\s*(?:("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:]))/y;

/** Offset of the first token that is not JSON in a text that `JSON.parse` refused: its messages do not always say. */
export function findJsonError(text: string): number {
  const open: string[] = [];
  let expected: 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' = 'value';
  TOKEN.lastIndex = 0;
  for (;;) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    const at =
      match === null ? start + (/^\s*/.exec(text.slice(start))?.[0].length ?? 0) : TOKEN.lastIndex - (match[1] ?? match[2] ?? '').length;
    const token = match === null ? undefined : (match[2] ?? 'value');
    const innermost = open[open.length - 1];
    if (token === 'value' && expected.startsWith('value')) {
      expected = 'comma-or-end';
    } else if (token === 'value' && expected.startsWith('key') && text[at] === '"') {
      expected = 'colon';
    } else if ((token === '{' || token === '[') && expected.startsWith('value')) {
      open.push(token);
      expected = token === '{' ? 'key-or-end' : 'value-or-end';
    } else if ((token === '}' || token === ']') && expected.endsWith('or-end') && innermost === (token === '}' ? '{' : '[')) {
      open.pop();
      expected = 'comma-or-end';
    } else if (token === ':' && expected === 'colon') {
      expected = 'value';
    } else if (token === ',' && expected === 'comma-or-end' && innermost !== undefined) {
      expected = innermost === '{' ? 'key' : 'value';
    } else {
      return at;
    }
  }
}
