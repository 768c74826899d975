import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SessionState } from '../../../shared/model/session';
import { goBack, goForward, useSelection } from '../../stores/selection';
import { Chip } from '../../ui/chip';
import { IconButton } from '../../ui/icon-button';

export function ConversationHead({ state }: { state: SessionState }) {
  const { t } = useTranslation(['conversation', 'frame']);
  const canBack = useSelection((selection) => selection.past.length > 0);
  const canForward = useSelection((selection) => selection.future.length > 0);
  return (
    <header className="flex h-[38px] shrink-0 items-center gap-2 border-line border-b px-2">
      <span className="flex">
        <IconButton name={t('frame:nav.back')} keys="Alt+ArrowLeft" icon={<ChevronLeft size={16} />} disabled={!canBack} onClick={goBack} />
        <IconButton
          name={t('frame:nav.forward')}
          keys="Alt+ArrowRight"
          icon={<ChevronRight size={16} />}
          disabled={!canForward}
          onClick={goForward}
        />
      </span>
      <h1 className="min-w-0 flex-1 truncate font-semibold" title={state.title}>
        {state.title || t('untitled')}
      </h1>
      {state.archived ? <Chip>{t('archived')}</Chip> : undefined}
      {state.recovered > 0 ? (
        <Chip tone="warn" title={t('recoveredNote')}>
          {t('recovered')}
        </Chip>
      ) : undefined}
    </header>
  );
}
