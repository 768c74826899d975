import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../../shared/model/failure';
import { call, errorCode } from '../../stores/host';
import { Button } from '../../ui/button';
import { useFormat } from '../../ui/format';

const PAGE = 20_000;

interface Read {
  text: string;
  total: number;
  error?: ErrorCode;
}

/** The segment's text as the model reads it, a page at a time. Built anew for each segment (`key`). */
export function SegmentBody({ session, call: id, segment }: { session: string; call: string; segment: string }) {
  const { t } = useTranslation(['inspector', 'common']);
  const format = useFormat();
  const [read, setRead] = useState<Read>({ text: '', total: 0 });
  const [wanted, setWanted] = useState({ offset: 0 });
  useEffect(() => {
    let current = true;
    const { offset } = wanted;
    call('call.segment', { session, call: id, segment, offset, limit: PAGE }).then(
      (slice) => current && setRead((old) => ({ text: old.text.slice(0, offset) + slice.text, total: slice.total })),
      (error: unknown) => current && setRead((old) => ({ ...old, error: errorCode(error) })),
    );
    return () => {
      current = false;
    };
  }, [session, id, segment, wanted]);
  return (
    <div className="px-3 py-2">
      <pre className="whitespace-pre-wrap break-anywhere text-sm leading-[19px]">{read.text}</pre>
      {read.error ? (
        <p role="alert" className="pt-1 text-bad text-sm">
          {t(`common:error.${read.error}`)}
        </p>
      ) : undefined}
      {read.text.length < read.total ? (
        <Button className="mt-2" onClick={() => setWanted({ offset: read.text.length })}>
          {t('segment.more', { shown: format.count(read.text.length), total: format.count(read.total) })}
        </Button>
      ) : undefined}
    </div>
  );
}
