import { expect, it } from 'vitest';
import type { HookSource } from '../../../main/core/hooks/hook';
import { type LoadedHooks, loadSource } from '../../../main/core/hooks/load-hooks';

const text = '---\nname: reviewer\ndescription: d\nhooks:\n  Stop:\n    - hooks:\n        - { type: command, command: ./end.sh }\n---\nx\n';
const LOADED: LoadedHooks = { hooks: [], files: [], localFile: '/p/.claude/settings.local.json', trusted: true, diagnostics: [] };
const disabled = { file: '/p/.claude/settings.json', line: 2 };

it.each<[string, Partial<HookSource>, Partial<LoadedHooks>, string | undefined]>([
  ['run in a trusted folder', {}, {}, undefined],
  ['are off in one that is not', { trusted: false }, {}, 'untrusted'],
  ['are off where all are', { managed: true }, { disabled }, 'disabled'],
  ['are off where only managed ones run', {}, { onlyManaged: true }, 'managed-only'],
  ['run there where their file is managed', { managed: true }, { onlyManaged: true }, undefined],
])('hooks of a sub-agent %s', async (_what, source, loaded, off) => {
  const given: HookSource = { scope: 'agent', name: 'reviewer', file: '/p/.claude/agents/reviewer.md', text, trusted: true, ...source };
  const { hooks } = await loadSource(given, { ...LOADED, ...loaded }, { hash: () => '0'.repeat(64) });
  expect(hooks.map((hook) => hook.off)).toEqual([off]);
});
