import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SkillListingView } from '../../../shared/model/skill-report';
import { Button } from '../../ui/button';
import { Code } from '../../ui/code';
import { useFormat } from '../../ui/format';
import { Meter } from '../../ui/meter';
import { Tokens } from '../../ui/tokens';
import { ViewSection } from '../../ui/view-page';

/** The list by which the model knows skills: how much room it takes, what had to be cut, and its very lines. */
export function ListingFacts({ listing: { budget, size, tokens, text, cut } }: { listing: SkillListingView }) {
  const { t } = useTranslation('skills');
  const [open, setOpen] = useState(false);
  const format = useFormat();
  if (text === '') return undefined;
  const chars = t('listing.chars', { size: format.count(size), budget: format.count(budget) });
  return (
    <ViewSection
      title={t('listing.title')}
      className="pt-2"
      actions={
        <Button look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'listing.hide' : 'listing.show')}
        </Button>
      }
    >
      <div className="flex items-center gap-2 text-muted text-sm">
        <Meter name={t('listing.room')} text={chars} value={budget === 0 ? 1 : size / budget} className="w-16 shrink-0" />
        <span>{chars}</span>
        <Tokens count={tokens} estimated />
      </div>
      {cut.length > 0 ? (
        <p className="pt-1 text-sm text-warn">{t('listing.cut', { names: cut.join(', ') })}</p>
      ) : (
        <p className="pt-1 text-muted text-sm">{t('listing.whole')}</p>
      )}
      {open ? (
        <Code name={t('listing.title')} code={text} language="markdown" className="mt-1 max-h-72 whitespace-pre-wrap break-anywhere" />
      ) : undefined}
    </ViewSection>
  );
}
