/** What both ends of a channel share and that needs no schema: a page that only talks to the host loads nothing more. */

/** Rises with every change that an old client cannot live with: the handshake then asks for a reload. */
export const PROTOCOL_VERSION = 1;

/** Frames are JSON texts; a longer one closes the channel. */
export const MAX_FRAME_CHARS = 32 * 1024 * 1024;

/** The one thing that a transport is: ordered, reliable texts both ways. MessagePort, WebSocket or memory. */
export interface Channel {
  send(text: string): void;
  /** Takes every text that came, also those from before the listener was there. */
  onMessage(listener: (text: string) => void): void;
  onClose(listener: () => void): void;
  close(): void;
  /** Characters (or bytes) accepted by `send` and not yet taken by the other side, where the transport can tell. */
  waiting?(): number;
}
