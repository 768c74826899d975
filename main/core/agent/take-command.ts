import { MAIN_AGENT } from '../../../shared/model/main-agent';
import { cutStart } from '../../../shared/text/cut-text';
import type { PersonCommand } from '../context/place-command';
import { keepEnd } from '../secrets/keep-end';
import type { TurnDeps } from './turn';

const MAX_PREVIEW = 2_000;
/** Most characters of a command's output that go into the conversation: its end, where failures stand. */
const MOST_OUTPUT = 30_000;

/** Logs a command that the person ran; the next request brings it to the model. Only between the rounds of a turn, or between turns. */
export async function takeCommand(
  { ids, log, context, hide }: Pick<TurnDeps, 'ids' | 'log' | 'context' | 'hide'>,
  given: PersonCommand,
  turn: string,
): Promise<void> {
  const kept = await keepEnd(given.output, MOST_OUTPUT, hide);
  const ran = { ...given, command: await hide(given.command), output: kept.text, cut: given.cut || kept.cut };
  const id = ids.next('item');
  const event = ids.next('ev');
  const { command, exitCode, signal } = ran;
  await log.append({
    type: 'item/completed',
    id: event,
    item: {
      id,
      turn,
      agent: MAIN_AGENT,
      kind: 'user-text',
      preview: cutStart(`!${command}`, MAX_PREVIEW),
      placed: [context.placeCommand(ran, event)],
      author: 'user',
      command: {
        text: command,
        ...(exitCode === undefined ? {} : { exitCode }),
        ...(signal === undefined ? {} : { signal }),
      },
    },
  });
}
