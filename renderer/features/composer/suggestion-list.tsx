import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Ask } from './suggestions';
import type { Suggestions } from './use-suggestions';

export const LIST_ID = 'composer-suggestions';

export function optionId(index: number): string {
  return `${LIST_ID}-${index}`;
}

interface SuggestionListProps {
  ask: Ask;
  found: Suggestions;
  active: number;
  onChoose: (index: number) => void;
}

/** Above the composer; the text keeps the focus and names the active row. */
export function SuggestionList({ ask, found, active, onChoose }: SuggestionListProps) {
  const { t } = useTranslation('composer');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#${optionId(active)}`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  if (!found.ready) return undefined;
  const name = t(ask.type === 'command' ? 'commands' : 'files');
  return (
    <div className="absolute right-0 bottom-full left-0 z-10 mb-1 overflow-hidden rounded-lg border border-line bg-raised shadow-float">
      <div className="label px-3 pt-1.5">{name}</div>
      <div id={LIST_ID} role="listbox" aria-label={name} ref={list} className="max-h-64 overflow-y-auto p-1">
        {found.list.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text area holds the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the active row is named by aria-activedescendant
          <div
            key={entry.value}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            className="clickable flex min-h-[26px] items-baseline gap-3 rounded-md px-2 py-0.5 text-sm"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(index)}
          >
            <span className="break-anywhere shrink-0 font-mono">{entry.label}</span>
            <span className="min-w-0 truncate text-muted">{entry.note}</span>
          </div>
        ))}
        {found.list.length === 0 ? <p className="px-2 py-1 text-muted text-sm">{t('nothing')}</p> : undefined}
      </div>
      {found.partial ? <p className="label px-3 pb-1.5">{t('filesPartial')}</p> : undefined}
    </div>
  );
}
