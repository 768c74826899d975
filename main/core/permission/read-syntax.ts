import { addWords, swallowedWords } from './command-words';
import { readEvaluatedTexts } from './evaluated-texts';
import { readLoopVariable } from './loop-values';
import { holdsSubstitution, readNested, readTest } from './nested-commands';
import { type Place, type ShellNode, trimBlanks } from './parsed-command';
import { findMove, isSamePlace, Outcome, PlaceSet } from './place-set';
import { readRedirect } from './read-redirect';
import { checkGaps } from './syntax-gaps';
import { REDIRECTS, type StatementReader, type SyntaxReading, SyntaxRecord } from './syntax-record';

const MOVES = /\b(?:cd|pushd|popd|chdir)\b/;

/** Every simple command of a syntax tree, wherever it is nested. Never throws. */
export function readSyntax(text: string, root: ShellNode, start: readonly Place[]): SyntaxReading {
  const record = new SyntaxRecord(text, start);
  if (root.type !== 'program') record.giveUp('it is not valid shell syntax');
  readEvaluatedTexts(record, root);
  new SyntaxReader(record).sequence(root, PlaceSet.of(start));
  return record.result();
}

/** Statements in the order in which they may run. */
class SyntaxReader implements StatementReader {
  readonly #record: SyntaxRecord;
  /** Functions that change the folder: after their definition any command may run anywhere. */
  #movingFunctions = false;

  constructor(record: SyntaxRecord) {
    this.#record = record;
  }

