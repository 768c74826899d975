import { z } from 'zod';
import { wireErrorSchema } from '../model/failure';

/** Rises with every change that an old client cannot live with: the handshake then asks for a reload. */
export const PROTOCOL_VERSION = 1;
/** Frames are JSON texts; a longer one closes the channel. */
export const MAX_FRAME_CHARS = 32 * 1024 * 1024;

/** First frame of a client. `after` asks for what each session did since that sequence number. */
export const helloSchema = z.object({
  hello: z.object({ protocol: z.number().int(), client: z.string().max(100), after: z.record(z.string(), z.number().int()).optional() }),
});
export const welcomeSchema = z.object({
  welcome: z.object({ protocol: z.number().int(), version: z.string(), shell: z.enum(['desktop', 'serve', 'run']), platform: z.string(), language: z.string() }),
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
export type ClientFrame = z.infer<typeof clientFrameSchema>;
export type HostFrame = z.infer<typeof hostFrameSchema>;

/** The one thing that a transport is: ordered, reliable texts both ways. MessagePort, WebSocket or memory. */
export interface Channel {
  send(text: string): void;
  onMessage(listener: (text: string) => void): void;
  onClose(listener: () => void): void;
  close(): void;
}
