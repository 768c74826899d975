const LINE = /^([A-Za-z][\w-]*):[ \t]+(\S.*?)[ \t]*$/;

/**
 * Frontmatter as people and tools write it and YAML refuses it: values of one line whose colons, brackets or stars belong to their text
 * (`argument-hint: [issue] [priority]`, `description: Use it so: …`). The same lines with those values in quotes; undefined where there
 * are none.
 */
export function quoteLooseValues(yaml: string): string | undefined {
  const lines = yaml.split(/(?<=\n)/);
  const quoted = lines.map((line, index) => {
    const [text, end = ''] = [line.replace(/\r?\n$/, ''), /\r?\n$/.exec(line)?.[0]];
    const [, key, value] = LINE.exec(text) ?? [];
    const goesOn = /^[ \t]+\S/.test(lines[index + 1] ?? '');
    if (key === undefined || value === undefined || goesOn || !isLoose(value)) return line;
    return `${key}: ${JSON.stringify(value)}${end}`;
  });
  return quoted.some((line, index) => line !== lines[index]) ? quoted.join('') : undefined;
}

/** Text that goes on behind brackets, a glob, a mark that YAML keeps for itself, or a colon within. */
const LOOSE = [/^\[[^[\]]*\][ \t]+[^#\s]/, /^\{[^{}]*\}[^\s}]/, /^\*{1,2}[/.]/, /^[@`%]/, /^[^"'|>#[{&!*](?:(?! #).)*?:(?:\s|$)/];

function isLoose(value: string): boolean {
  return LOOSE.some((form) => form.test(value));
}
