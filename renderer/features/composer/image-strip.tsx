import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { UserInput } from '../../../shared/model/item';
import { keyed } from '../../ui/keyed';

export function ImageStrip({ images, onRemove }: { images: UserInput['images']; onRemove: (index: number) => void }) {
  const { t } = useTranslation('composer');
  if (!images || images.length === 0) return undefined;
  return (
    <ul className="flex flex-wrap gap-2 px-3 pt-2.5">
      {keyed(images).map(({ key, value: image }, index) => {
        const name = image.name ?? t('pasted');
        return (
          <li key={key} className="relative">
            <img
              src={`data:${image.mediaType};base64,${image.data}`}
              alt={t('imageNamed', { name })}
              className="h-14 max-w-28 rounded-md border border-line object-cover"
            />
            <button
              type="button"
              aria-label={t('removeImage', { name })}
              onClick={() => onRemove(index)}
              className="absolute -top-1.5 -right-1.5 flex size-[18px] items-center justify-center rounded-full border border-line bg-raised text-muted hover:text-ink"
            >
              <X size={11} aria-hidden />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
