import type { Diagnostic } from '../../../shared/model/permission';

/** What is said of a hook that is wrong. The words stand in the languages of the interface too, by the same names. */
export const HOOK_WORDS = {
  'hooks-shape': '"hooks" must be an object: each key an event, each value a list.',
  event: 'There is no hook event "{{event}}": nothing below it ever runs.',
  'event-silent': 'The event {{event}} is known, and this host never has the moment: it never fires here.',
  'event-shape': '"{{event}}" must be a list of objects with "matcher" and "hooks".',
  'group-shape': 'An entry of "{{event}}" must be an object with "hooks".',
  'bare-handler': 'A handler stands where a group is expected.',
  'handlers-shape': '"hooks" must be a list of handlers.',
  key: '"{{key}}" means nothing here.',
  'matcher-text': 'A matcher is a text: names separated by |, or a regular expression.',
  'matcher-pattern': 'The matcher "{{matcher}}" is no regular expression: {{problem}}',
  'matcher-ignored': '{{event}} has nothing that a matcher could look at: "{{matcher}}" is ignored.',
  'matcher-value': '{{event}} never has "{{value}}": it is one of {{values}}.',
  'matcher-silent': '{{event}} is known, and this host never has it with {{values}}: it never fires here.',
  'matcher-server': 'No tool is called "{{tool}}" as a whole: a matcher of plain letters is an exact name.',
  'matcher-tool': 'No tool is called "{{tool}}": the matcher never fits it.',
  'handler-shape': 'A handler is an object with "type".',
  'type-missing': 'A handler needs a "type": it is one of {{types}}.',
  'type-unknown': 'There is no handler type {{type}}: it is one of {{types}}.',
  'type-event': '{{event}} takes no handler of type {{type}}: {{types}}.',
  field: '"{{field}}": {{problem}}',
  'if-unavailable': '"if" is never evaluated at {{event}}, so this handler never runs.',
  once: '"once" counts in the frontmatter of a skill only.',
  'no-effect': '"continueOnBlock" counts after a call only, not at {{event}}.',
} as const;

export type HookWords = Pick<Diagnostic, 'message'> & Required<Pick<Diagnostic, 'detail'>>;

export function sayHook(key: keyof typeof HOOK_WORDS, params: Record<string, string> = {}): HookWords {
  return {
    message: HOOK_WORDS[key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? ''),
    detail: { key: `hook.${key}`, params },
  };
}
