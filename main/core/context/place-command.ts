import type { PlacedPart } from '../../../shared/model/part';
import { escapeMarks } from './escape-marks';
import type { SegmentMaker } from './text-block';
import { placeText } from './text-block';

/** A command that the person ran, as it goes into the conversation. */
export interface PersonCommand {
  command: string;
  /** Where it ran. */
  folder: string;
  /** Its end, when `cut`. */
  output: string;
  cut: boolean;
  exitCode?: number;
  signal?: string;
}

/** One segment, the person's: what was run and what it printed. */
export function placeCommand(ran: PersonCommand, maker: SegmentMaker, event: string): PlacedPart {
  const { command, folder, output, exitCode, signal } = ran;
  return placeText(
    maker,
    [
      {
        kind: 'user-command',
        source: {
          type: 'command',
          command,
          folder,
          ...(exitCode === undefined ? {} : { exitCode }),
          ...(signal === undefined ? {} : { signal }),
        },
        why: { trigger: 'user-invoked', detail: `!${command}` },
        text: escapeMarks(textOf(ran, output)),
      },
    ],
    event,
  );
}

function textOf({ command, folder, cut, exitCode, signal }: PersonCommand, output: string): string {
  const ending = signal === undefined ? `ended with exit code ${exitCode ?? 'unknown'}` : `was ended by ${signal}`;
  const head = `I ran a command in my terminal, in ${folder}. It ${ending}.\n$ ${command}`;
  if (output.trim() === '') return `${head}\n\nIt printed nothing.`;
  return `${head}\n\n${cut ? `The last ${output.length} characters of what it printed:` : 'It printed:'}\n${output}`;
}
