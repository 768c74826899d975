import { methods } from '../../../shared/contract/methods';
import { CodedError } from '../../../shared/model/failure';
import { buildAnatomy } from '../../core/context/anatomy';
import { copyAsCurl, copyAsTypescript } from '../../core/context/copy-call';
import { diffCalls } from '../../core/context/diff-calls';
import { responseOf } from '../../core/context/response-of';
import { findInBody, sliceText } from '../../core/context/slice-text';
import { findModel } from '../../core/providers/catalogue';
import { CallReader } from '../call-reader';
import { handle } from '../dispatch';
import type { HostServices } from '../host-services';

export function callHandlers({ registry, readConfig }: HostServices) {
  const reader = new CallReader();
  const open = async ({ session, call }: { session: string; call: string }) =>
    reader.open((await registry.forReading(session)).source, call);

  return {
    'call.anatomy': handle(methods['call.anatomy'], async (ref) => buildAnatomy((await open(ref)).source)),
    'call.diff': handle(methods['call.diff'], async ({ against, ...ref }) => {
      const { source } = await open(ref);
      const other = against ?? source.start.comparison.previous;
      const price = findModel(`${source.start.provider}/${source.start.model}`, (await readConfig()).models)?.price;
      return diffCalls(source, other === undefined ? undefined : (await open({ session: ref.session, call: other })).source, price);
    }),
    'call.raw': handle(methods['call.raw'], async ({ offset, limit, form, ...ref }) =>
      sliceText((await open(ref)).layout(form).body, offset, limit),
    ),
    'call.ranges': handle(methods['call.ranges'], async ({ form, ...ref }) => ({ ranges: (await open(ref)).layout(form).ranges })),
    'call.find': handle(methods['call.find'], async ({ query, limit, form, ...ref }) =>
      findInBody((await open(ref)).layout(form).body, query, limit),
    ),
    'call.segment': handle(methods['call.segment'], async ({ segment, offset, limit, ...ref }) => {
      const { body, ranges } = (await open(ref)).layout('text');
      const range = ranges.find((one) => one.segment === segment);
      if (range === undefined) throw new CodedError('not-found', `no segment ${segment}`);
      return sliceText(body.slice(range.start, range.end), offset, limit);
    }),
    'call.response': handle(methods['call.response'], async (ref) => responseOf((await open(ref)).source)),
    'call.copy': handle(methods['call.copy'], async ({ as, ...ref }) => {
      const { source, layout } = await open(ref);
      const { body } = layout('json');
      return { text: as === 'curl' ? copyAsCurl(source.start.endpoint, body) : copyAsTypescript(source.start.endpoint, body) };
    }),
  };
}
