import { evaluateWord } from './evaluate-word';
import { type Place, type ShellNode, type ShellWord, trimBlanks } from './parsed-command';
import { findMove, Outcome, PlaceSet } from './place-set';

/** A simple command as it stands in the tree, before wrappers and texts among its arguments are looked at. */
export interface SimpleCommand {
  text: string;
  start: number;
  words: ShellWord[];
  writes: ShellWord[];
  reads: ShellWord[];
  places: readonly Place[];
  /** What comes in on the standard input: nothing known (undefined), or a text that is in the command. */
  input: string | undefined;
}

export interface SyntaxReading {
  commands: SimpleCommand[];
  unknown: string | undefined;
  /** Texts that the shell reads again before it runs them: backquotes with escapes, unquoted here-documents. */
  again: Array<{ text: string; places: readonly Place[] }>;
}

const REDIRECTS = new Set(['file_redirect', 'heredoc_redirect', 'herestring_redirect']);
const SUBSTITUTIONS = new Set(['command_substitution', 'process_substitution']);
/** Between the children of these stand blanks, line continuations and comments; anything else was dropped by the grammar. */
const SPACED = new Set([
  'program',
  'command',
  'list',
  'pipeline',
  'redirected_statement',
  'subshell',
  'compound_statement',
  'command_substitution',
  'process_substitution',
  'if_statement',
  'elif_clause',
  'else_clause',
  'while_statement',
  'for_statement',
  'do_group',
  'case_statement',
  'case_item',
  'function_definition',
  'negated_command',
  'declaration_command',
  'unset_command',
  'variable_assignments',
  'file_redirect',
  'herestring_redirect',
  'heredoc_redirect',
]);
const GAP = /^(?:[ \t\n]|\\\n)*$/;
/** Of these, what is on another line is another command, whatever the grammar says. */
const ON_ONE_LINE = new Set([
  'command',
  'redirected_statement',
  'declaration_command',
  'unset_command',
  'variable_assignments',
  'file_redirect',
  'herestring_redirect',
]);
const OPERATORS = new Set(['&&', '||', '|', '|&']);
const GAP_ON_LINE = /^(?:[ \t]|\\\n)*$/;
/** Variables whose value the shell itself runs or reads commands from. */
const RUN_BY_SHELL = /^(?:PS[0-4]|PROMPT_COMMAND|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|IFS|BASH_FUNC_\w*)\+?=/;
/** Parameter operators that evaluate the value as a prompt, or that name a variable by the value of another. */
const EVALUATING_EXPANSION = /^\$\{(?:!|[^}]*@P)/;
const ARITHMETIC = new Set(['arithmetic_expansion', 'postfix_expression', 'c_style_for_statement', 'subscript']);
const MOVES = /\b(?:cd|pushd|popd|chdir)\b/;
const TEST_ARITHMETIC = /\s-(?:eq|ne|lt|gt|le|ge|v)\s/;
/** Builtins that evaluate a name such as `a[…]` among their arguments. */
const NAME_EVALUATORS = /^(?:let|test|\[|unset|printf|read|declare|typeset|local|export|readonly|wait|mapfile|readarray|getopts)$/;

/** Every simple command of a syntax tree, wherever it is nested. Never throws. */
export function readSyntax(text: string, root: ShellNode, start: readonly Place[]): SyntaxReading {
  const reader = new SyntaxReader(text);
  reader.read(root, start);
  return reader.result();
}

class SyntaxReader {
  readonly #text: string;
  readonly #commands: SimpleCommand[] = [];
  readonly #again: SyntaxReading['again'] = [];
  #unknown: string | undefined;
  #arithmetic = false;
  #hiddenSubstitution = false;
  /** Functions that change the folder: after their definition any command may run anywhere. */
  #movingFunctions = false;

  constructor(text: string) {
    this.#text = text;
  }

  read(root: ShellNode, start: readonly Place[]): void {
    if (root.type !== 'program') this.#giveUp('it is not valid shell syntax');
    this.#sequence(root, PlaceSet.of(start));
  }

  result(): SyntaxReading {
    if (this.#arithmetic && this.#hiddenSubstitution) this.#giveUp('arithmetic could run a substitution that is kept in a text');
    return { commands: this.#commands, unknown: this.#unknown, again: this.#again };
  }

  #giveUp(reason: string): void {
    this.#unknown ??= reason;
  }

  #slice(node: ShellNode): string {
    return this.#text.slice(node.start, node.end);
  }

  #checkGaps(node: ShellNode): void {
    if (!SPACED.has(node.type)) return;
    let at = node.type === 'program' ? 0 : node.start;
    for (const child of node.children) {
      const gap = ON_ONE_LINE.has(node.type) || OPERATORS.has(child.type) ? GAP_ON_LINE : GAP;
      if (!gap.test(this.#text.slice(at, child.start))) this.#giveUp('a part of the text is not understood');
      at = child.end;
    }
    if (!GAP.test(this.#text.slice(at, node.type === 'program' ? this.#text.length : node.end)))
      this.#giveUp('a part of the text is not understood');
  }

  /** The statements among the children, one after the other; each may run after the one before succeeded or failed. */
  #sequence(node: ShellNode, places: PlaceSet): PlaceSet {
    this.#checkGaps(node);
    let now = places;
    for (const child of node.children) {
      if (child.type.startsWith(';;') || child.type === ';&') this.#giveUp('it is not valid shell syntax');
      now = this.#statement(child, now).either();
    }
    return now;
  }

  #statement(node: ShellNode, places: PlaceSet): Outcome {
    const from = this.#movingFunctions ? places.plusUnknown() : places;
    this.#checkGaps(node);
    switch (node.type) {
      case 'ERROR':
        this.#giveUp('it is not valid shell syntax');
        return Outcome.both(from.plusUnknown());
      case 'command':
      case 'declaration_command':
      case 'unset_command':
      case 'variable_assignment':
      case 'variable_assignments':
        return this.#simple([node], [], from);
      case 'redirected_statement':
        return this.#redirected(node, from);
      case 'file_redirect':
      case 'herestring_redirect':
      case 'heredoc_redirect':
        return this.#simple([], [node], from);
      case 'list':
        return this.#list(node, from);
      case 'pipeline': {
        let last = from;
        for (const child of node.children) last = this.#statement(child, from).either();
        return Outcome.both(from.plus(last));
      }
      case 'negated_command': {
        const inner = node.children.reduce((now, child) => this.#statement(child, now).either(), from);
        return Outcome.both(inner);
      }
      case 'subshell':
        this.#sequence(node, from);
        return Outcome.both(from);
      case 'compound_statement':
        if (node.children[0]?.type === '((') {
          this.#arithmetic = true;
          this.#nested(node, from);
          return Outcome.both(from);
        }
        return Outcome.both(this.#sequence(node, from));
      case 'if_statement':
      case 'elif_clause':
      case 'else_clause':
        return Outcome.both(from.plus(this.#sequence(node, from)));
      case 'while_statement':
      case 'for_statement':
      case 'c_style_for_statement':
      case 'do_group':
      case 'case_statement':
      case 'case_item':
        return this.#repeated(node, from);
      case 'function_definition': {
        const moves = MOVES.test(this.#slice(node));
        this.#sequence(node, moves ? from.plusUnknown() : from);
        if (moves) this.#movingFunctions = true;
        return Outcome.both(from);
      }
      case 'test_command':
        this.#test(node, from);
        return Outcome.both(from);
      default:
        this.#nested(node, from);
        return Outcome.both(from);
    }
  }

  #repeated(node: ShellNode, places: PlaceSet): Outcome {
    if (node.type === 'c_style_for_statement') this.#arithmetic = true;
    const from = MOVES.test(this.#slice(node)) ? places.plusUnknown() : places;
    let now = from;
    for (const child of node.children) {
      if (node.type === 'c_style_for_statement' && child.type === 'variable_assignment') this.#nested(child, now);
      else now = now.plus(this.#statement(child, now).either());
    }
    return Outcome.both(now);
  }

  #list(node: ShellNode, places: PlaceSet): Outcome {
    let outcome = Outcome.both(places);
    let operator = '';
    for (const child of node.children) {
      if (child.type === '&&' || child.type === '||') {
        operator = child.type;
      } else if (operator === '') {
        outcome = this.#statement(child, places);
      } else {
        outcome = outcome.andThen(operator, (from) => this.#statement(child, from));
      }
    }
    return outcome;
  }

  #redirected(node: ShellNode, places: PlaceSet): Outcome {
    const redirects = node.children.filter((child) => REDIRECTS.has(child.type));
    const [body, ...others] = node.children.filter((child) => !REDIRECTS.has(child.type));
    for (const other of others) this.#statement(other, places);
    if (body === undefined) return this.#simple([], redirects, places);
    if (body.type === 'command' || body.type === 'declaration_command' || body.type.startsWith('variable_assignment'))
      return this.#simple([body], redirects, places, node);
    const before = this.#commands.length;
    const outcome = this.#statement(body, places);
    const made = this.#commands.slice(before);
    const holder = this.#empty(node, places);
    let after = outcome;
    for (const redirect of redirects) after = this.#redirect(redirect, holder, places, after);
    if (redirects.some((redirect) => swallowedWords(redirect).length > 0)) this.#giveUp('words follow the redirect of a group');
    if (holder.input !== undefined) for (const command of made) command.input ??= holder.input;
    const last = made[made.length - 1];
    if (last === undefined) {
      this.#commands.push(holder);
    } else if (holder.writes.length > 0 || holder.reads.length > 0) {
      // The redirect of a pipeline belongs to its last command, that of a group to all of them: one is enough to decide by.
      last.writes.push(...holder.writes);
      last.reads.push(...holder.reads);
      if (last.start >= node.start && body.type === 'pipeline') last.text = trimBlanks(this.#text.slice(last.start, node.end));
    }
    return after;
  }

  #empty(node: ShellNode, places: PlaceSet): SimpleCommand {
    return {
      text: trimBlanks(this.#slice(node)),
      start: node.start,
      words: [],
      writes: [],
      reads: [],
      places: places.list(),
      input: undefined,
    };
  }

  #simple(nodes: readonly ShellNode[], redirects: readonly ShellNode[], places: PlaceSet, whole?: ShellNode): Outcome {
    const first = whole ?? nodes[0] ?? redirects[0];
    if (first === undefined) return Outcome.both(places);
    const command = this.#empty(first, places);
    this.#commands.push(command);
    const found: ShellNode[] = [];
    const all = [...redirects];
    for (const node of nodes) {
      this.#checkGaps(node);
      const children = node.type === 'variable_assignment' ? [node] : node.children;
      for (const child of children) {
        if (REDIRECTS.has(child.type)) all.push(child);
        else if (child.type !== 'comment') found.push(child);
      }
    }
    for (const redirect of all) this.#checkGaps(redirect);
    for (const redirect of all) found.push(...swallowedWords(redirect));
    this.#addWords(command, found);
    for (const node of found) {
      this.#nested(node, places);
      if (node.type === 'variable_assignment' && /\$\s/.test(this.#slice(node))) this.#giveUp('an assignment is not understood');
      if (holdsSubstitution(this.#withoutSubstitutions(node))) this.#giveUp('a substitution is not understood');
    }
    const move = findMove(command.words);
    let outcome = move === 'no move' ? Outcome.both(places) : new Outcome(places.moved(move.step), places);
    for (const redirect of all) outcome = this.#redirect(redirect, command, places, outcome);
    // What follows a here-document on its first line stands in the middle of the command's text.
    const follower = all
      .flatMap((redirect) => redirect.children)
      .find((child) => child.type === 'pipeline' || child.type === '&&' || child.type === '||');
    if (follower !== undefined) command.text = trimBlanks(this.#text.slice(command.start, follower.start));
    return outcome;
  }

  #addWords(command: SimpleCommand, nodes: ShellNode[]): void {
    nodes.sort((a, b) => a.start - b.start);
    let start = -1;
    let end = -1;
    const close = () => {
      if (start === -1) return;
      const { word, odd } = evaluateWord(this.#text.slice(start, end));
      if (odd) this.#giveUp('it holds characters that nobody writes by chance');
      if (RUN_BY_SHELL.test(word.raw)) this.#giveUp(`it sets ${word.raw.replace(/\+?=.*$/s, '')}, which the shell itself looks at`);
      command.words.push(word);
    };
    for (const node of nodes) {
      // The grammar takes a line that goes on in the middle of a word for a blank.
      if (node.start === end || (end !== -1 && /^(?:\\\n)+$/.test(this.#text.slice(end, node.start)))) {
        end = node.end;
        continue;
      }
      close();
      start = node.start;
      end = node.end;
    }
    close();
    const program = command.words.find((word) => !/^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/.test(word.raw));
    if (program !== undefined && NAME_EVALUATORS.test(program.text)) {
      if (program.text === 'let') this.#arithmetic = true;
      if (command.words.some((word) => !word.opaque && /\[[^\]]*(?:\$\(|`)/.test(word.text)))
        this.#giveUp(`${program.text} could run a substitution that is kept in a text`);
    }
  }

  /** Adds what a redirect does to a command, and reads what follows a here-document on its first line. */
  #redirect(node: ShellNode, command: SimpleCommand, places: PlaceSet, before: Outcome): Outcome {
    if (node.type === 'heredoc_redirect') return this.#hereDocument(node, command, places, before);
    const at = node.children.findIndex((child) => /^[<>&]/.test(child.type));
    const operator = node.children[at]?.type ?? '';
    const target = node.children[at + 1];
    if (at === -1) this.#giveUp('a redirect is not understood');
    if (target === undefined) return before;
    this.#nested(target, places);
    if (target.type === 'process_substitution') return before;
    const { word, odd } = evaluateWord(this.#slice(target));
    if (odd) this.#giveUp('it holds characters that nobody writes by chance');
    if (operator === '<<<') command.input = word.opaque ? undefined : word.text;
    else if (operator === '<') command.reads.push(word);
    else if ((operator === '>&' || operator === '<&') && /^(?:\d+-?|-)$/.test(word.text)) return before;
    else if (operator.includes('>')) command.writes.push(word);
    return before;
  }

  #hereDocument(node: ShellNode, command: SimpleCommand, places: PlaceSet, before: Outcome): Outcome {
    let outcome = before;
    let operator = '';
    let delimiter: string | undefined;
    let quoted = false;
    let body: ShellNode | undefined;
    let end: ShellNode | undefined;
    const strip = node.children.some((child) => child.type === '<<-');
    for (const child of node.children) {
      if (child.type === 'heredoc_start') {
        const raw = this.#slice(child);
        quoted = /['"\\]/.test(raw);
        const { word } = evaluateWord(raw);
        delimiter = word.opaque ? undefined : word.text;
      } else if (child.type === 'heredoc_body') body = child;
      else if (child.type === 'heredoc_end') end = child;
      else if (child.type === '&&' || child.type === '||') operator = child.type;
      else if (child.type === 'pipeline') this.#statement(child, places);
      else if (child.type === 'ERROR') this.#giveUp('it is not valid shell syntax');
      else if (REDIRECTS.has(child.type)) outcome = this.#redirect(child, command, places, outcome);
      else if (operator !== '') outcome = outcome.andThen(operator, (from) => this.#statement(child, from));
    }
    const text = body === undefined ? '' : this.#slice(body);
    const lines = text.split('\n').map((line) => (strip ? line.replace(/^\t+/, '') : line));
    const closed = end !== undefined && (strip ? this.#slice(end).replace(/^\t+/, '') : this.#slice(end)) === delimiter;
    const after = end === undefined ? '' : (this.#text[end.end] ?? '\n');
    const head = this.#text.slice(0, (body ?? end)?.start ?? 0);
    const opensLine = (strip ? head.replace(/\t+$/, '') : head).endsWith('\n');
    if (delimiter === undefined || !closed || after !== '\n' || !opensLine || lines.includes(delimiter))
      this.#giveUp('where a here-document ends is not certain');
    if (quoted) {
      command.input = strip ? lines.join('\n') : text;
    } else if (body !== undefined) {
      this.#nested(body, places);
      const rest = this.#withoutSubstitutions(body);
      if (/[$`\\]/.test(rest) || rest !== text) this.#readBackquotes(rest, places);
      else command.input = strip ? lines.join('\n') : text;
    }
    return outcome;
  }

  /** The grammar leaves backquotes in here-documents alone. */
  #readBackquotes(rest: string, places: PlaceSet): void {
    const left = rest.replace(/\\[$`\\]/g, '').replace(/`([^`]*)`/g, (_all, inner: string) => {
      this.#again.push({ text: inner, places: places.list() });
      return '';
    });
    if (/`|\$\(/.test(left)) this.#giveUp('a here-document holds a substitution that is not understood');
    if (/\\[$`\\]/.test(rest) && /`/.test(rest.replace(/\\`/g, ''))) this.#giveUp('a here-document holds an escape inside a substitution');
  }

  #withoutSubstitutions(node: ShellNode): string {
    let text = '';
    let at = node.start;
    const visit = (child: ShellNode) => {
      if (SUBSTITUTIONS.has(child.type) || child.type === 'arithmetic_expansion') {
        text += this.#text.slice(at, child.start);
        at = child.end;
      } else child.children.forEach(visit);
    };
    visit(node);
    return text + this.#text.slice(at, node.end);
  }

  #test(node: ShellNode, places: PlaceSet): void {
    const opening = node.children[0]?.type ?? '';
    const text = this.#slice(node);
    if (/^\[\[?[^\s[]/.test(text)) this.#giveUp('a test is not understood');
    if (opening.startsWith('((') || TEST_ARITHMETIC.test(text)) this.#arithmetic = true;
    if (opening === '[') {
      const bare = this.#withoutSubstitutions(node).replace(/\\[()<>]|'[^']*'|"(?:\\.|[^"\\])*"/g, '');
      if (/[<>&|;()`\n]/.test(bare)) this.#giveUp('a test holds an operator of the shell');
      if (/\[[^\]]*(?:\$\(|`)/.test(text.slice(1).replace(/\$\([^)]*\)/g, '')))
        this.#giveUp('a test could run a substitution that is kept in a text');
    }
    this.#nested(node, places);
  }

  /** Substitutions below a node: commands of their own, in a shell of their own. */
  #nested(node: ShellNode, places: PlaceSet): void {
    if (SUBSTITUTIONS.has(node.type)) {
      this.#substitution(node, places);
      return;
    }
    if (node.type === 'ERROR') this.#giveUp('it is not valid shell syntax');
    if (node.type === 'word' && /\s/.test(this.#slice(node).replace(/\\[\s\S]/g, '')))
      this.#giveUp('a blank is taken for a part of a word');
    if (node.type === 'expansion' && EVALUATING_EXPANSION.test(this.#slice(node)))
      this.#giveUp('an expansion evaluates the value of a variable');
    if (ARITHMETIC.has(node.type)) this.#arithmetic = true;
    if (node.type === 'raw_string' || node.type === 'ansi_c_string' || node.type === 'string' || node.type === 'word') {
      if (/[$`]/.test(this.#slice(node)) && (node.type === 'raw_string' ? /\$\(|`/ : /\\[$`x0u]/).test(this.#slice(node)))
        this.#hiddenSubstitution = true;
    }
    for (const child of node.children) {
      if (
        child.type === 'command' ||
        child.type === 'subshell' ||
        child.type === 'redirected_statement' ||
        child.type === 'list' ||
        child.type === 'pipeline'
      )
        this.#statement(child, places);
      else this.#nested(child, places);
    }
  }

  #substitution(node: ShellNode, places: PlaceSet): void {
    const text = this.#slice(node);
    if (text.startsWith('`') && /(?<!\\)`/.test(text.slice(1, -1))) this.#giveUp('backquotes stand in backquotes');
    if (text.startsWith('`') && text.includes('\\')) {
      this.#again.push({ text: text.slice(1, -1).replace(/\\([$`\\])/g, '$1'), places: places.list() });
      return;
    }
    this.#sequence(node, places);
  }
}

/** Whether a text, its known substitutions taken out, still holds one. */
function holdsSubstitution(text: string): boolean {
  if (!/[`(]/.test(text)) return false;
  const active = text.replace(/\\[\s\S]|(?<=^|[^"])'[^']*'(?=[^"]|$)/g, '');
  return /`|\$\(|[<>]\(/.test(active);
}

/** The grammar takes words that follow a redirect's target for more targets, or for a part of a here-document. */
function swallowedWords(redirect: ShellNode): ShellNode[] {
  if (redirect.type === 'heredoc_redirect') {
    const start = redirect.children.findIndex((child) => child.type === 'heredoc_start');
    const words: ShellNode[] = [];
    for (const child of redirect.children.slice(start + 1)) {
      if (REDIRECTS.has(child.type)) words.push(...swallowedWords(child));
      else if (/^(?:&&|\|\||pipeline|heredoc_body|heredoc_end|ERROR)$/.test(child.type)) break;
      else words.push(child);
    }
    return words;
  }
  const at = redirect.children.findIndex((child) => /^[<>&]/.test(child.type));
  return at === -1 ? [] : redirect.children.slice(at + 2);
}
