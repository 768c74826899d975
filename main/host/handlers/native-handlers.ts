import { methods } from '../../../shared/contract/methods';
import { CodedError } from '../../../shared/model/failure';
import { type CallContext, handle } from '../dispatch';
import type { NativePort } from '../native-port';

export function nativeHandlers() {
  return {
    'native.chooseFolder': handle(methods['native.chooseFolder'], async (_params, { client }) =>
      pathOf(await nativeOf({ client }).chooseFolder()),
    ),
    'native.openExternal': handle(methods['native.openExternal'], async ({ url }, { client }) => {
      await nativeOf({ client }).openExternal(url);
      return {};
    }),
    'native.revealFile': handle(methods['native.revealFile'], async ({ path }, { client }) => {
      await nativeOf({ client }).revealFile(path);
      return {};
    }),
    'native.notify': handle(methods['native.notify'], async ({ title, body }, { client }) => {
      await nativeOf({ client }).notify(title, body);
      return {};
    }),
    'native.saveFile': handle(methods['native.saveFile'], async ({ name, text }, { client }) =>
      pathOf(await nativeOf({ client }).saveFile(name, text)),
    ),
  };
}

function nativeOf({ client }: Pick<CallContext, 'client'>): NativePort {
  if (client.native === undefined) throw new CodedError('unavailable', 'this shell has no window of its own');
  return client.native;
}

function pathOf(path: string | undefined): { path?: string } {
  return path === undefined ? {} : { path };
}
