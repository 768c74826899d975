import { methods } from '../../../shared/contract/methods';
import { CodedError } from '../../../shared/model/failure';
import { readItemText } from '../../core/sessions/item-text';
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
      registry.read(session, async ({ source }) => {
        const [body] = await source.readItems([item]);
        if (body === undefined) throw new CodedError('not-found', `no item ${item}`);
        return readItemText(source, body, of, offset, limit);
      }),
    ),
    'shell.stop': handle(methods['shell.stop'], async ({ session, background }) => {
      const shell = (await registry.peek(session)?.runner?.services())?.background.get(background);
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
