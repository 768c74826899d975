import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemSpine } from '../../../shared/model/session';
import { useItemView } from '../../stores/use-item-view';
import { Disclosure } from './disclosure';
import { RichText } from './rich-text';

export function SummaryRow({ item }: { item: ItemSpine }) {
  const { t } = useTranslation('conversation');
  const [open, setOpen] = useState(false);
  const view = useItemView(item.id);
  return (
    <div className="my-1 border-line border-y py-1">
      <Disclosure open={open} onToggle={() => setOpen(!open)} label={t('summary')} />
      {open ? <RichText text={view?.text ?? ''} /> : undefined}
    </div>
  );
}
