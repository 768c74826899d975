/**
 * One meaning of `*` in a Bash rule, the same for allow and deny: any text, blanks included. A final ` *` or `:*` is a word
 * boundary (the prefix alone, or the prefix, a blank and anything). `\*` is a literal star and `\\` a literal backslash.
 */
export interface CommandPattern {
  kind: 'exact' | 'prefix' | 'wildcard';
  /** The specifier as written. */
  source: string;
  /** Literal text of an exact rule or of a prefix. */
  literal: string;
  /** First word where it is literal: what the index looks up. */
  firstWord: string | undefined;
  test(command: string): boolean;
}

export function parseCommandPattern(source: string): CommandPattern {
  const trimmed = source.trim();
  const body = trimmed.endsWith(':*') ? `${trimmed.slice(0, -2)} *` : trimmed;
  const pieces = splitAtStars(body);
  const [head = ''] = pieces;
  if (pieces.length === 1) {
    return {
      kind: 'exact',
      source,
      literal: head,
      firstWord: firstWordOf(head, true),
      test: (command) => command === head || command === trimmed,
    };
  }
  const boundary = body.endsWith(' *') && pieces[pieces.length - 1] === '';
  if (boundary && pieces.length === 2) {
    const prefix = head.trimEnd();
    return {
      kind: 'prefix',
      source,
      literal: prefix,
      firstWord: firstWordOf(prefix, true),
      test: (command) => isCommandPrefix(prefix, command),
    };
  }
  // The boundary's blank belongs to "anything after": `a * b *` is `a * b` alone, or with more behind a blank.
  const alone = boundary ? [...pieces.slice(0, -2), (pieces[pieces.length - 2] ?? '').trimEnd()] : undefined;
  const test = (command: string) => matchesPieces(pieces, command) || (alone !== undefined && matchesPieces(alone, command));
  return { kind: 'wildcard', source, literal: head, firstWord: firstWordOf(head, false), test };
}

function isCommandPrefix(prefix: string, command: string): boolean {
  return command === prefix || (command.startsWith(prefix) && command[prefix.length] === ' ');
}

/** Whether `text` is the pieces in order with anything between them. Linear in the text: no pattern can hang the host. */
function matchesPieces(pieces: readonly string[], text: string): boolean {
  const first = pieces[0] ?? '';
  const last = pieces[pieces.length - 1] ?? '';
  if (pieces.length === 1) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

/** Literal pieces between the unescaped stars; escapes are resolved. */
function splitAtStars(body: string): string[] {
  const pieces = [''];
  for (let index = 0; index < body.length; index++) {
    const char = body[index] ?? '';
    const next = body[index + 1];
    const last = pieces.length - 1;
    if (char === '\\' && (next === '*' || next === '\\')) {
      pieces[last] += next;
      index += 1;
    } else if (char === '*') {
      if (body[index - 1] !== '*' || pieces[last] !== '') pieces.push('');
    } else {
      pieces[last] += char;
    }
  }
  return pieces;
}

function firstWordOf(literal: string, whole: boolean): string | undefined {
  const end = literal.search(/\s/);
  if (end > 0) return literal.slice(0, end);
  return whole && literal !== '' ? literal : undefined;
}

/** The exact rule for a command: what is literal stays literal. */
export function escapeCommand(command: string): string {
  return command.replace(/[\\*]/g, '\\$&');
}

/** Whole-text match of a pattern in which `*` stands for any text. */
export function matchesStars(pattern: string, text: string): boolean {
  return matchesPieces(pattern.split('*'), text);
}
