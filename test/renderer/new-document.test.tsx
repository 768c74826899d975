// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { NewDefinition } from '../../renderer/features/agents/new-definition';
import { NewSkill } from '../../renderer/features/skills/new-skill';
import { FOLDER } from './support/demo-session';
import { preparePage, resetPageAfterEach, show, useLanguage } from './support/page';

preparePage();
resetPageAfterEach();
afterEach(() => useLanguage('en'));

const made = { folder: FOLDER, places: [], onMade: () => undefined, onCancel: () => undefined };

it.each([
  ['en', 'skill', 'The skill will be called price-check.', /counts as soon as it is created/],
  ['ja', 'skill', 'スキルの名前は price-check になります。', /作成するとすぐに有効になります/],
  ['en', 'agent', 'Its file will be called price-check.md.', /counts as soon as it is created/],
  ['ja', 'agent', 'ファイルの名前は price-check.md になります。', /作成するとすぐに有効になります/],
] as const)('says in %s what a name of a new %s becomes, and that it counts at once', async (language, kind, becomes, live) => {
  await useLanguage(language);
  show(kind === 'skill' ? <NewSkill {...made} /> : <NewDefinition {...made} />);
  expect(screen.getByText(live)).toBeTruthy();
  const name = screen.getByRole('textbox');
  await userEvent.type(name, 'price-check');
  expect(screen.queryByText(becomes)).toBeNull();
  await userEvent.clear(name);
  await userEvent.type(name, 'Price Check');
  expect(screen.getByText(becomes)).toBeTruthy();
});
