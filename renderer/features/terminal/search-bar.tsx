import type { SearchAddon } from '@xterm/addon-search';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button';
import { TextInput } from '../../ui/text-input';

/** Searches screen and scrollback: Enter goes to the match before, as the newest line is at the bottom; Shift Enter the other way. */
export function SearchBar({ search, onClose }: { search: SearchAddon; onClose: () => void }) {
  const { t } = useTranslation('terminal');
  const [query, setQuery] = useState('');
  const [found, setFound] = useState(true);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    return () => search.clearDecorations();
  }, [search]);
  const find = (text: string, forward: boolean, incremental = false) =>
    setFound(text === '' || (forward ? search.findNext(text, { incremental }) : search.findPrevious(text)));
  return (
    <search className="flex shrink-0 items-center gap-1 border-line border-b bg-panel px-2 py-1">
      <TextInput
        ref={input}
        name={t('search.name')}
        placeholder={t('search.name')}
        value={query}
        className="max-w-72"
        onChange={(event) => {
          setQuery(event.target.value);
          find(event.target.value, true, true);
        }}
        onEscape={onClose}
        onKey={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          find(query, event.shiftKey);
        }}
      />
      <IconButton name={t('search.previous')} icon={<ArrowUp size={14} />} onClick={() => find(query, false)} />
      <IconButton name={t('search.next')} icon={<ArrowDown size={14} />} onClick={() => find(query, true)} />
      <span role="status" className="min-w-0 flex-1 truncate text-muted text-xs">
        {found ? '' : t('search.none')}
      </span>
      <IconButton name={t('search.close')} icon={<X size={14} />} onClick={onClose} />
    </search>
  );
}
