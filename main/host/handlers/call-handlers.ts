import { methods } from '../../../shared/contract/methods';
import { findModel } from '../../core/providers/catalogue';
import { redactText } from '../../core/secrets/redact-value';
import { handle } from '../dispatch';
import type { HostServices } from '../host-services';
import type { Asked, CallQuestion } from '../inspector/call-query';

interface CallRef {
  session: string;
  call: string;
}

export function callHandlers({ ports, registry, inspector, readConfig }: HostServices) {
  const ask = <Q extends CallQuestion>({ session, call }: CallRef, asked: Asked<Q>) =>
    registry.read(session, ({ source }) => inspector.ask(source, call, asked));

  const priceOf = async (model: string) => findModel(model, (await readConfig()).models)?.price;

  return {
    'call.anatomy': handle(methods['call.anatomy'], ({ session, call }) =>
      registry.read(session, ({ source }) => inspector.anatomy(source, call)),
    ),
    'call.beginnings': handle(methods['call.beginnings'], ({ session, call, segments }) =>
      registry.read(session, async ({ source }) => ({ beginnings: await inspector.beginnings(source, call, segments) })),
    ),
    'call.diff': handle(methods['call.diff'], ({ session, call, against }) =>
      registry.read(session, ({ source }) => inspector.diff(source, call, against, priceOf)),
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
    'call.segment': handle(methods['call.segment'], ({ session, call, ...slice }) =>
      registry.read(session, ({ source }) => inspector.segment(source, call, slice)),
    ),
    'call.response': handle(methods['call.response'], ({ session, call }) =>
      registry.read(session, ({ source }) => inspector.response(source, call)),
    ),
    'call.copy': handle(methods['call.copy'], async ({ as, ...ref }) => {
      const text = await ask(ref, { question: 'copy', ask: { as } });
      return { text: (await redactText(text, ports.findSecrets)).text };
    }),
  };
}
