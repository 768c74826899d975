import { SquareTerminal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { showTerminal, useTerminals } from '../../stores/terminals';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';

/** Where a call runs at a terminal: whether somebody is waited for there, and the way to it. */
export function CardTerminal({ item }: { item: string }) {
  const { t } = useTranslation('conversation');
  const terminal = useTerminals((state) => state.terminals.find((one) => one.item === item));
  if (terminal === undefined) return undefined;
  return (
    <div className="flex items-center gap-2 border-line border-t px-3 py-1.5">
      <Button onClick={() => showTerminal(terminal.id)}>
        <SquareTerminal size={13} aria-hidden />
        {t('inTerminal')}
      </Button>
      <span role="status">{terminal.waiting ? <Chip tone="warn">{t('waitingForInput')}</Chip> : undefined}</span>
    </div>
  );
}
