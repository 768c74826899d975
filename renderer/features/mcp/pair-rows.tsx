import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { keyed } from '../../ui/keyed';
import { TextInput } from '../../ui/text-input';
import { isBareSecret, type Pair, variableFor } from './entry-draft';

interface PairRowsProps {
  title: string;
  pairs: readonly Pair[];
  /** The file goes to everybody who has the project. */
  isShared: boolean;
  onChange: (pairs: readonly Pair[]) => void;
}

/** Names with their values. A value that looks like a secret had better be a variable's name. */
export function PairRows({ title, pairs, isShared, onChange }: PairRowsProps) {
  const { t } = useTranslation('mcp');
  const set = (index: number, change: Partial<Pair>) => onChange(pairs.map((pair, at) => (at === index ? { ...pair, ...change } : pair)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-1 text-sm">
      <legend>{title}</legend>
      {keyed(pairs).map(({ key, value: pair }, index) => (
        <div key={key} className="flex flex-col gap-0.5">
          <div className="flex items-center gap-1.5">
            <TextInput
              name={t('pair.name', { title, number: index + 1 })}
              placeholder={t('pair.namePlaceholder')}
              value={pair.name}
              onChange={(event) => set(index, { name: event.target.value })}
              className="max-w-[38%] font-mono"
            />
            <TextInput
              name={t('pair.value', { title, number: index + 1 })}
              placeholder={t('pair.valuePlaceholder')}
              value={pair.value}
              onChange={(event) => set(index, { value: event.target.value })}
              className="font-mono"
            />
            <IconButton
              name={t('pair.remove', { title, number: index + 1 })}
              icon={<X size={13} />}
              className="size-[22px]"
              onClick={() => onChange(pairs.filter((_, at) => at !== index))}
            />
          </div>
          {isBareSecret(pair) ? (
            <p className="flex flex-wrap items-center gap-1.5 text-warn">
              {t(isShared ? 'pair.secretShared' : 'pair.secret')}
              <Button look="quiet" onClick={() => set(index, { value: variableFor(pair) })}>
                {t('pair.useVariable', { variable: variableFor(pair) })}
              </Button>
            </p>
          ) : undefined}
        </div>
      ))}
      <div>
        <Button look="quiet" onClick={() => onChange([...pairs, { name: '', value: '' }])}>
          <Plus size={13} aria-hidden />
          {t('pair.add', { title })}
        </Button>
      </div>
    </fieldset>
  );
}
