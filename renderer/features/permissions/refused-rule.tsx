import { useTranslation } from 'react-i18next';
import type { Refusal } from '../../stores/host';

/** Why the host takes what stands in the field for no rule, and what was probably meant. The exact words are the host's. */
export function RefusedRule({ id, refusal }: { id: string; refusal: Refusal | undefined }) {
  const { t } = useTranslation(['permissions', 'diagnostics']);
  const { words = '', problem, suggestion } = refusal ?? {};
  return (
    <div id={id} role="alert" className="break-anywhere text-sm empty:hidden">
      {refusal === undefined ? undefined : (
        <>
          <p className="text-bad">
            {problem === undefined
              ? t('editor.refused', { words })
              : t('editor.refused', { words: t(`diagnostics:code.${problem}`, { defaultValue: words }) })}
          </p>
          {problem === undefined ? undefined : (
            <p lang="en" className="text-muted">
              {words}
            </p>
          )}
          {suggestion === undefined ? undefined : (
            <p>
              <span className="text-muted">{t('diagnostics:suggestion')}</span> <code>{suggestion}</code>
            </p>
          )}
        </>
      )}
    </div>
  );
}
