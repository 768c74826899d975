import { useTranslation } from 'react-i18next';
import type { ItemView, ToolCallItem } from '../../../shared/model/item';
import type { ToolState } from '../../../shared/model/tool';
import { cutEnd } from '../../../shared/text/cut-text';
import { interruptTurn } from '../../stores/session-actions';
import { Button } from '../../ui/button';
import { cx } from '../../ui/cx';
import { keyed } from '../../ui/keyed';
import { ScrollRegion } from '../../ui/scroll-region';
import { BackgroundOutput } from './background-output';
import { OutputTail } from './output-tail';
import { PagedText } from './paged-text';
import { useLive } from './use-live';

/** What is drawn anew whenever something is printed. */
const TAIL_CHARS = 8000;
const TAIL_LINES = 100;

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
        <OutputTail text={lastLines(live)} />
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
  const background = display?.type === 'shell' ? display.background : undefined;
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
      {background !== undefined ? (
        <BackgroundOutput item={item.id} id={background} />
      ) : spilled ? (
        <PagedText item={item.id} of="output" />
      ) : result.chars > result.text.length ? (
        <PagedText item={item.id} of="result" />
      ) : undefined}
    </>
  );
}

function lastLines(text: string): string {
  const tail = cutEnd(text, TAIL_CHARS);
  let from = tail.length;
  for (let lines = 0; lines <= TAIL_LINES && from > 0; lines += 1) from = tail.lastIndexOf('\n', from - 1);
  return from > 0 ? tail.slice(from + 1) : tail;
}
