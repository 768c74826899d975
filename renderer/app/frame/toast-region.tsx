import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dismissToast, useToasts } from '../../stores/toasts';
import { Button } from '../../ui/button';
import { cx } from '../../ui/cx';
import { IconButton } from '../../ui/icon-button';

export function ToastRegion() {
  const { t } = useTranslation(['frame', 'common']);
  const toasts = useToasts((state) => state.toasts);
  return (
    <section
      aria-label={t('toasts')}
      aria-live="polite"
      className="pointer-events-none fixed right-3 bottom-9 z-40 flex flex-col items-end gap-2"
    >
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className="pointer-events-auto flex max-w-96 items-center gap-2 rounded-lg border border-line bg-raised py-1 pr-1 pl-3 text-sm shadow-float"
        >
          <span className={cx('whitespace-pre-line break-anywhere', toast.tone === 'bad' && 'text-bad')}>
            {toast.text}
            {toast.detail === undefined ? undefined : (
              <span lang="en" className="line-clamp-6 block text-muted" title={toast.detail}>
                {toast.detail}
              </span>
            )}
          </span>
          {toast.action ? (
            <Button
              look="quiet"
              onClick={() => {
                toast.action?.run();
                dismissToast(toast.id);
              }}
            >
              {toast.action.label}
            </Button>
          ) : undefined}
          <IconButton name={t('common:close')} icon={<X size={14} />} onClick={() => dismissToast(toast.id)} />
        </div>
      ))}
    </section>
  );
}
