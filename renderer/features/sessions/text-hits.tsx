import { useTranslation } from 'react-i18next';
import { select } from '../../stores/selection';
import { useSessionList } from '../../stores/session-list';

/** Where the searched words stand in the text of sessions. */
export function TextHits() {
  const { t } = useTranslation('sessions');
  const { hits, hitsPartial, query } = useSessionList();
  if (!query || (hits.length === 0 && !hitsPartial)) return undefined;
  return (
    <section aria-label={t('found')} className="flex max-h-[55%] min-h-0 shrink-0 flex-col border-line border-t">
      <h2 className="label px-3.5 pt-2 pb-1">{t('found')}</h2>
      <ul className="min-h-0 overflow-y-auto px-1.5 pb-1.5">
        {hits.map((hit) => (
          <li key={`${hit.session} ${hit.item} ${hit.before.length}`}>
            <button
              type="button"
              onClick={() => select({ view: 'sessions', session: hit.session, item: hit.item })}
              className="clickable w-full rounded-md px-2 py-1 text-left focus-inset"
            >
              <span className="block truncate text-faint text-xs">{hit.title}</span>
              <span className="line-clamp-2 break-anywhere text-sm">
                {hit.before}
                <mark className="rounded-sm bg-selected font-semibold text-ink">{hit.match}</mark>
                {hit.after}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hitsPartial ? <p className="label px-3.5 pb-2">{t('foundPartial')}</p> : undefined}
    </section>
  );
}
