import type { AgentDefinition } from '../subagents/definition';
import { cutStart } from '../../../shared/text/cut-text';
import { escapeMarks } from './escape-marks';
import { type Candidate, frame } from './reminder-candidates';

const LONGEST_LINE = 400;
/** Characters of all lines together; types beyond it are named without their description. */
const BUDGET = 12_000;

/** The types of sub-agents that files define, as a reminder; the built-in ones stand in the tool's own description. */
export function agentListCandidate(types: readonly AgentDefinition[]): Candidate | undefined {
  const own = types.filter(({ source }) => source.file !== undefined);
  if (own.length === 0) return undefined;
  const source = { type: 'host' as const, part: 'agent-list' };
  let left = BUDGET;
  const lines = own.map((definition) => {
    const text = lineOf(definition, left > 0);
    left -= text.length;
    return {
      kind: 'agent-list' as const,
      trust: definition.source.scope === 'project' ? ('project' as const) : ('user' as const),
      text: `\n${escapeMarks(text)}`,
      source: {
        type: 'file' as const,
        path: definition.source.file ?? '',
        startLine: definition.source.descriptionLines.start,
        endLine: definition.source.descriptionLines.end,
      },
    };
  });
  const heading = {
    kind: 'agent-list' as const,
    source,
    trust: 'host' as const,
    text: 'Types of agents that you can start with the Agent tool, beside the built-in ones:\n',
  };
  return frame('', { kind: 'agent-list', source, pieces: [heading, ...lines] });
}

function lineOf({ name, description }: AgentDefinition, whole: boolean): string {
  return whole ? cutStart(`- ${name}: ${description.replace(/\s+/g, ' ')}`, LONGEST_LINE) : `- ${name}`;
}
