import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Params, Result } from '../../../shared/contract/methods';
import { call, errorCode } from '../../stores/host';
import { useSession } from '../../stores/session';
import { Button } from '../../ui/button';
import { useFormat } from '../../ui/format';
import { ScrollRegion } from '../../ui/scroll-region';

const PAGE = 100_000;

/** The whole of a long text, one bounded page at a time: never all of it in the page. */
export function PagedText({ item, of }: { item: string; of: Params<'item.text'>['of'] }) {
  const { t } = useTranslation(['conversation', 'common']);
  const format = useFormat();
  const session = useSession((state) => state.id);
  const [slice, setSlice] = useState<Result<'item.text'>>();
  const [problem, setProblem] = useState<string>();
  const read = async (offset: number) => {
    if (!session) return;
    try {
      setSlice(await call('item.text', { session, item, of, offset: Math.max(0, offset), limit: PAGE }));
      setProblem(undefined);
    } catch (error) {
      setProblem(t(`common:error.${errorCode(error)}`));
    }
  };
  if (problem)
    return (
      <p role="alert" className="py-1 text-bad text-sm">
        {problem}
      </p>
    );
  if (!slice)
    return (
      <Button look="quiet" className="mt-1" onClick={() => void read(0)}>
        {t('wholeText')}
      </Button>
    );
  const end = slice.offset + slice.text.length;
  return (
    <div className="mt-1 rounded-md border border-line">
      <ScrollRegion name={t('wholeText')} className="max-h-96 whitespace-pre-wrap break-anywhere p-2 font-mono text-sm leading-[19px]">
        {slice.text}
      </ScrollRegion>
      <div className="flex items-center gap-1 border-line border-t px-1 text-faint text-xs">
        <Button look="quiet" disabled={slice.offset === 0} onClick={() => void read(slice.offset - PAGE)}>
          {t('pageBack')}
        </Button>
        <Button look="quiet" disabled={end >= slice.total} onClick={() => void read(end)}>
          {t('pageForward')}
        </Button>
        <span className="flex-1 px-2 text-right">
          {t('pageOf', { from: format.count(slice.offset), to: format.count(end), total: format.count(slice.total) })}
        </span>
        <Button look="quiet" onClick={() => setSlice(undefined)}>
          {t('common:close')}
        </Button>
      </div>
    </div>
  );
}
