import type { AgentDefinition } from './definition';

export const GENERAL_PURPOSE = 'general-purpose';

export const EXPLORE = 'Explore';

/** Tools that change nothing. */
const READ_ONLY = ['Read', 'Glob', 'Grep', 'Bash', 'BashOutput', 'WebFetch'];

function builtIn(given: Pick<AgentDefinition, 'name' | 'description' | 'prompt'> & Partial<AgentDefinition>): AgentDefinition {
  return {
    source: { scope: 'built-in', line: 1, bodyLine: 1, descriptionLines: { start: 1, end: 1 } },
    disallowedTools: [],
    skills: [],
    background: false,
    omits: { memory: false, vcs: false },
    ...given,
  };
}

/** The one that judges for hooks, whatever a project calls its own. */
export const EXPLORER: AgentDefinition = builtIn({
  name: EXPLORE,
  description: 'Looks through files and answers a question about them. Changes nothing. For searches over many files.',
  tools: READ_ONLY,
  omits: { memory: true, vcs: true },
  prompt: `You look through a project to answer one question. You change nothing: no files, no state, also not through shell commands.
- Search widely first (names, then contents), read what matters, and stop as soon as the question is answered.
- Put searches that do not depend on each other into one answer.
- Report what you found with paths and lines, such as src/app.ts:42, and what you did not find. No file contents beyond the lines that prove the point.`,
});

/** The types that the product brings; a definition of the same name takes the place of one. */
export const BUILT_IN_TYPES: readonly AgentDefinition[] = [
  EXPLORER,
  builtIn({
    name: 'Plan',
    description: 'Looks at the code and works out how a change could be made: steps, files, risks. Changes nothing.',
    tools: READ_ONLY,
    omits: { memory: true, vcs: true },
    prompt: `You work out how a change could be made. You change nothing: no files, no state, also not through shell commands.
- Read the code that the change would touch and what depends on it; follow the conventions that you find.
- Answer with: the steps in order, each with the files that it touches; what could break and how it would be noticed; what is still open.
- Prefer the smallest change that does all of what was asked.`,
  }),
  builtIn({
    name: GENERAL_PURPOSE,
    description: 'Does a task of several steps on its own, with all tools, and reports how it ended.',
    prompt: `You do one task of another agent, completely and nothing beyond it.
- Look before you change; follow the conventions of the code; check a change the way the project does.
- You cannot ask anybody. Where the task leaves something open, choose sensibly and say what you chose.
- Report what you did, what you checked and what came out, failures included.`,
  }),
];
