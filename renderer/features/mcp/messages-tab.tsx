import { ArrowDown, ArrowUp, RotateCw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TraceView } from '../../../shared/model/mcp';
import { Code } from '../../ui/code';
import { CopyButton } from '../../ui/copy-button';
import { Failed } from '../../ui/failed';
import { useFormat } from '../../ui/format';
import { IconButton } from '../../ui/icon-button';
import { SidePanel } from '../../ui/side-panel';
import { TextInput } from '../../ui/text-input';
import { VirtualList } from '../../ui/virtual-list';
import type { ServerPlace } from './server-place';
import { useTrace } from './use-trace';

const ROW = 25;
const SETTLED_MS = 200;

/** Every message of the wire, both ways, newest first; the chosen one as JSON. */
export function MessagesTab({ folder, server, stamp }: ServerPlace) {
  const { t } = useTranslation('mcp');
  const [text, setText] = useState('');
  const query = useSettled(text.trim());
  const [chosen, setChosen] = useState<number>();
  const { entries, more, dropped, error, loading, refresh, loadMore } = useTrace(folder, server, query, stamp);
  const index = entries.findIndex(({ seq }) => seq === chosen);
  const entry = entries[index];
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b px-3 py-1.5">
        <TextInput
          name={t('trace.search')}
          placeholder={t('trace.search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onEscape={() => setText('')}
          className="max-w-[260px]"
        />
        <IconButton name={t('trace.again')} icon={<RotateCw size={14} />} disabled={loading} onClick={refresh} />
        <span className="min-w-0 flex-1 text-muted text-sm">
          {t('trace.note')} {dropped > 0 ? t('trace.dropped', { count: dropped }) : ''}
        </span>
      </div>
      {error ? <Failed error={error} onRetry={refresh} className="px-3 py-2" /> : undefined}
      {entries.length === 0 ? (
        <p className="px-4 py-3 text-muted text-sm">{t(loading ? 'trace.loading' : query === '' ? 'trace.none' : 'noneFits')}</p>
      ) : (
        <SidePanel
          name={t('trace.message')}
          main={
            <VirtualList
              name={t('tab.messages')}
              rows={entries}
              keyOf={(row) => String(row.seq)}
              rowHeight={ROW}
              selected={index}
              onMove={(at) => setChosen(entries[at]?.seq)}
              render={(row) => <TraceRow entry={row} />}
              {...(more ? { onReachEnd: loadMore } : {})}
            />
          }
          panel={entry ? <Message entry={entry} onClose={() => setChosen(undefined)} /> : undefined}
        />
      )}
    </>
  );
}

function TraceRow({ entry: { at, direction, method, id, tookMs, bytes, text } }: { entry: TraceView }) {
  const { t } = useTranslation('mcp');
  const format = useFormat();
  const Arrow = direction === 'sent' ? ArrowUp : ArrowDown;
  return (
    <div className="flex h-full items-center gap-2.5 px-3 text-sm">
      <span className="w-16 shrink-0 text-faint">{format.time(new Date(at).toISOString())}</span>
      <Arrow size={13} aria-label={t(`trace.${direction}`)} className="shrink-0 text-muted" />
      <span className="w-12 shrink-0 truncate text-faint">{id === undefined ? '' : `#${id}`}</span>
      <bdi className="max-w-[45%] shrink-0 truncate font-mono">{method ?? t(id === undefined ? 'trace.text' : 'trace.answer')}</bdi>
      <bdi className="hidden min-w-0 flex-1 truncate font-mono text-faint min-[700px]:block">{text.slice(0, 240)}</bdi>
      <span className="ml-auto w-16 shrink-0 text-right text-muted">{tookMs === undefined ? '' : format.duration(tookMs)}</span>
      <span className="w-16 shrink-0 text-right text-faint">{format.bytes(bytes)}</span>
    </div>
  );
}

function Message({ entry, onClose }: { entry: TraceView; onClose: () => void }) {
  const { t } = useTranslation('mcp');
  const format = useFormat();
  const { direction, at, bytes, text, method, id } = entry;
  const shown = prettyJson(text);
  return (
    <article className="flex flex-col gap-2">
      <header className="flex items-center gap-2">
        <h2 className="min-w-0 flex-1 break-anywhere font-semibold">
          {t(`trace.${direction}`)} <bdi className="font-mono">{method ?? (id === undefined ? '' : `#${id}`)}</bdi>
        </h2>
        <CopyButton name={t('trace.copy')} text={text} />
        <IconButton name={t('trace.close')} icon={<X size={14} />} onClick={onClose} />
      </header>
      <p className="text-muted text-sm">
        {format.time(new Date(at).toISOString())} · {format.bytes(bytes)}
        {shown === undefined ? ` · ${t('trace.cut')}` : ''}
      </p>
      <Code name={t('trace.message')} code={shown ?? text} language="json" className="whitespace-pre-wrap break-anywhere" />
    </article>
  );
}

/** Undefined where it was cut, so that it is no JSON any more. */
function prettyJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return undefined;
  }
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
