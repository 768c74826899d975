import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemView, ToolCallItem } from '../../../shared/model/item';
import type { ToolState } from '../../../shared/model/tool';
import { call, errorCode } from '../../stores/host';
import { useSession } from '../../stores/session';
import { interruptTurn } from '../../stores/session-actions';
import { showToast } from '../../stores/toasts';
import { Button } from '../../ui/button';
import { cx } from '../../ui/cx';
import { keyed } from '../../ui/keyed';
import { ScrollRegion } from '../../ui/scroll-region';
import { PagedText } from './paged-text';
import { useLive } from './use-live';

const TAIL_CHARS = 20_000;

/** The end of what a running call prints, then its result as the model got it. */
export function ToolOutput({ view, item, state }: { view: ItemView; item: ToolCallItem; state: ToolState | undefined }) {
  const { t } = useTranslation('conversation');
  const live = useLive(item.id).output ?? '';
  const { result, images } = view;
  const { display } = item;
  if (state === 'executing' || state === 'validating') {
    if (live === '' && item.name !== 'Bash') return undefined;
    return (
      <>
        <Tail text={live.slice(-TAIL_CHARS)} />
        <div>
          <Button look="danger" onClick={() => void interruptTurn()}>
            {t('stopTurn')}
          </Button>
        </div>
      </>
    );
  }
  if (!result) return undefined;
  const spilled = display?.type === 'shell' && display.spill !== undefined;
  const quiet = view.patch !== undefined && !result.isError;
  return (
    <>
      {quiet ? undefined : (
        <ScrollRegion
          name={t('result')}
          className={cx('max-h-80 whitespace-pre-wrap break-anywhere font-mono text-sm leading-[19px]', result.isError && 'text-bad')}
        >
          {result.text || t('resultEmpty')}
        </ScrollRegion>
      )}
      {keyed(images ?? []).map(({ key, value: image }, index) => (
        <img
          key={key}
          src={`data:${image.mediaType};base64,${image.data}`}
          alt={t('image', { number: index + 1 })}
          className="max-h-64 max-w-full self-start rounded-md border border-line"
        />
      ))}
      {spilled ? (
        <PagedText item={item.id} of="output" />
      ) : result.chars > result.text.length ? (
        <PagedText item={item.id} of="result" />
      ) : undefined}
      {display?.type === 'shell' && display.background !== undefined ? <StopBackground id={display.background} /> : undefined}
    </>
  );
}

function Tail({ text }: { text: string }) {
  const { t } = useTranslation('conversation');
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end stays in sight while the text grows
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  return (
    <ScrollRegion
      ref={box}
      name={t('liveOutput')}
      className="max-h-64 min-h-6 whitespace-pre-wrap break-anywhere font-mono text-sm leading-[19px]"
    >
      {text}
    </ScrollRegion>
  );
}

function StopBackground({ id }: { id: string }) {
  const { t } = useTranslation(['conversation', 'common']);
  const session = useSession((state) => state.id);
  const stop = () => {
    if (!session) return;
    call('shell.stop', { session, background: id }).then(
      () => showToast({ text: t('backgroundStopped', { id }), tone: 'plain' }),
      (error: unknown) => showToast({ text: t(`common:error.${errorCode(error)}`), tone: 'bad' }),
    );
  };
  return (
    <div className="flex items-center gap-2 text-muted text-sm">
      <span>{t('background', { id })}</span>
      <Button look="danger" onClick={stop}>
        {t('stopBackground')}
      </Button>
    </div>
  );
}
