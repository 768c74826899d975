import { z } from 'zod';
import { wireErrorSchema } from '../model/failure';

/** First frame of a client. `after` asks for what each session did since that sequence number. */
export const helloSchema = z.object({
  hello: z.object({ protocol: z.number().int(), client: z.string().max(100), after: z.record(z.string(), z.number().int()).optional() }),
});
export const welcomeSchema = z.object({
  welcome: z.object({
    protocol: z.number().int(),
    version: z.string(),
    shell: z.enum(['desktop', 'serve', 'run']),
    platform: z.string(),
    language: z.string(),
  }),
});
export const reloadSchema = z.object({ reload: z.object({ protocol: z.number().int() }) });

export const requestSchema = z.object({ id: z.number().int(), method: z.string(), params: z.unknown() });
export const responseSchema = z.union([
  z.object({ id: z.number().int(), result: z.unknown() }),
  z.object({ id: z.number().int(), error: wireErrorSchema }),
]);
/** A notification from the host; its payload follows `notifications.ts`. */
export const notificationSchema = z.object({ event: z.string(), data: z.unknown() });

export const clientFrameSchema = z.union([helloSchema, requestSchema]);
export const hostFrameSchema = z.union([welcomeSchema, reloadSchema, responseSchema, notificationSchema]);
export type HostFrame = z.infer<typeof hostFrameSchema>;
