import { z } from 'zod';
import { itemDeltaSchema, sessionEventSchema, unknownEventSchema } from '../model/event';
import { hookRunningSchema } from '../model/hook-run';
import { itemViewSchema } from '../model/item';
import { serverRequestSchema, serverViewSchema } from '../model/mcp';
import { sessionSummarySchema } from '../model/session';
import { terminalInfoSchema } from '../model/terminal';

/** Host → client. Durable events carry `seq`; a gap means: ask `session.events`. Everything else may be missed. */
export const notifications = {
  /** An event of a session that this client has open, with the item's view where it completes or starts an item. */
  'session/event': z.object({
    session: z.string(),
    event: z.union([sessionEventSchema, unknownEventSchema]),
    view: itemViewSchema.optional(),
  }),
  /** Another process began to write a session that is open here, let go of it or died; without `owner` it can be written here. */
  'session/owner': z.object({ session: z.string(), owner: z.string().optional() }),
  /** Growing text, batched per frame of about 16 ms. */
  'session/delta': itemDeltaSchema,
  /** A line of the session list changed or came. */
  'sessions/changed': z.object({ summary: sessionSummarySchema }),
  /** Requests that wait for an answer, over all sessions. */
  'requests/changed': z.object({
    waiting: z.array(
      z.object({
        session: z.string(),
        request: z.string(),
        item: z.string(),
        type: z.enum(['permission', 'question', 'plan']),
        title: z.string(),
        summary: z.string(),
      }),
    ),
  }),
  /** Output of a terminal that this client looks at. `at`: characters up to the end of `data`. `whole`: it draws the terminal anew. */
  'terminal/output': z.object({ terminal: z.string(), data: z.string(), at: z.number().int(), whole: z.boolean().optional() }),
  'terminal/changed': z.object({ terminal: terminalInfoSchema }),
  'terminal/closed': z.object({ terminal: z.string() }),
  /** A document that this client watches was changed by whomever; without a `hash` it is gone. */
  'document/changed': z.object({ path: z.string(), hash: z.string().optional() }),
  /** Hooks of a session that run now: one is gone from the list when its process is. */
  'hooks/running': z.object({ session: z.string(), running: z.array(hookRunningSchema) }),
  /** A server of a folder changed, came or, without a view, went. To those who watch the folder. */
  'mcp/changed': z.object({ folder: z.string(), server: z.string(), view: serverViewSchema.optional() }),
  /** What servers ask the person for, of all folders. */
  'mcp/requests': z.object({ requests: z.array(serverRequestSchema) }),
  'config/changed': z.object({}),
  /** Something that the person must know now, such as a failing disk. */
  alarm: z.object({ code: z.string(), message: z.string(), session: z.string().optional() }),
} as const;
export type NotificationName = keyof typeof notifications;
export type NotificationData<N extends NotificationName> = z.infer<(typeof notifications)[N]>;
