import type { TFunction } from 'i18next';
import type { HeadField } from '../../ui/head-form';

const LINES = ['argument-hint', 'arguments', 'allowed-tools', 'disallowed-tools', 'model', 'paths', 'agent'] as const;

/** The frontmatter of a skill or command as a form shows it, in the words of the language. */
export function skillFields(t: TFunction<'skills'>): HeadField[] {
  return [
    { key: 'description', label: t('form.description'), kind: 'lines' },
    ...LINES.map((key) => ({ key, label: t(`form.${key}`), kind: 'line' as const })),
    {
      key: 'context',
      label: t('form.context'),
      kind: 'choice',
      values: ['fork'],
      absent: t('form.inline'),
      words: { fork: t('form.fork') },
    },
    { key: 'disable-model-invocation', label: t('form.disable-model-invocation'), kind: 'switch', absent: false },
    { key: 'user-invocable', label: t('form.user-invocable'), kind: 'switch', absent: true },
  ];
}
