import { useTranslation } from 'react-i18next';

/** Why the host takes what stands in the field for no rule. */
export function RefusedRule({ id, words }: { id: string; words: string | undefined }) {
  const { t } = useTranslation('permissions');
  return (
    <p id={id} role="alert" className="break-anywhere text-bad text-sm empty:hidden">
      {words === undefined ? undefined : t('editor.refused', { words })}
    </p>
  );
}
