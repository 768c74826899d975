import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ScrollRegion } from '../../ui/scroll-region';
import { SmallIcon } from '../../ui/small-icon';
import { ServerText } from './server-text';

interface OfferDetailProps {
  name: string;
  title: string | undefined;
  icon: string | undefined;
  description: string | undefined;
  children: ReactNode;
}

/** One thing that a server offers: what it is called, what the server says of it, and below what can be done with it. */
export function OfferDetail({ name, title, icon, description, children }: OfferDetailProps) {
  const { t } = useTranslation('mcp');
  return (
    <ScrollRegion name={name} className="flex min-h-0 min-w-0 flex-1 flex-col gap-4 px-4 py-3">
      <h2 className="flex items-center gap-2 break-anywhere font-semibold text-lg">
        <SmallIcon src={icon} />
        <bdi>{title ?? name}</bdi>
      </h2>
      {description ? <ServerText name={t('tools.description')} text={description} /> : undefined}
      {children}
    </ScrollRegion>
  );
}
