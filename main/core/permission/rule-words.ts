import { createWords } from '../kernel/say-words';

/** What is wrong with a rule, or with the settings that hold it. */
export const RULE_WORDS = {
  empty: 'The rule is empty.',
  'never-opens': '"{{rule}}" closes a parenthesis that it never opens.',
  'never-closes': '"{{rule}}" does not end with the parenthesis that closes its specifier.',
  'bad-name': '"{{tool}}" is not a tool name.',
  'allow-pattern': 'An allow rule may hold * in the tool name only after a literal mcp__<server>__: "{{tool}}" is skipped.',
  'several-tools': '"{{tool}}" names several tools and cannot take a specifier.',
  'unknown-tool': 'No tool is called "{{tool}}": the rule never matches.',
  'empty-specifier': 'The parentheses of "{{tool}}()" are empty: the rule never matches.',
  'main-field': '"{{field}}" is the main field of {{tool}} and cannot be tested as a parameter: the rule is ignored.',
  'no-specifier': '{{tool}} takes no specifier: "{{rule}}" never matches.',
  'allow-parameter': 'Parameter rules work for deny and ask only: "{{rule}}" is skipped.',
  'prefix-inside':
    '":*" means a prefix only at the end of a rule; inside "{{rule}}" the colon is literal, so the rule hardly ever matches.',
  'never-parts': '"{{rule}}" never allows anything: a command is taken apart at its operators, and each part needs a rule of its own.',
  'never-program':
    '"{{rule}}" never allows anything: what {{program}} runs is out of sight, so only a rule for the exact command allows it.',
  governed: '{{tool}} paths are governed by {{by}} rules: "{{rule}}" is never consulted.',
  'windows-path': '"{{path}}" is not matched as written: a path rule starts with // for the root of the file system.',
  host: '{{tool}} rules name a host as domain:<host>: "{{rule}}" never matches.',
  shadowed: 'The {{verdict}} rule {{rule}} never decides: the {{byVerdict}} rule {{by}} in {{place}} comes first.',
  'shadowed-scope': 'The {{verdict}} rule {{rule}} never decides: the {{byVerdict}} rule {{by}} of scope {{scope}} comes first.',
  'unclear-server':
    'The allow rule {{rule}} does not count for the server "{{server}}": its name can be read as that of another. Name it as its tools are offered.',
  untrusted: 'The allow rule {{rule}} is off until the folder is trusted.',
  'untrusted-folder': 'The additional directory {{path}} is off until the folder is trusted.',
  'untrusted-mode': 'The mode "{{mode}}" is off until the folder is trusted.',
  'mode-from-project': 'The mode "{{mode}}" is ignored in project and local settings.',
  'foreign-mode': 'The mode "{{mode}}" does not exist in this host and is ignored.',
  'no-mode': 'No mode is called "{{mode}}": {{modes}}.',
  'settings-unread': 'Cannot read {{path}}: {{said}}',
  'settings-deep': 'The settings hold more than {{most}} lists and objects in each other, so nothing in them is in force.',
  'settings-json': 'The settings are not valid JSON, so nothing in them is in force: {{said}}',
  'settings-object': '"permissions" must be an object.',
  'settings-list': '"permissions.{{key}}" must be an array of texts.',
  'settings-entry': '"permissions.{{key}}" holds something that is not a text.',
  repeated:
    '"{{key}}" stands here more than once, or in other letters than the key that is meant: of such lists only what they deny and ask for counts.',
  'other-file': '{{path}} is not read: its rules are not in force. Rules are read from settings.json and settings.local.json.',
  'folder-above':
    '{{path}} is not read: its rules are not in force. Project settings are read from the folder that is open, not from those above it.',
  'rows-unread': 'The added rows of the matrix are left out: their file cannot be read.',
  'rows-shape': 'The added rows of the matrix are left out: "rows" is no list of { "name", "rules" }.',
} as const;

export const sayRule = createWords('rule', RULE_WORDS);
