import { Braces, CornerUpLeft, FolderOpen, Plug, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Anatomy, AnatomySegment } from '../../../shared/model/anatomy';
import type { SessionState } from '../../../shared/model/session';
import { call } from '../../stores/host';
import { select, selectItem, selectSegment } from '../../stores/selection';
import { useSession } from '../../stores/session';
import { cx } from '../../ui/cx';
import { useFormat } from '../../ui/format';
import { HiddenSecrets } from '../../ui/hidden-secrets';
import { IconButton } from '../../ui/icon-button';
import { ScrollRegion } from '../../ui/scroll-region';
import { SegmentLetter } from '../../ui/segment-letter';
import { SegmentBody } from './segment-body';
import { useBeginning } from './use-beginning';
import { useWhy } from './use-why';
import { Fact } from '../../ui/fact';

interface SegmentDetailProps {
  anatomy: Anatomy;
  segment: AnatomySegment;
  /** Absent beside the raw text, which holds the segment's own. */
  onShowRaw?: () => void;
}

/** One segment whole: what it is, where it comes from, why it is here, and its text. */
export function SegmentDetail({ anatomy, segment, onShowRaw }: SegmentDetailProps) {
  const { t } = useTranslation(['inspector', 'common']);
  const source = segment.source;
  const path = source.type === 'file' || source.type === 'skill' ? source.path : undefined;
  const items = useSession(({ state }) => state?.items);
  const calls = useSession(({ state }) => state?.calls);
  // Not in a selector: it would look through the whole session with every delta.
  const item = useMemo(() => (items && calls ? itemOfEvent({ items, calls }, segment) : undefined), [items, calls, segment]);
  return (
    <section
      aria-label={t('segment.name')}
      className={cx('flex min-h-[150px] shrink-0 flex-col border-line-strong border-t', onShowRaw ? 'h-[46%]' : 'h-[34%]')}
    >
      <header className="flex h-[30px] shrink-0 items-center gap-2 bg-panel px-3">
        <SegmentLetter origin={segment.origin} field={segment.field} />
        <h3 className="truncate font-semibold text-sm">{t(`common:kind.${segment.kind}`)}</h3>
        <span className="flex-1" />
        {path ? (
          <IconButton
            name={t('segment.reveal')}
            icon={<FolderOpen size={13} />}
            className="size-[22px]"
            onClick={() => void call('native.revealFile', { path }).catch(() => navigator.clipboard.writeText(path))}
          />
        ) : undefined}
        {source.type === 'server' ? (
          <IconButton
            name={t('segment.toServer')}
            icon={<Plug size={13} />}
            className="size-[22px]"
            onClick={() => select({ view: 'mcp', detail: source.server })}
          />
        ) : undefined}
        {item ? (
          <IconButton
            name={t('segment.toItem')}
            icon={<CornerUpLeft size={13} />}
            className="size-[22px]"
            onClick={() => selectItem(item, anatomy.call)}
          />
        ) : undefined}
        {onShowRaw ? (
          <IconButton name={t('segment.toRaw')} icon={<Braces size={13} />} className="size-[22px]" onClick={onShowRaw} />
        ) : undefined}
        <IconButton name={t('common:close')} icon={<X size={13} />} className="size-[22px]" onClick={() => selectSegment(undefined)} />
      </header>
      <ScrollRegion name={t(`common:kind.${segment.kind}`)} className="min-h-0 flex-1">
        <Facts anatomy={anatomy} segment={segment} />
        {onShowRaw ? (
          <SegmentBody key={`${anatomy.call} ${segment.id}`} session={anatomy.session} call={anatomy.call} segment={segment.id} />
        ) : undefined}
      </ScrollRegion>
    </section>
  );
}

const ANSWER_ITEMS: Partial<Record<AnatomySegment['kind'], string>> = {
  'assistant-text': 'assistant-text',
  thinking: 'thinking',
  'tool-call': 'tool-call',
};

/** The item that an event completed; an answer's event ends a call, whose items are found by kind. */
function itemOfEvent(state: Pick<SessionState, 'items' | 'calls'>, segment: AnatomySegment): string | undefined {
  const item = state.items.find((entry) => entry.event === segment.event);
  if (item) return item.id;
  const call = state.calls.find((entry) => entry.event === segment.event)?.call;
  return call === undefined ? undefined : state.items.find((entry) => entry.call === call && entry.kind === ANSWER_ITEMS[segment.kind])?.id;
}

function Facts({ anatomy, segment }: { anatomy: Anatomy; segment: AnatomySegment }) {
  const { t } = useTranslation(['inspector', 'common']);
  const format = useFormat();
  const why = useWhy();
  const { why: reason } = segment;
  const beginning = useBeginning(anatomy.session, anatomy.call, segment.id);
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-3 gap-y-0.5 border-line border-b px-3 py-2 text-sm">
      <Fact name={t('segment.why')}>
        {why.trigger(reason)}
        {reason.detail ? <code className="ml-1.5 break-anywhere text-xs">{reason.detail}</code> : undefined}
      </Fact>
      {reason.policy ? <Fact name={t('segment.policy')}>{why.policy(reason.policy)}</Fact> : undefined}
      {reason.distance === undefined ? undefined : (
        <Fact name={t('segment.distance')}>{t('segment.distanceText', { tokens: format.count(Math.round(reason.distance)) })}</Fact>
      )}
      <Fact name={t('segment.source')}>
        <code className="break-anywhere">{segment.path}</code>
      </Fact>
      <Fact name={t('segment.event')}>
        <code className="break-anywhere">{segment.event}</code>
      </Fact>
      <Fact name={t('segment.trust')}>
        {t(`trust.${segment.trust}`)} · {t(`stability.${segment.stability}`)}
      </Fact>
      {beginning?.hidden ? (
        <Fact name={t('segment.hidden')}>
          <HiddenSecrets hidden={beginning.hidden} />
        </Fact>
      ) : undefined}
      <Fact name={t('segment.size')}>
        {t(anatomy.tokens.estimated ? 'segment.sizeEstimated' : 'segment.sizeShare', {
          tokens: format.count(Math.round(segment.tokens)),
          share: format.percent(segment.share),
          chars: beginning ? format.count(beginning.chars) : '…',
        })}
      </Fact>
      <Fact name={t('segment.pointer')}>
        <code className="break-anywhere">
          {segment.pointer}
          {segment.start === undefined ? '' : ` [${segment.start}–${segment.end}]`}
        </code>
      </Fact>
    </dl>
  );
}
