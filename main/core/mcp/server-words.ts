import { createWords } from '../kernel/say-words';

/** What is wrong with the entry of a server, or with a list that servers stand in. */
export const SERVER_WORDS = {
  'no-file': 'There is no such file of servers.',
  'unset-variable': 'Server "{{name}}": the variable {{variable}} is not set and has no default, so the text stays as it is written.',
  servers: '"{{key}}" must be an object of servers by their names.',
  'too-many': 'Only the first {{most}} of {{count}} servers count.',
  reserved: 'The name "{{name}}" is reserved: call the server otherwise.',
  'bad-name': 'The name {{name}} is not one of a server: use at most 64 letters, digits, _ and -.',
  shape: 'Server "{{name}}": an entry is an object with "command", or with "type" and "url".',
  'needs-type': 'Server "{{name}}": an entry with "url" needs "type": "http" or "sse".',
  'no-type': 'Server "{{name}}": there is no "type": {{type}} here.',
  'type-meant': 'Server "{{name}}": there is no "type": {{type}} here; did you mean "{{meant}}"?',
  'no-command': 'Server "{{name}}": "command" is missing.',
  field: 'Server "{{name}}": "{{field}}": {{said}}.',
  key: 'Server "{{name}}": "{{key}}" means nothing here and is ignored.',
  timeout: 'Server "{{name}}": a timeout below {{least}} ms is ignored.',
  matcher: '"{{key}}" holds something that is no serverName, serverCommand or serverUrl.',
  'matcher-url': '"{{key}}": {{url}} is no address and matches none: write it with its scheme, or with a star (https://example.org/*).',
  names: '"{{key}}" holds something that is no name of a server.',
  'project-approves': '"{{key}}" of a project\'s own settings approves nothing: a repository cannot approve its own servers.',
  'local-approves':
    '"{{key}}" of local settings that git does not leave to you alone approves nothing: a repository cannot approve its own servers.',
  'decisions-newer': 'What you decided about servers was written by a newer version: no server starts, and the file is not changed.',
  'decisions-shape': 'What you decided about servers is not as it should be ({{said}}): no server starts, and the file is not changed.',
  'decisions-unread': 'What you decided about servers cannot be read ({{said}}): no server starts, and the file is not changed.',
} as const;

export const sayServer = createWords('server', SERVER_WORDS);
