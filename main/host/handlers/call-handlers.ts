import { methods } from '../../../shared/contract/methods';
import { findModel } from '../../core/providers/catalogue';
import { handle } from '../dispatch';
import type { HostServices } from '../host-services';
import type { Asked, CallQuestion } from '../inspector/call-query';

interface CallRef {
  session: string;
  call: string;
}

export function callHandlers({ registry, inspector, readConfig }: HostServices) {
  const ask = <Q extends CallQuestion>({ session, call }: CallRef, asked: Asked<Q>) =>
    registry.read(session, ({ source }) => inspector.ask(source, call, asked));

  return {
    'call.anatomy': handle(methods['call.anatomy'], (ref) => ask(ref, { question: 'anatomy', ask: {} })),
    'call.diff': handle(methods['call.diff'], ({ session, call, against }) =>
      registry.read(session, async ({ source }) => {
        const started = (await source.readCall(call))?.started;
        const other = against ?? started?.comparison.previous;
        const { models } = await readConfig();
        const price = started === undefined ? undefined : findModel(`${started.provider}/${started.model}`, models)?.price;
        return inspector.ask(source, call, {
          question: 'diff',
          ask: { price, against: other === undefined ? undefined : await inspector.load(source, other) },
        });
      }),
    ),
    'call.raw': handle(methods['call.raw'], ({ offset, limit, form, ...ref }) =>
      ask(ref, { question: 'raw', ask: { form, offset, limit } }),
    ),
    'call.ranges': handle(methods['call.ranges'], async ({ form, ...ref }) => ({
      ranges: await ask(ref, { question: 'ranges', ask: { form } }),
    })),
    'call.find': handle(methods['call.find'], ({ query, limit, form, ...ref }) =>
      ask(ref, { question: 'find', ask: { form, query, limit } }),
    ),
    'call.segment': handle(methods['call.segment'], ({ segment, offset, limit, ...ref }) =>
      ask(ref, { question: 'segment', ask: { segment, offset, limit } }),
    ),
    'call.response': handle(methods['call.response'], (ref) => ask(ref, { question: 'response', ask: {} })),
    'call.copy': handle(methods['call.copy'], async ({ as, ...ref }) => ({ text: await ask(ref, { question: 'copy', ask: { as } }) })),
  };
}
