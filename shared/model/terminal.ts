import { z } from 'zod';

const cells = z.number().int().min(1).max(1000);
export const terminalSizeSchema = z.object({ columns: cells, rows: cells });

const colour = z.string().regex(/^#[\da-f]{6}$/i);
/** The colours of a page's theme, the palette in the order of its numbers. */
export const terminalColoursSchema = z.object({
  foreground: colour,
  background: colour,
  cursor: colour,
  palette: z.array(colour).length(16),
});
export type TerminalColours = z.infer<typeof terminalColoursSchema>;

/** Whose it is: the person's shell, a command that the person ran from the composer, or an agent's command that may ask. */
export const terminalKindSchema = z.enum(['shell', 'command', 'agent']);
export type TerminalKind = z.infer<typeof terminalKindSchema>;

/** A terminal as the host has it. It lives until it is closed; `end` says that its program has ended. */
export const terminalInfoSchema = z.object({
  id: z.string(),
  folder: z.string(),
  /** The session that it belongs to. A shell belongs to its folder. */
  session: z.string().optional(),
  kind: terminalKindSchema,
  /** Of a command. */
  command: z.string().optional(),
  /** The agent's tool call. */
  item: z.string().optional(),
  /** What was asked for, and what isolates it in fact: `none` when nothing does. */
  isolated: z.boolean(),
  isolation: z.string(),
  size: terminalSizeSchema,
  openedAt: z.string(),
  /** It has gone silent as programs do that wait for somebody to type. */
  waiting: z.boolean(),
  /** The person typed into an agent's command and did not hand it back: its time limit stands still. */
  taken: z.boolean(),
  end: z.object({ exitCode: z.number().int().optional(), signal: z.string().optional() }).optional(),
});
export type TerminalInfo = z.infer<typeof terminalInfoSchema>;
