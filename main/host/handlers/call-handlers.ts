import { methods } from '../../../shared/contract/methods';
import { handle } from '../dispatch';
import type { HostServices } from '../host-services';
import { CodedError } from '../../../shared/model/failure';
export function callHandlers(_s: HostServices) {
  const no = () => { throw new CodedError('unavailable', 'not yet'); };
  return {
    'call.anatomy': handle(methods['call.anatomy'], no),
    'call.diff': handle(methods['call.diff'], no),
    'call.raw': handle(methods['call.raw'], no),
    'call.ranges': handle(methods['call.ranges'], no),
    'call.find': handle(methods['call.find'], no),
    'call.segment': handle(methods['call.segment'], no),
    'call.response': handle(methods['call.response'], no),
    'call.copy': handle(methods['call.copy'], no),
  };
}
