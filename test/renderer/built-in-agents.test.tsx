// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { AgentType } from '../../renderer/features/agents/agent-types';
import { DefinitionList } from '../../renderer/features/agents/definition-list';
import { BUILT_IN_TYPES } from '../../main/core/subagents/built-in-types';
import { preparePage, resetPageAfterEach, show, useLanguage } from './support/page';

preparePage();
resetPageAfterEach();
afterEach(() => useLanguage('en'));

it('says in Japanese what each agent that comes with the product does, and keeps the words for the model in its title', async () => {
  await useLanguage('ja');
  const types = BUILT_IN_TYPES.map(
    ({ name, description }): AgentType => ({
      name,
      description,
      scope: 'built-in',
      line: 1,
      disallowedTools: [],
      skills: [],
      background: false,
    }),
  );
  show(<DefinitionList types={types} unusable={[]} chosen={undefined} onNew={() => undefined} />);
  expect(types.length).toBeGreaterThan(2);
  for (const { name, description } of types) {
    const entry = screen.getByRole('button', { name: new RegExp(name) });
    expect(entry.textContent).toMatch(/\p{sc=Hiragana}/u);
    expect(entry.textContent).not.toContain(description);
    expect(entry.outerHTML).toContain(description);
  }
});
