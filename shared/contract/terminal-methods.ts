import { z } from 'zod';
import { modeSchema } from '../model/mode';
import { terminalColoursSchema, terminalInfoSchema, terminalSizeSchema } from '../model/terminal';
import { method } from './method-row';

const terminal = z.object({ terminal: z.string() });
const done = z.object({});
const opened = z.object({ terminal: terminalInfoSchema });

/** Most characters of one write: a longer paste comes in several. */
export const MAX_TERMINAL_WRITE = 262_144;

/** Terminals of a folder. Their output comes as `terminal/output`, what else changes as `terminal/changed` and `terminal/closed`. */
export const terminalMethods = {
  'terminal.open': method(
    'none',
    z.object({ folder: z.string(), session: z.string().optional(), isolated: z.boolean().default(true), size: terminalSizeSchema }),
    opened,
  ),
  'terminal.list': method('none', z.object({ folder: z.string() }), z.object({ terminals: z.array(terminalInfoSchema) })),
  /** A text that draws the terminal as it stands; from then on this client gets its output. `at` counts characters of output. */
  'terminal.snapshot': method('none', terminal, z.object({ terminal: terminalInfoSchema, data: z.string(), at: z.number().int() })),
  /** This client does not look at it any more. */
  'terminal.leave': method('none', terminal, done),
  /** This client has drawn the output up to there: a client far behind gets no more until it has, and then a snapshot. */
  'terminal.drawn': method('none', terminal.extend({ at: z.number().int() }), done),
  'terminal.write': method('none', terminal.extend({ data: z.string().max(MAX_TERMINAL_WRITE) }), done),
  'terminal.resize': method('none', terminal.extend({ size: terminalSizeSchema }), done),
  /** The colours that this client shows terminals in: programs that ask for them get those of the client that told last. */
  'terminal.colours': method('none', z.object({ colours: terminalColoursSchema }), done),
  /** An agent's command that the person typed into is the agent's again. */
  'terminal.handBack': method('none', terminal, done),
  /** Ends everything that runs in it; what it shows stays. */
  'terminal.stop': method('none', terminal, done),
  /** Ends it, if it runs, and forgets it. */
  'terminal.close': method('none', terminal, done),
  /** The same again, in its place. An agent's command cannot be run again from here. */
  'terminal.again': method('none', terminal, opened),
  /**
   * Runs a command as the person, who is asked nothing. When it has ended, it and what it printed become part of the conversation;
   * the model reads them with the next message. Makes the session where there is none.
   */
  'terminal.command': method(
    'none',
    z.object({
      session: z.string().optional(),
      folder: z.string().optional(),
      model: z.string().optional(),
      mode: modeSchema.optional(),
      command: z.string().min(1).max(20_000),
      size: terminalSizeSchema,
    }),
    opened.extend({ session: z.string() }),
  ),
} as const;
