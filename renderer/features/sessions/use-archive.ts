import { useTranslation } from 'react-i18next';
import type { SessionSummary } from '../../../shared/model/session';
import { changeSession } from '../../stores/session-actions';
import { showToast } from '../../stores/toasts';
import { reportFailure } from '../../stores/report-failure';

/** Says in a toast what went wrong. */
export function useReportFailure(): (error: unknown) => void {
  const { t } = useTranslation(['sessions', 'common']);
  return (error) => reportFailure(error, (why) => t('failed', { why }));
}

/** Archives or puts back at once and offers to undo: no question beforehand, nothing lost. */
export function useArchive(): (session: Pick<SessionSummary, 'id' | 'title' | 'archived'>) => void {
  const { t } = useTranslation(['sessions', 'common']);
  const report = useReportFailure();
  return ({ id, title, archived }) => {
    changeSession({ archived: !archived }, id).then(() => {
      if (archived) return;
      const undo = { label: t('common:undo'), run: () => void changeSession({ archived: false }, id).catch(report) };
      showToast({ text: t('archived', { title: title || t('untitled') }), tone: 'plain', action: undo });
    }, report);
  };
}
