import { createWords } from '../kernel/say-words';

/** What is said of a skill or a command, by the reader of its file and by the linter. */
export const SKILL_WORDS = {
  'no-yaml': 'The frontmatter is not valid ({{said}}); the skill has no metadata',
  'never-closes': 'The frontmatter is not valid (it never closes: a line of --- is missing); the skill has no metadata',
  late: 'The frontmatter is not valid (it must open on line 1); the skill has no metadata',
  'bad-name': 'The name has hidden characters, <, > or more than 256 characters and is ignored',
  'one-of': '"{{key}}" must be one of {{values}}; it is ignored',
  text: '"{{key}}" must be a text; it is ignored',
  list: '"{{key}}" must be a list, or a text; it is ignored',
  switch: '"{{key}}" must be true or false; it is ignored',
  map: '"{{key}}" must be a map; it is ignored',
  'unused-key': '"{{key}}" has no effect in a command file',
  'unknown-key': '"{{key}}" is no key that this host knows; it is kept and ignored',
  'mistaken-key': '"{{key}}" is no key of a skill; it is ignored',
  'too-large': '{{path}} is not loaded: it is larger than 1 MiB',
  unreadable: '{{path}} is not loaded: it cannot be read',
  unread: '{{path}} is not loaded: {{said}}',
  'no-description': 'There is no description: the model sees the first paragraph in its place',
  sample: 'The description is still the sample: the model is not offered the skill until it says what the skill is for',
  'long-description': 'Description and when_to_use are cut at {{most}} characters',
  'many-lines': 'The body has {{lines}} lines; beyond {{most}} put parts into files beside it',
  'many-tokens': 'The body has about {{tokens}} tokens; beyond {{most}} put parts into files beside it',
  'dead-reference': 'There is no file {{path}} beside the skill',
  effort: '"effort" is read, but this host has no setting for it',
  'side-effects':
    'The model may start this by itself, and it reaches beyond the project ("{{what}}"): set disable-model-invocation: true to keep that to people',
  'standard-no-name': 'The Agent Skills standard: a name is required',
  'standard-name': 'The Agent Skills standard: a name has up to 64 lower-case letters and digits, with single hyphens between them',
  'standard-folder': 'The Agent Skills standard: the name must be that of the folder, {{name}}',
  'standard-description': 'The Agent Skills standard: a description has up to 1,024 characters',
  'standard-keys': 'The Agent Skills standard: its validator does not know {{keys}}',
  'triggers-yaml': 'The prompts cannot be read: {{said}}',
  'triggers-shape': 'The prompts stand in two lists, should and should-not',
  'triggers-key': '{{key}} means nothing here: the lists are should and should-not',
  'triggers-list': '{{place}} is no list of at most 200 prompts, each with some text',
  'unknown-command': 'There is no skill or command /{{name}}; the text is sent as it is',
  'override-value': 'skillOverrides: "{{name}}" must be one of {{values}}; it is ignored',
  'override-shape': 'skillOverrides must be a map; it is ignored',
} as const;

export const saySkill = createWords('skill', SKILL_WORDS);
