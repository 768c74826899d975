import { ArrowDown, ArrowUp, ChevronsDownUp, ChevronsUpDown, WrapText } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Anatomy } from '../../../shared/model/anatomy';
import { isBoolean, readPreference, writePreference } from '../../stores/preferences';
import { IconButton } from '../../ui/icon-button';
import { Select } from '../../ui/select';
import { TextInput } from '../../ui/text-input';
import { RawView } from './raw-view';
import { SegmentDetail } from './segment-detail';
import { useFind } from './use-find';
import { type RawForm, useRaw } from './use-raw';

const NOTHING_FOLDED: ReadonlySet<number> = new Set();

/** The exact JSON of the body, or the plain text that the model reads; foldable, searchable, linked to the segments both ways. */
export function RawTab({
  call,
  anatomy,
  segment,
  form,
  onForm,
}: {
  call: { session: string; call: string };
  anatomy: Anatomy | undefined;
  segment: string | undefined;
  form: RawForm;
  onForm: (form: RawForm) => void;
}) {
  const { t } = useTranslation(['inspector', 'common']);
  const chosen = anatomy?.call === call.call ? anatomy.segments.find(({ id }) => id === segment) : undefined;
  const pane = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState(NOTHING_FOLDED);
  const [query, setQuery] = useState('');
  const [wrap, setWrap] = useState(() => readPreference('rawWrap', true, isBoolean));
  const { raw, error } = useRaw(call, form);
  const find = useFind(call, form, query);
  const foldable = useMemo(
    () => raw?.rows.closes.flatMap((close, row) => (close > 0 && (raw.rows.depths[row] ?? 0) === 2 ? [row] : [])) ?? [],
    [raw],
  );
  const choose = (next: RawForm) => {
    onForm(next);
    setFolded(NOTHING_FOLDED);
  };
  const changeWrap = (next: boolean) => {
    setWrap(next);
    writePreference('rawWrap', next);
  };
  const toggle = (row: number) => {
    const next = new Set(folded);
    if (!next.delete(row)) next.add(row);
    setFolded(next);
  };
  return (
    <div ref={pane} className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-1.5 border-line border-b px-2 py-1">
        <Select
          name={t('raw.form')}
          value={form}
          options={[
            { value: 'json', label: t('raw.json') },
            { value: 'text', label: t('raw.text') },
          ]}
          onChange={choose}
        />
        <TextInput
          name={t('raw.search')}
          placeholder={t('raw.search')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onEnter={() => find.step(1)}
          onEscape={() => setQuery('')}
          className="min-w-24 flex-1"
        />
        <output className="min-w-10 text-right text-faint text-xs">
          {query ? t('raw.found', { at: find.count === 0 ? 0 : find.at + 1, count: find.count, plus: find.more ? '+' : '' }) : ''}
        </output>
        <IconButton
          name={t('raw.previousHit')}
          icon={<ArrowUp size={13} />}
          disabled={find.count === 0}
          onClick={() => find.step(-1)}
          className="size-[22px]"
        />
        <IconButton
          name={t('raw.nextHit')}
          icon={<ArrowDown size={13} />}
          disabled={find.count === 0}
          onClick={() => find.step(1)}
          className="size-[22px]"
        />
        <IconButton
          name={t('raw.noWrap')}
          icon={<WrapText size={13} />}
          pressed={!wrap}
          onClick={() => changeWrap(!wrap)}
          className="size-[22px]"
        />
        {form === 'json' ? (
          <>
            <IconButton
              name={t('raw.foldAll')}
              icon={<ChevronsDownUp size={13} />}
              onClick={() => setFolded(new Set(foldable))}
              className="size-[22px]"
            />
            <IconButton
              name={t('raw.unfoldAll')}
              icon={<ChevronsUpDown size={13} />}
              onClick={() => setFolded(NOTHING_FOLDED)}
              className="size-[22px]"
            />
          </>
        ) : undefined}
      </div>
      {error ? (
        <p role="alert" className="p-3 text-bad text-sm">
          {t(`common:error.${error}`)}
        </p>
      ) : undefined}
      {raw ? (
        <RawView
          key={form}
          raw={raw}
          folded={folded}
          onToggle={toggle}
          onUnfold={setFolded}
          segment={segment}
          hit={find.offset}
          hitLength={query.length}
          wrap={wrap}
          startWidth={pane.current?.offsetWidth ?? 0}
        />
      ) : (
        <div className="flex-1" aria-busy={!error} />
      )}
      {anatomy && chosen ? <SegmentDetail anatomy={anatomy} segment={chosen} /> : undefined}
    </div>
  );
}
