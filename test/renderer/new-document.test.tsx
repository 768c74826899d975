// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import { NewDefinition } from '../../renderer/features/agents/new-definition';
import { NewSkill } from '../../renderer/features/skills/new-skill';
import { SAMPLE_DESCRIPTIONS } from '../../shared/model/sample-descriptions';
import { FOLDER } from './support/demo-session';
import { preparePage, resetPageAfterEach, show, useLanguage } from './support/page';

preparePage();
resetPageAfterEach();
afterEach(() => useLanguage('en'));

const made = { folder: FOLDER, places: [], onMade: () => undefined, onCancel: () => undefined };

it.each([
  ['en', 'skill', 'The skill will be called price-check.', /the model is not offered it until you write your own/],
  ['ja', 'skill', 'スキルの名前は price-check になります。', /書き換えるまで、モデルには示されません/],
  ['en', 'agent', 'Its file will be called price-check.md.', /the model is not offered it until you write your own/],
  ['ja', 'agent', 'ファイルの名前は price-check.md になります。', /書き換えるまで、モデルには示されません/],
] as const)(
  'says in %s what a name of a new %s becomes, and that the model is not offered its sample',
  async (language, kind, becomes, live) => {
    await useLanguage(language);
    show(kind === 'skill' ? <NewSkill {...made} /> : <NewDefinition {...made} />);
    expect(screen.getByText(live)).toBeTruthy();
    expect(SAMPLE_DESCRIPTIONS).toContain(i18next.t('new.description', { ns: `${kind}s` }));
    const name = screen.getByRole('textbox');
    await userEvent.type(name, 'price-check');
    expect(screen.queryByText(becomes)).toBeNull();
    await userEvent.clear(name);
    await userEvent.type(name, 'Price Check');
    expect(screen.getByText(becomes)).toBeTruthy();
  },
);