  /** The statements among the children, one after the other; each may run after the one before succeeded or failed. */
  sequence(node: ShellNode, places: PlaceSet): PlaceSet {
    checkGaps(this.#record, node);
    let now = places;
    for (const child of node.children) {
      if (child.type.startsWith(';;') || child.type === ';&') this.#record.giveUp('it is not valid shell syntax');
      now = this.statement(child, now).either();
    }
    return now;
  }

  statement(node: ShellNode, places: PlaceSet): Outcome {
    const from = this.#movingFunctions ? places.plusUnknown() : places;
    checkGaps(this.#record, node);
    switch (node.type) {
      case 'ERROR':
        this.#record.giveUp('it is not valid shell syntax');
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
        let behind = this.#record.commands.length;
        for (const [index, child] of node.children.entries()) {
          last = this.statement(child, from).either();
          if (index > 0) for (const command of this.#record.commands.slice(behind)) command.piped = true;
          behind = this.#record.commands.length;
        }
        return Outcome.both(from.plus(last));
      }
      case 'negated_command': {
        const inner = node.children.reduce((now, child) => this.statement(child, now).either(), from);
        return Outcome.both(inner);
      }
      case 'subshell':
        this.sequence(node, from);
        return Outcome.both(from);
      case 'compound_statement':
        if (node.children[0]?.type === '((') {
          readNested(this.#record, this, node, from);
          return Outcome.both(from);
        }
        return Outcome.both(this.sequence(node, from));
      case 'if_statement':
      case 'elif_clause':
      case 'else_clause':
        return Outcome.both(from.plus(this.sequence(node, from)));
      case 'while_statement':
      case 'for_statement':
      case 'c_style_for_statement':
      case 'do_group':
      case 'case_statement':
      case 'case_item':
        return this.#repeated(node, from);
      case 'function_definition': {
        const moves = MOVES.test(this.#record.slice(node));
        this.sequence(node, moves ? from.plusUnknown() : from);
        if (moves) this.#movingFunctions = true;
        return Outcome.both(from);
      }
      case 'test_command':
        readTest(this.#record, this, node, from);
        return Outcome.both(from);
      default:
        readNested(this.#record, this, node, from);
        return Outcome.both(from);
    }
  }

  #repeated(node: ShellNode, places: PlaceSet): Outcome {
    const from = MOVES.test(this.#record.slice(node)) ? places.plusUnknown() : places;
    let now = from;
    const outer = this.#record.loops;
    const variable = readLoopVariable(this.#record.text, node);
    if (variable !== undefined) {
      const [name, values] = variable;
      this.#record.loops = new Map([...outer, variable]);
      this.#record.spellings.add(
        name,
        values.map(({ text }) => text),
      );
    }
    for (const child of node.children) {
      if (node.type === 'c_style_for_statement' && child.type === 'variable_assignment') readNested(this.#record, this, child, now);
      else now = now.plus(this.statement(child, now).either());
    }
    this.#record.loops = outer;
    return Outcome.both(now);
  }

  #list(node: ShellNode, places: PlaceSet): Outcome {
    let outcome = Outcome.both(places);
    let operator = '';
    for (const child of node.children) {
      if (child.type === '&&' || child.type === '||') {
        operator = child.type;
      } else if (operator === '') {
        outcome = this.statement(child, places);
      } else {
        outcome = outcome.andThen(operator, (from) => this.statement(child, from));
      }
    }
    return outcome;
  }

  #redirected(node: ShellNode, places: PlaceSet): Outcome {
    const redirects = node.children.filter((child) => REDIRECTS.has(child.type));
    const [body, ...others] = node.children.filter((child) => !REDIRECTS.has(child.type));
    for (const other of others) this.statement(other, places);
    if (body === undefined) return this.#simple([], redirects, places);
    if (body.type === 'command' || body.type === 'declaration_command' || body.type.startsWith('variable_assignment'))
      return this.#simple([body], redirects, places, node);
    const before = this.#record.commands.length;
    const outcome = this.statement(body, places);
    const made = this.#record.commands.slice(before);
    const holder = this.#record.startCommand(node, places);
    let after = outcome;
    for (const redirect of redirects) after = readRedirect(this.#record, this, redirect, holder, places, after);
    if (redirects.some((redirect) => swallowedWords(redirect).length > 0)) this.#record.giveUp('words follow the redirect of a group');
    if (holder.input !== undefined) for (const command of made) command.input ??= holder.input;
    const last = made[made.length - 1];
    const where = made.reduce((all, { places: own }) => all.plus(PlaceSet.of(own)), places);
    if (last === undefined || (endsInGroup(body) && !isSamePlace(where.list(), last.places))) {
      // Its files are found from where the group starts, and that is not where its last command runs.
      this.#record.commands.push({ ...holder, places: where.list() });
    } else if (holder.writes.length > 0 || holder.reads.length > 0) {
      // The redirect of a pipeline belongs to its last command, that of a group to all of them: one is enough to decide by.
      last.writes.push(...holder.writes);
      last.reads.push(...holder.reads);
      if (last.start >= node.start && body.type === 'pipeline') last.text = trimBlanks(this.#record.text.slice(last.start, node.end));
    }
    return after;
  }

  #simple(nodes: readonly ShellNode[], redirects: readonly ShellNode[], places: PlaceSet, whole?: ShellNode): Outcome {
    const first = whole ?? nodes[0] ?? redirects[0];
    if (first === undefined) return Outcome.both(places);
    const command = this.#record.startCommand(first, places);
    this.#record.commands.push(command);
    const found: ShellNode[] = [];
    const all = [...redirects];
    for (const node of nodes) {
      checkGaps(this.#record, node);
      const children = node.type === 'variable_assignment' ? [node] : node.children;
      for (const child of children) {
        if (REDIRECTS.has(child.type)) all.push(child);
        else if (child.type !== 'comment') found.push(child);
      }
    }
    for (const redirect of all) checkGaps(this.#record, redirect);
    for (const redirect of all) found.push(...swallowedWords(redirect));
    addWords(this.#record, command, found);
    for (const node of found) {
      readNested(this.#record, this, node, places);
      if (node.type === 'variable_assignment' && /\$\s/.test(this.#record.slice(node)))
        this.#record.giveUp('an assignment is not understood');
      if (holdsSubstitution(this.#record.withoutSubstitutions(node))) this.#record.giveUp('a substitution is not understood');
    }
    const move = findMove(command.words);
    let outcome = move === 'no move' ? Outcome.both(places) : new Outcome(places.moved(move.step), places);
    for (const redirect of all) outcome = readRedirect(this.#record, this, redirect, command, places, outcome);
    // What follows a here-document on its first line stands in the middle of the command's text.
    const follower = all
      .flatMap((redirect) => redirect.children)
      .find((child) => child.type === 'pipeline' || child.type === '&&' || child.type === '||');
    if (follower !== undefined) command.text = trimBlanks(this.#record.text.slice(command.start, follower.start));
    return outcome;
  }
}

/** Whether a redirect behind a statement belongs to several commands: behind a list or a pipeline it belongs to the last of them. */
function endsInGroup({ type, children }: ShellNode): boolean {
  const last = children[children.length - 1];
  if (type === 'list' || type === 'pipeline' || type === 'redirected_statement') return last !== undefined && endsInGroup(last);
  return type !== 'command' && type !== 'declaration_command';
}
