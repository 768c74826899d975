import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnatomySegment } from '../../../shared/model/anatomy';
import { call } from '../../stores/host';
import { Button } from '../../ui/button';
import { useFormat } from '../../ui/format';

const PAGE = 20_000;

/** The segment's text as the model reads it, a page at a time. */
export function SegmentBody({ session, call: id, segment }: { session: string; call: string; segment: AnatomySegment }) {
  const { t } = useTranslation('inspector');
  const format = useFormat();
  const [text, setText] = useState(segment.text);
  const [total, setTotal] = useState(segment.chars);
  useEffect(() => {
    let current = true;
    setText(segment.text);
    setTotal(segment.chars);
    if (segment.text.length >= segment.chars) return;
    void call('call.segment', { session, call: id, segment: segment.id, offset: 0, limit: PAGE }).then((slice) => {
      if (!current) return;
      setText(slice.text);
      setTotal(slice.total);
    });
    return () => {
      current = false;
    };
  }, [session, id, segment]);
  const more = async () => {
    const slice = await call('call.segment', { session, call: id, segment: segment.id, offset: text.length, limit: PAGE });
    setText((old) => old + slice.text);
  };
  return (
    <div className="px-3 py-2">
      <pre className="whitespace-pre-wrap break-anywhere text-sm leading-[19px]">{text}</pre>
      {text.length < total ? (
        <Button className="mt-2" onClick={() => void more()}>
          {t('segment.more', { shown: format.count(text.length), total: format.count(total) })}
        </Button>
      ) : undefined}
    </div>
  );
}
