import { useTranslation } from 'react-i18next';
import type { SkillLayers } from '../../../shared/model/skill-report';
import { Tokens } from '../../ui/tokens';

const WIDTH = 100;

/** What the model has seen of a skill so far, layer by layer: a script that does its work costs little, one that has to be read costs more. */
export function SkillLayersBar({ layers }: { layers: SkillLayers }) {
  const { t } = useTranslation('skills');
  const most = Math.max(1, ...layers.map(({ tokens }) => tokens));
  return (
    <ol aria-label={t('layers.name')} className="mt-1 max-w-[640px] border-line border-l pl-2">
      {layers.map((layer, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a layer is its number
        <li key={number} className="py-0.5 text-sm">
          <div className="flex items-center gap-2">
            <span className="w-4 shrink-0 text-right text-faint">{number}</span>
            <span className="w-44 min-w-0 shrink truncate">{t(`layers.${number}`)}</span>
            <span className="h-2 flex-1 bg-sunken" aria-hidden>
              <span className="block h-full bg-muted" style={{ width: `${(layer.tokens / most) * WIDTH}%` }} />
            </span>
            <Tokens count={layer.tokens} estimated className="w-24 shrink-0 text-right" />
          </div>
          {number > 0 && layer.items.length > 0 ? (
            <p className="truncate pl-6 text-faint text-xs" title={layer.items.map(({ what }) => what).join('\n')}>
              {layer.items.map(({ what }) => what).join(' · ')}
            </p>
          ) : undefined}
        </li>
      ))}
    </ol>
  );
}
