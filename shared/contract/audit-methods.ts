import { z } from 'zod';
import { auditEntrySchema, auditFilterSchema, auditReportSchema } from '../model/audit';
import { method } from './method-row';

const folder = z.object({ folder: z.string() });

/** What a project's agents and its person did. */
export const auditMethods = {
  /** Newest first. `names`: what the whole log can be filtered by. */
  'audit.list': method(
    'none',
    folder.extend({
      filter: auditFilterSchema,
      offset: z.number().int().nonnegative(),
      limit: z.number().int().min(1).max(1_000),
    }),
    z.object({
      entries: z.array(auditEntrySchema),
      total: z.number().int(),
      names: z.object({ tools: z.array(z.string()), capabilities: z.array(z.string()), agents: z.array(z.string()) }),
    }),
  ),
  'audit.verify': method('none', folder, auditReportSchema),
} as const;
