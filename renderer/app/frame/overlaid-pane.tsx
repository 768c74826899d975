import { X } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useUi } from '../../stores/ui';
import { cx } from '../../ui/cx';
import { IconButton } from '../../ui/icon-button';
import { Pane } from './pane';

/** A dock over the conversation, on a narrow window. It takes the focus when it opens and gives it back when it closes. */
export function OverlaidPane({ of, children }: { of: 'list' | 'inspector'; children: ReactNode }) {
  const { t } = useTranslation(['frame', 'common']);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) close();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    const before = document.activeElement;
    element?.focus({ preventScroll: true });
    return () => {
      const isHere = element?.contains(document.activeElement) || document.activeElement === document.body;
      if (isHere && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div
      ref={box}
      role="group"
      data-overlaid
      aria-label={t(`pane.${of}`)}
      tabIndex={-1}
      className={cx(
        'absolute inset-y-0 z-20 flex w-[min(620px,92%)] flex-col border-line bg-bg shadow-float focus-inset',
        of === 'list' ? 'left-0 border-r' : 'right-0 border-l',
      )}
    >
      <div className="flex h-[30px] shrink-0 items-center justify-between border-line border-b pr-1 pl-3">
        <span className="font-semibold text-sm">{t(`pane.${of}`)}</span>
        <IconButton name={t('common:close')} icon={<X size={14} />} onClick={close} />
      </div>
      <Pane name={t(`pane.${of}`)}>{children}</Pane>
    </div>
  );
}

function close(): void {
  useUi.setState({ overlaid: undefined });
}
