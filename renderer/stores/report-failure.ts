import type { ErrorCode } from '../../shared/model/failure';
import i18next from 'i18next';
import { errorCode, failureDetail } from './host';
import { select } from './selection';
import { showToast } from './toasts';

/** Where the person puts the cause right, by the code of the failure: the words of the button and what it does. */
const WAYS_OUT: Partial<Record<ErrorCode, { label: string; run: () => void }>> = {
  'no-credential': { label: 'common:way.key', run: () => select({ view: 'settings', detail: 'keys' }) },
  provider: { label: 'common:way.model', run: () => select({ view: 'settings', detail: 'model' }) },
  untrusted: { label: 'common:way.trust', run: () => select({ view: 'permissions' }) },
  'version-mismatch': { label: 'common:way.reload', run: () => location.reload() },
};

/**
 * Says in a toast what could not be done, why, what the host itself said of it, and what to do next. `say` puts the reason into
 * words of its own.
 */
export function reportFailure(error: unknown, say: (why: string) => string = (why) => why): void {
  const code = errorCode(error);
  const detail = failureDetail(error);
  const way = WAYS_OUT[code];
  showToast({
    text: say(i18next.t(`common:error.${code}`)),
    tone: 'bad',
    ...(detail === undefined ? {} : { detail }),
    ...(way === undefined ? {} : { action: { label: i18next.t(way.label), run: way.run } }),
  });
}
