import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemSpine } from '../../../shared/model/session';
import { useItemView } from '../../stores/use-item-view';
import { Disclosure } from './disclosure';
import { useLive } from './use-live';

/** What the model thought before it answered: one line until it is asked for. */
export function Thinking({ item }: { item: ItemSpine }) {
  const { t } = useTranslation('conversation');
  const [open, setOpen] = useState(false);
  const view = useItemView(item.id);
  const live = useLive(item.id).thinking;
  const text = (view?.text ?? '') + (item.state === 'running' ? (live ?? '') : '');
  const redacted = view?.item.kind === 'thinking' && view.item.redacted === true;
  const firstLine = text.slice(0, 160).replace(/\s+/g, ' ').trim();
  return (
    <div className="py-0.5 text-muted">
      <Disclosure
        open={open}
        onToggle={() => setOpen(!open)}
        label={t(item.state === 'running' ? 'thinkingNow' : 'thinking')}
        note={open ? '' : firstLine}
      />
      {open ? (
        <div className="ml-[7px] border-line border-l-2 py-1 pl-3">
          <div className="whitespace-pre-wrap break-anywhere text-sm">{redacted ? t('thinkingRedacted') : text || t('thinkingEmpty')}</div>
        </div>
      ) : undefined}
    </div>
  );
}
