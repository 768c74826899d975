import type { z } from 'zod';
import { HOOK_TYPES } from '../../../shared/model/hook-names';
import type { HookPlace, HookType } from '../../../shared/model/hook-run';
import type { Diagnostic } from '../../../shared/model/permission';
import { isRecord } from '../kernel/is-record';
import { nearestName } from '../kernel/nearest-name';
import { canonicalToolName, KNOWN_TOOLS } from '../permission/known-tools';
import { parseRule } from '../permission/parse-rule';
import { commonSchema, handlerKeys, handlerSchema } from './handler-schema';
import type { Hook } from './hook';
import { HOOK_EVENTS, hookEvent, type HookEventName, isHookEvent } from './hook-events';
import { compileMatcher, type HookMatcher } from './hook-matcher';
import { sayHook } from './hook-words';
import { sayField } from './say-field';

type Path = ReadonlyArray<string | number>;

/** The value of `hooks` with the line of each of its parts. */
export interface HooksText {
  value: unknown;
  lineOf(path: Path): number;
  place: Omit<HookPlace, 'line'>;
}

const GROUP_KEYS = ['matcher', 'hooks'];
/** Tools that the ecosystem once had: settings files still name them beside those of today. */
const FORMER_TOOLS: ReadonlySet<string> = new Set(['LS', 'NotebookRead', 'TodoRead', 'SlashCommand', 'KillBash']);

/**
 * Reads the value of a `hooks` key. Whatever is wrong is a diagnostic with its line and, where one is near, the name that was meant; the
 * part that is wrong is left out and the rest holds.
 */
