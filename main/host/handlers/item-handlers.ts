import { methods } from '../../../shared/contract/methods';
import { CodedError } from '../../../shared/model/failure';
import { readBackgroundText, readItemText } from '../../core/sessions/item-text';
import { readItemView } from '../../core/sessions/item-view';
import { handle } from '../dispatch';
import type { HostServices } from '../host-services';
import { describeTurnChanges } from '../turn-changes';
import { undoChanges } from '../undo';

export function itemHandlers({ ports, registry }: HostServices) {
  return {
    'item.read': handle(methods['item.read'], ({ session, items }) =>
      registry.read(session, async ({ source }) => {
        const bodies = await source.readItems(items);
        return { views: await Promise.all(bodies.map((item) => readItemView(source, item))) };
      }),
    ),
    'item.text': handle(methods['item.text'], ({ session, item, of, offset, limit }) =>
      registry.read(session, async ({ source, runner }) => {
        const [body] = await source.readItems([item]);
        if (body === undefined) throw new CodedError('not-found', `no item ${item}`);
        const display = of === 'output' && body.kind === 'tool-call' ? body.display : undefined;
        const id = display?.type === 'shell' ? display.background : undefined;
        const running = id === undefined ? undefined : runner?.background(id);
        if (running !== undefined) return readBackgroundText(running, offset, limit);
        const ended = id === undefined ? undefined : source.state.endedCommands?.[id];
        return { ...(await readItemText(source, body, of, offset, limit)), ...(ended === undefined ? {} : { command: ended }) };
      }),
    ),
    'shell.stop': handle(methods['shell.stop'], async ({ session, background }) => {
      const shell = registry.peek(session)?.runner?.background(background);
      if (shell === undefined) throw new CodedError('not-found', 'no such background command');
      await shell.run.stop();
      return {};
    }),
    'changes.list': handle(methods['changes.list'], ({ session, turn }) =>
      registry.read(session, ({ source }) => describeTurnChanges(source, turn)),
    ),
    'changes.undo': handle(methods['changes.undo'], ({ session, turn, paths }) =>
      registry.write(session, (runner) => undoChanges(ports, runner, turn, paths)),
    ),
  };
}
