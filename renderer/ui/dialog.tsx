import { Dialog as Radix } from 'radix-ui';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx';
import { IconButton } from './icon-button';

interface DialogProps {
  title: string;
  /** Shown for screen readers only, where the content carries its own heading. */
  hideTitle?: boolean;
  open: boolean;
  onClose: () => void;
  /** It has gone, where the focus goes to somebody else than who had it before. */
  onClosed?: () => void;
  children: ReactNode;
  className?: string;
}

/** Asked for by the person, never opened by the program. The backdrop is our own: the kit's would inject a style element. */
export function Dialog({ title, hideTitle = false, open, onClose, onClosed, children, className }: DialogProps) {
  const { t } = useTranslation('common');
  const content = useRef<HTMLDivElement>(null);
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Radix.Portal>
        <div className="fixed inset-0 z-30 bg-black/25" aria-hidden />
        <Radix.Content
          ref={content}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            if (!onClosed) return;
            event.preventDefault();
            onClosed();
          }}
          onOpenAutoFocus={(event) => {
            if (hideTitle) return;
            event.preventDefault();
            if (!content.current?.contains(document.activeElement)) content.current?.focus();
          }}
          className={cx(
            'fixed top-[12vh] left-1/2 z-40 flex max-h-[76vh] w-[min(600px,94vw)] -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-float outline-none',
            className,
          )}
        >
          <div className={hideTitle ? 'sr-only' : 'flex h-10 shrink-0 items-center justify-between border-line border-b pr-1.5 pl-3.5'}>
            <Radix.Title className="font-semibold">{title}</Radix.Title>
            {hideTitle ? undefined : <IconButton name={t('close')} icon={<X size={15} />} onClick={onClose} />}
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
