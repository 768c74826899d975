import { createWords } from '../kernel/say-words';

/** What is said of the definition of a sub-agent. */
export const AGENT_WORDS = {
  'no-yaml': 'The file defines no sub-agent: its head is not valid YAML ({{said}}).',
  'never-closes': 'The file defines no sub-agent: its head never closes: a line of --- is missing.',
  late: 'The file defines no sub-agent: its head must open on line 1.',
  'no-head': 'The file defines no sub-agent: it needs a name and a description in a head that opens with --- on line 1.',
  'no-name': 'The file defines no sub-agent: it needs a name, which is a text.',
  'bad-name': 'The file defines no sub-agent: the name "{{name}}" begins with -, has only dots, or has a character that no name may have.',
  'no-description': 'The file defines no sub-agent: it needs a description, which is a text.',
  sample: 'The description is still the sample: no agent can start this one until it says when it is worth starting.',
  'unusual-name': 'The name {{name}} works here; other hosts may take only letters, digits and single hyphens.',
  value: '{{key}} cannot be {{value}}; it is left out.',
  key: "{{key}} has no meaning in a sub-agent's definition.",
  'no-prompt': 'The file has no text below its head: the agent starts with the host’s words alone.',
  'initial-prompt': 'initialPrompt opens a session of the agent itself; here it is only started by others.',
  'server-inline':
    'mcpServers: {{server}} comes with a configuration of its own. Servers are not started for one agent here: write its configuration in .mcp.json, and its name here.',
  'no-server': 'mcpServers: no file configures a server {{server}}, so the agent has no tools of it.',
  'starts-itself': '{{name}} may start {{name}}: a sub-agent never starts its own type.',
  effort: 'effort: {{model}} is not known to take {{wanted}}; {{sent}} is sent.',
  'effort-none': 'effort: {{model}} is not known to take {{wanted}}; nothing is sent.',
  'too-large': '{{path}} is not loaded: it is larger than {{kib}} KiB.',
  unreadable: '{{path}} is not loaded: it cannot be read.',
  unread: '{{path}} is not loaded: {{said}}.',
} as const;

export const sayAgent = createWords('agent', AGENT_WORDS);
