import type { TFunction } from 'i18next';
import { MODES } from '../../../shared/model/modes';
import type { HeadField } from '../../ui/head-form';

const COLORS = ['red', 'blue', 'green', 'yellow', 'purple', 'orange', 'pink', 'cyan'];

/** The frontmatter of a definition as a form shows it, in the words of the language. */
export function definitionFields(t: TFunction<'agents'>): HeadField[] {
  const line = (key: 'name' | 'tools' | 'disallowedTools' | 'model' | 'skills' | 'maxTurns' | 'effort'): HeadField => ({
    key,
    label: t(`form.${key}`),
    kind: 'line',
  });
  const choice = (key: 'permissionMode' | 'memory' | 'isolation' | 'color', values: readonly string[]): HeadField => ({
    key,
    label: t(`form.${key}`),
    kind: 'choice',
    values,
    absent: t(`form.absent.${key}`),
  });
  const flag = (key: 'background' | 'omitClaudeMd'): HeadField => ({ key, label: t(`form.${key}`), kind: 'switch', absent: false });
  return [
    line('name'),
    line('model'),
    { key: 'description', label: t('form.description'), kind: 'lines' },
    line('tools'),
    line('disallowedTools'),
    line('skills'),
    line('maxTurns'),
    line('effort'),
    choice('permissionMode', MODES),
    choice('memory', ['user', 'project', 'local']),
    choice('isolation', ['worktree']),
    choice('color', COLORS),
    flag('background'),
    flag('omitClaudeMd'),
  ];
}
