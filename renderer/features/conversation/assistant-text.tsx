import { useTranslation } from 'react-i18next';
import type { ItemSpine } from '../../../shared/model/session';
import { useItemView } from '../../stores/use-item-view';
import { PagedText } from './paged-text';
import { RichText } from './rich-text';
import { useLive } from './use-live';

export function AssistantText({ item }: { item: ItemSpine }) {
  const { t } = useTranslation('conversation');
  const view = useItemView(item.id);
  const live = useLive(item.id).text;
  const text = (view?.text ?? '') + (item.state === 'running' ? (live ?? '') : '');
  return (
    <article aria-label={t('fromModel')} aria-busy={item.state === 'running'} className="py-1.5">
      <RichText text={text} />
      {view?.more ? <PagedText item={item.id} of="text" /> : undefined}
    </article>
  );
}
