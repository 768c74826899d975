import { z } from 'zod';
import type { RegisteredTool } from '../tools/tool';
import { sealTool } from '../tools/seal-tool';
import type { OfferedTool } from './offer-tools';
import { MOST_FOUND, searchTools } from './search-tools';

const inputSchema = z.strictObject({
  query: z.string().min(1).max(2_000).describe('"select:name,name" for tools by their names, else words; +word must be there'),
  max_results: z.int().min(1).max(MOST_FOUND).optional().describe('Default 5'),
});

const USUAL = 5;

/** Loads deferred tools. The result refers to their definitions, so that they are in the request from then on. */
export function toolSearchTool(deferred: () => readonly OfferedTool[]): RegisteredTool {
  return {
    ...sealTool({
      name: 'ToolSearch',
      description: `Loads the definitions of deferred tools: of these you know the names only, and calling one before it is loaded fails.
- select:mcp__github__get_issue,mcp__github__list_issues loads tools by their names; words find tools by name and description, the best first.
- What is loaded stays loaded. Load what the task needs, not everything.`,
      input: inputSchema,
      errors: ['invalid-input', 'no-match'],
      sideEffect: 'none',
      runsIn: 'host',
      timeoutMs: 10_000,
      idempotent: true,
      resultBound: 10_000,
      auditFields: ['query'],
      async describe({ query }) {
        return { tool: 'ToolSearch', capability: 'plan', paths: [], params: { query }, summary: `Look for tools: ${query}` };
      },
      async run({ query, max_results = USUAL }) {
        const selects = /^\s*select:/.test(query);
        const found = searchTools(deferred(), query, selects ? MOST_FOUND : max_results);
        if (found.length === 0)
          return { ok: false, kind: 'no-match', message: `No deferred tool fits ${JSON.stringify(query.slice(0, 200))}.` };
        return {
          ok: true,
          content: found.map(({ name }) => ({ type: 'tool_reference' as const, tool_name: name })),
          display: { type: 'tools', names: found.map(({ name }) => name) },
        };
      },
    }),
    late: true,
  };
}