export function readHooks({ value, lineOf, place }: HooksText): { hooks: Hook[]; diagnostics: Diagnostic[] } {
  const hooks: Hook[] = [];
  const diagnostics: Diagnostic[] = [];
  const report = (
    code: string,
    severity: Diagnostic['severity'],
    path: Path,
    words: Pick<Diagnostic, 'message' | 'detail'>,
    suggestion?: string,
  ) =>
    void diagnostics.push({
      code,
      severity,
      ...words,
      file: place.file,
      line: lineOf(path),
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  if (!isRecord(value)) {
    report('hook-shape', 'error', [], sayHook('hooks-shape'));
    return { hooks, diagnostics };
  }
  for (const [name, groups] of Object.entries(value)) {
    if (!isHookEvent(name)) {
      const near = nearestName(name, Object.keys(HOOK_EVENTS));
      report('hook-event', 'error', [name], sayHook('event', { event: name }), near);
      continue;
    }
    if (!hookEvent(name).fires) report('hook-never-fires', 'info', [name], sayHook('event-silent', { event: name }));
    if (!Array.isArray(groups)) {
      report('hook-shape', 'error', [name], sayHook('event-shape', { event: name }));
      continue;
    }
    for (const [index, group] of groups.entries()) readGroup(name, group, [name, index]);
  }
  return { hooks, diagnostics };

  function readGroup(event: HookEventName, group: unknown, path: Path): void {
    if (!isRecord(group)) return report('hook-shape', 'error', path, sayHook('group-shape', { event }));
    const isBareHandler = typeof group['type'] === 'string' && group['hooks'] === undefined;
    if (isBareHandler) {
      return report('hook-shape', 'error', path, sayHook('bare-handler'), '{ "hooks": [ … ] }');
    }
    checkKeys(group, GROUP_KEYS, path);
    const matcher = readMatcher(event, group['matcher'], [...path, 'matcher']);
    const handlers = group['hooks'];
    if (!Array.isArray(handlers)) return report('hook-shape', 'error', path, sayHook('handlers-shape'));
    if (matcher === undefined) return;
    for (const [index, handler] of handlers.entries()) readHandler(event, matcher, handler, [...path, 'hooks', index]);
  }

  function checkKeys(record: Record<string, unknown>, known: readonly string[], path: Path): void {
    for (const key of Object.keys(record))
      if (!known.includes(key)) report('hook-key', 'error', [...path, key], sayHook('key', { key }), nearestName(key, known));
  }

  function readMatcher(event: HookEventName, given: unknown, path: Path): { text: string; matcher: HookMatcher } | undefined {
    if (given !== undefined && typeof given !== 'string') {
      report('hook-matcher', 'error', path, sayHook('matcher-text'), matcherOf(given));
      return undefined;
    }
    const text = given ?? '';
    const compiled = compileMatcher(text);
    if ('problem' in compiled) {
      report('hook-matcher', 'error', path, sayHook('matcher-pattern', { matcher: text, problem: compiled.problem }));
      return undefined;
    }
    const { matches, values, silent = [] } = hookEvent(event);
    if (text.trim() !== '' && matches === undefined)
      report('hook-matcher-ignored', 'warning', path, sayHook('matcher-ignored', { event, matcher: text }));
    for (const name of compiled.matcher.names ?? []) {
      if (matches === 'tool') checkToolName(name, path);
      else if (values !== undefined && !values.includes(name))
        report(
          'hook-matcher',
          'error',
          path,
          sayHook('matcher-value', { event, value: name, values: values.join(', ') }),
          nearestName(name, values),
        );
    }
    const { names = [] } = compiled.matcher;
    if (names.length > 0 && names.every((name) => silent.includes(name)))
      report('hook-never-fires', 'info', path, sayHook('matcher-silent', { event, values: names.join(', ') }));
    if (matches === undefined) return { text, matcher: { test: () => true } };
    return { text, matcher: matches === 'tool' ? byFormerName(compiled.matcher) : compiled.matcher };
  }

  function checkToolName(name: string, path: Path): void {
    if (/^mcp__((?!__).)+$/.test(name)) {
      return report('hook-matcher', 'error', path, sayHook('matcher-server', { tool: name }), `${name}__.*`);
    }
    if (KNOWN_TOOLS.has(canonicalToolName(name)) || FORMER_TOOLS.has(name) || name.startsWith('mcp__')) return;
    const near = nearestName(name, [...KNOWN_TOOLS.keys()]);
    report('hook-matcher', near === undefined ? 'warning' : 'error', path, sayHook('matcher-tool', { tool: name }), near);
  }

  function readHandler(event: HookEventName, matcher: { text: string; matcher: HookMatcher }, given: unknown, path: Path): void {
    if (!isRecord(given)) return report('hook-shape', 'error', path, sayHook('handler-shape'));
    const type = findType(given['type']);
    if (type === undefined) {
      const near = typeof given['type'] === 'string' ? nearestName(given['type'], HOOK_TYPES) : undefined;
      const types = HOOK_TYPES.join(', ');
      const words =
        given['type'] === undefined
          ? sayHook('type-missing', { types })
          : sayHook('type-unknown', { type: JSON.stringify(given['type']), types });
      report('hook-type', 'error', [...path, 'type'], words, near);
      return reportFields(commonSchema.safeParse(given), path);
    }
    checkKeys(given, handlerKeys(type), path);
    const parsed = handlerSchema.safeParse(given);
    if (!parsed.success) return reportFields(parsed, path);
    const { types, tests, block } = hookEvent(event);
    if (!types.includes(type)) {
      return report('hook-type', 'error', [...path, 'type'], sayHook('type-event', { event, type, types: types.join(', ') }));
    }
    const { if: rule, ...handler } = parsed.data;
    const condition = rule === undefined ? undefined : readRule(event, rule, tests, [...path, 'if']);
    if (handler.once === true && place.scope !== 'skill') report('hook-once', 'warning', [...path, 'once'], sayHook('once'));
    if ('continueOnBlock' in given && block !== 'to-model')
      report('hook-no-effect', 'warning', [...path, 'continueOnBlock'], sayHook('no-effect', { event }));
    hooks.push({
      id: identify(event, matcher.text, given),
      event,
      path,
      place: { ...place, line: lineOf(path) },
      matcher: matcher.matcher,
      matcherText: matcher.text,
      rule: condition === 'none' ? undefined : condition,
      handler,
      written: given,
      off: condition === 'none' ? (tests ? 'invalid' : 'if-unavailable') : undefined,
    });
  }

  function reportFields({ error }: z.ZodSafeParseResult<unknown>, path: Path): void {
    for (const issue of error?.issues ?? [])
      report('hook-field', 'error', [...path, ...issue.path.filter((key) => typeof key !== 'symbol')], sayField(issue));
  }

  function readRule(event: HookEventName, text: string, tests: boolean, path: Path): Hook['rule'] | 'none' {
    if (!tests) {
      report('hook-if', 'error', path, sayHook('if-unavailable', { event }));
      return 'none';
    }
    const { rule, problems } = parseRule(text, 'deny');
    for (const { message, detail, suggestion } of problems) report('hook-if', 'error', path, { message, detail }, suggestion);
    return rule === undefined ? 'none' : { text, parsed: rule };
  }

  function identify(event: HookEventName, matcher: string, handler: unknown): string {
    const base = `${place.scope} ${place.file} ${event} ${matcher} ${JSON.stringify(handler)}`;
    const earlier = hooks.filter(({ id }) => id === base || id.startsWith(`${base} #`)).length;
    return earlier === 0 ? base : `${base} #${earlier + 1}`;
  }
}

function findType(type: unknown): HookType | undefined {
  return HOOK_TYPES.find((known) => known === type);
}

/** The older form of a matcher was an object that lists tools. */
function matcherOf(given: unknown): string | undefined {
  const tools = isRecord(given) ? given['tools'] : given;
  return Array.isArray(tools) && tools.every((name) => typeof name === 'string') ? tools.join('|') : undefined;
}

/** A tool is met by the name that it had before, too. */
function byFormerName(matcher: HookMatcher): HookMatcher {
  return { ...matcher, test: (value) => matcher.test(value) || (value === 'Agent' && matcher.test('Task')) };
}
