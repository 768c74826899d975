import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../stores/use-answer';
import { Failed } from '../../ui/failed';
import { ViewSection } from '../../ui/view-page';

/** What a server answers just now, marked as its words; or why it does not. */
export function ServerAnswer<T>({ title, answer, children }: { title: string; answer: Answer<T>; children: (data: T) => ReactNode }) {
  const { t } = useTranslation('mcp');
  const { data, error, again, loading } = answer;
  return (
    <ViewSection title={title}>
      <div aria-busy={loading}>
        <p className="pb-1 text-faint text-xs">{t('serverSays')}</p>
        {error ? <Failed error={error} onRetry={again} /> : undefined}
        {data === undefined ? undefined : children(data)}
      </div>
    </ViewSection>
  );
}
