import { ChevronLeft, ChevronRight, ChevronsRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Anatomy } from '../../../shared/model/anatomy';
import { followNewestCall, stepCall } from '../../stores/shown-call';
import { useCallName } from '../../ui/call-name';
import { callOutcome, useCallEnd } from '../../ui/call-end';
import { Chip } from '../../ui/chip';
import { IconButton } from '../../ui/icon-button';
import { CopyMenu } from './copy-menu';
import { LintBadge } from './lint-badge';
import type { useShownCall } from './use-call';

/** Which call, how it ended, what the linter said; steps to its neighbours. */
export function InspectorHead({ shown, anatomy }: { shown: NonNullable<ReturnType<typeof useShownCall>>; anatomy: Anatomy | undefined }) {
  const { t } = useTranslation(['inspector', 'common']);
  const { spine, before, after, pinned } = shown;
  const name = useCallName()(spine);
  const end = useCallEnd()(spine);
  const outcome = callOutcome(spine);
  return (
    <header className="flex h-[32px] shrink-0 items-center gap-1.5 border-line border-b px-2">
      <IconButton
        name={t('previous')}
        keys="["
        icon={<ChevronLeft size={14} />}
        disabled={!before}
        onClick={() => stepCall(-1)}
        className="size-[22px]"
      />
      <IconButton
        name={t('next')}
        keys="]"
        icon={<ChevronRight size={14} />}
        disabled={!after}
        onClick={() => stepCall(1)}
        className="size-[22px]"
      />
      <IconButton
        name={t('followNewest')}
        icon={<ChevronsRight size={14} />}
        disabled={!pinned}
        onClick={followNewestCall}
        className="size-[22px]"
      />
      <h2 className="min-w-0 shrink-0 max-w-[50%] truncate font-semibold text-sm" title={name}>
        {name}
      </h2>
      <span className="min-w-0 truncate text-faint text-sm" title={`${spine.model}\n${spine.call}`}>
        {spine.model}
      </span>
      <span className="flex-1" />
      {outcome === 'done' ? undefined : <Chip tone={outcome === 'failed' ? 'bad' : 'plain'}>{end}</Chip>}
      {spine.stopReason ? (
        <Chip title={end} className="hidden @[380px]:inline-flex">
          <code className="text-xs">{spine.stopReason}</code>
        </Chip>
      ) : undefined}
      {anatomy ? <LintBadge findings={anatomy.lint} /> : undefined}
      <CopyMenu session={shown.session} call={spine.call} />
    </header>
  );
}
