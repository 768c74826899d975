import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReminderItem } from '../../../shared/model/item';
import type { ItemSpine } from '../../../shared/model/session';
import { useItemView } from '../../stores/use-item-view';
import { useSession } from '../../stores/session';
import { SegmentLetter } from '../../ui/segment-letter';
import { Tokens } from '../../ui/tokens';
import { Disclosure } from './disclosure';
import { relative } from './tool-summary';

/** Text that the host added for the model: always in sight, with its origin and what caused it. */
export function ReminderRow({ item }: { item: ItemSpine }) {
  const { t } = useTranslation(['conversation', 'common']);
  const [open, setOpen] = useState(false);
  const view = useItemView(item.id);
  const folder = useSession((state) => state.state?.folder);
  const body = view?.item.kind === 'reminder' ? view.item : undefined;
  const origin = body?.placed[0]?.segments[0]?.origin ?? 7;
  return (
    <div className="py-0.5 text-muted">
      <Disclosure
        open={open}
        onToggle={() => setOpen(!open)}
        label={body ? t(`common:kind.${body.segment}`) : t('reminder')}
        note={body ? relative(sourceText(body), folder) : ''}
        lead={<SegmentLetter origin={origin} field="messages" />}
        aside={
          body ? (
            <span className="flex shrink-0 gap-2 pr-1 text-faint text-xs">
              <span>{t(`why.${body.why.trigger}`)}</span>
              <Tokens count={body.tokens} estimated />
            </span>
          ) : undefined
        }
      />
      {open ? (
        <pre className="ml-[7px] max-h-80 overflow-auto whitespace-pre-wrap break-anywhere border-line border-l-2 py-1 pl-3 text-sm">
          {view?.text}
        </pre>
      ) : undefined}
    </div>
  );
}

function sourceText({ source }: ReminderItem): string {
  switch (source.type) {
    case 'file':
      return source.path;
    case 'skill':
    case 'tool':
      return source.name;
    case 'hook':
      return source.path === undefined ? '' : `${source.path}:${source.line ?? 1}`;
    case 'server':
      return source.server;
    default:
      return '';
  }
}
