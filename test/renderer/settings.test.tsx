// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { draftOf, readDraft } from '../../renderer/features/settings/own-model-draft';
import { checkUrl } from '../../renderer/features/settings/base-url-row';
import { parseNumber } from '../../renderer/features/settings/number-field';
import { useSaves } from '../../renderer/features/settings/saves';
import { SettingsView } from '../../renderer/features/settings/settings-view';
import { loadConfig, useConfig } from '../../renderer/stores/config';
import { loadInfo, useHost } from '../../renderer/stores/host';
import { useSelection } from '../../renderer/stores/selection';
import { HostCallError } from '../../renderer/transport/host-call-error';
import { type Config, configSchema } from '../../shared/model/config';
import type { Diagnostic } from '../../shared/model/permission';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));

const PRICE = { input: 4, output: 20, cacheWrite5m: 5, cacheWrite1h: 8, cacheRead: 0.2 };
const MODEL = {
  id: 'big',
  provider: 'anthropic' as const,
  name: 'Big',
  contextTokens: 1_000_000,
  maxOutputTokens: 128_000,
  cacheMinimumTokens: 512,
  thinking: 'adaptive' as const,
  tokenFactor: 1,
  maxImages: 100,
  usable: false,
};

let client: ScriptedClient;
let config: Config;
let diagnostics: Diagnostic[];
let credential: 'none' | 'environment' | 'stored';
let secretStore: 'os' | 'none';

beforeEach(() => {
  config = configSchema.parse({});
  diagnostics = [];
  credential = 'none';
  secretStore = 'none';
  useSaves.setState({ note: undefined });
  client = connect(
    createScriptedClient({
      'config.get': () => ({ config, diagnostics }),
      'config.set': ({ change, clear = [] }) => {
        config = configSchema.parse({ ...config, ...change, ...Object.fromEntries(clear.map((key) => [key, undefined])) });
        return { config };
      },
      'models.list': () => ({
        models: [
          { ...MODEL, price: PRICE },
          { ...MODEL, id: 'new', name: 'New' },
          { ...MODEL, id: 'tour', name: 'Tour', provider: 'scripted', usable: true, price: PRICE },
        ],
        current: config.model ?? 'scripted/tour',
        dated: '2026-11-30',
      }),
      'app.info': () => ({
        version: '9.9.9',
        home: '/home/me/.vitrine',
        platform: 'linux',
        credential,
        shell: 'serve',
        sandbox: { available: false, detail: 'bubblewrap is not installed' },
        secretStore,
        endpoint: config.baseUrl === undefined ? { from: 'default' } : { url: config.baseUrl, from: 'settings' },
      }),
      'key.set': () => {
        credential = 'stored';
        return { stored: secretStore === 'os' ? 'os' : 'memory' };
      },
      'key.clear': () => {
        credential = 'none';
        return {};
      },
      'doctor.report': () => ({
        checks: [
          { id: 'git', ok: true, detail: 'git version 2' },
          { id: 'search', ok: false, detail: 'ripgrep does not run' },
        ],
      }),
    }),
  );
});

async function open(detail: string) {
  useSelection.setState({ current: { view: 'settings', detail }, past: [], future: [] });
  await Promise.all([loadConfig(), loadInfo()]);
  show(<SettingsView />);
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  return userEvent.setup();
}
const changes = () => paramsOf(client, 'config.set').map(({ change, clear }) => (clear ? { change, clear } : { change }));

describe('settings', () => {
  it('opens the section of the link and goes to another by its name', async () => {
    const user = await open('limits');
    expect(screen.getByRole('button', { name: 'Limits' }).getAttribute('aria-current')).toBe('page');
    await user.click(screen.getByRole('button', { name: 'About' }));
    expect(useSelection.getState().current.detail).toBe('about');
    expect(await screen.findByText('Vitrine 9.9.9')).toBeTruthy();
  });

  it('lists models that can be used before those that lack a key', async () => {
    await open('model');
    const names = within(await screen.findByRole('table')).getAllByRole('radio');
    expect(useConfig.getState().models.map(({ id }) => id)[0]).toBe('tour');
    expect(names.findIndex((radio) => radio.closest('tr')?.textContent?.includes('Scripted: tour'))).toBe(1);
  });

  it('shows what the file holds that cannot be used, with file and line', async () => {
    diagnostics = [{ code: 'invalid-config', message: '"theme" is not usable', severity: 'warning', file: '/h/config.json', line: 4 }];
    await open('keys');
    expect(await screen.findByText('/h/config.json:4')).toBeTruthy();
  });

  it('saves a choice at once and takes it back by undo', async () => {
    const user = await open('appearance');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Theme' }), 'dark');
    expect(changes()).toEqual([{ change: { theme: 'dark' } }]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(useConfig.getState().config?.theme).toBe('system'));
    expect(screen.getByText('Undone')).toBeTruthy();
  });

  it('says beside the field why a change was not kept', async () => {
    client.answers['config.set'] = () => {
      throw new HostCallError({ code: 'write-failed', message: 'ENOSPC' });
    };
    const user = await open('tools');
    await user.click(screen.getByRole('switch', { name: 'Offer WebFetch' }));
    expect(await screen.findByText(/Not saved\. It could not be written to disk/)).toBeTruthy();
    expect(screen.getByRole('switch', { name: 'Offer WebFetch' }).getAttribute('aria-checked')).toBe('false');
  });

  it.each([
    ['none', 'none', 'none'],
    ['environment', 'none', 'from the environment'],
    ['stored', 'os', 'in the system’s key store'],
    ['stored', 'none', 'in memory only'],
  ] as const)('calls a key that is %s with a %s store "%s"', async (kind, store, words) => {
    credential = kind;
    secretStore = store;
    await open('keys');
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('hands a key over once, never shows it again, and asks before it removes it', async () => {
    const user = await open('keys');
    const field = screen.getByLabelText('New API key');
    await user.type(field, '  sk-ant-secret  {Enter}');
    expect(await screen.findByText('in memory only')).toBeTruthy();
    expect(paramsOf(client, 'key.set')).toEqual([{ key: 'sk-ant-secret' }]);
    expect(document.body.innerHTML).not.toContain('sk-ant-secret');
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('New API key').value).toBe(''));
    await user.click(screen.getByRole('button', { name: 'Remove key' }));
    expect(paramsOf(client, 'key.clear')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Remove key' }));
    await waitFor(() => expect(useHost.getState().info?.credential).toBe('none'));
  });

  it('keeps a base URL that is one, refuses what is none, and clears it', async () => {
    const user = await open('keys');
    const field = screen.getByRole('textbox', { name: 'Base URL' });
    await user.type(field, 'nowhere{Enter}');
    expect(screen.getByRole('alert').textContent).toMatch(/not an address/);
    expect(changes()).toEqual([]);
    await user.tab();
    expect(changes()).toEqual([]);
    await user.clear(field);
    await user.type(field, 'http://127.0.0.1:8080');
    await user.tab();
    expect(changes()).toEqual([{ change: { baseUrl: 'http://127.0.0.1:8080' } }]);
    await user.click(await screen.findByRole('button', { name: 'Use the usual address' }));
    expect(changes()[1]).toEqual({ change: {}, clear: ['baseUrl'] });
  });

  it('keeps a limit, takes it away as a whole, and refuses what is no number', async () => {
    const user = await open('limits');
    const rounds = screen.getByRole('textbox', { name: 'Model calls' });
    await user.clear(rounds);
    await user.type(rounds, 'many{Enter}');
    expect(screen.getByRole('alert')).toBeTruthy();
    expect(changes()).toEqual([]);
    await user.clear(rounds);
    await user.type(rounds, '1,200{Enter}');
    expect(changes()).toEqual([{ change: { limits: { rounds: 1200, repeats: 5 } } }]);
    await user.click(await screen.findByRole('button', { name: 'No limit: Model calls' }));
    await waitFor(() => expect(useConfig.getState().config?.limits).toEqual({ repeats: 5 }));
    await user.click(await screen.findByRole('button', { name: 'Back to the default: Model calls' }));
    await waitFor(() => expect(useConfig.getState().config?.limits).toEqual({ rounds: 100, repeats: 5 }));
  });

  it('explains a cost limit on a model of unknown price', async () => {
    config = configSchema.parse({ model: 'anthropic/new', limits: { costUsd: 2 } });
    await open('limits');
    expect(await screen.findByText(/price of anthropic\/new.* unknown/)).toBeTruthy();
  });

  it('lists models with size and price, says which need a key, and makes one the default', async () => {
    const user = await open('model');
    const row = screen.getByRole('radio', { name: 'Big' }).closest('tr');
    expect(within(row ?? document.body).getByText('$20.00')).toBeTruthy();
    expect(within(row ?? document.body).getByText('128k')).toBeTruthy();
    expect(within(screen.getByRole('radio', { name: 'New' }).closest('tr') ?? document.body).getByText('unknown')).toBeTruthy();
    expect(screen.getByText('need a key')).toBeTruthy();
    expect(screen.getByText(/2026-11-30/)).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Scripted: tour (demo prices)' }));
    expect(changes()).toEqual([{ change: { model: 'scripted/tour' } }]);
    await user.click(screen.getByRole('radio', { name: /^Automatic/ }));
    expect(changes()[1]).toEqual({ change: {}, clear: ['model'] });
  });

  it('adds an own model, changes it, and removes it with a way back', async () => {
    const user = await open('model');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await user.type(screen.getByRole('textbox', { name: 'Id' }), 'anthropic/mine');
    await user.type(screen.getByRole('textbox', { name: 'Input' }), '1');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByRole('alert').textContent).toMatch(/all five/);
    for (const name of ['Output', 'Cache write, 5 min', 'Cache write, 1 h', 'Cache read'])
      await user.type(screen.getByRole('textbox', { name }), '0.5');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const price = { input: 1, output: 0.5, cacheWrite5m: 0.5, cacheWrite1h: 0.5, cacheRead: 0.5 };
    await waitFor(() => expect(useConfig.getState().config?.models).toEqual([{ id: 'anthropic/mine', price }]));
    await user.click(screen.getByRole('button', { name: 'Remove anthropic/mine' }));
    await waitFor(() => expect(useConfig.getState().config?.models).toEqual([]));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(useConfig.getState().config?.models).toHaveLength(1));
  });

  it('changes how often a reminder comes, marks the default, and goes back to it', async () => {
    const user = await open('context');
    const policy = screen.getByRole('combobox', { name: 'How often: Project instructions' });
    await user.selectOptions(policy, 'turn');
    expect(changes()).toEqual([{ change: { reminders: { instructions: { when: 'turn' } } } }]);
    await user.selectOptions(policy, 'distance');
    const distance = await screen.findByRole('textbox', { name: 'Distance in tokens: Project instructions' });
    await user.clear(distance);
    await user.type(distance, '9000{Enter}');
    await waitFor(() => expect(useConfig.getState().config?.reminders).toEqual({ instructions: { when: 'distance', tokens: 9000 } }));
    await user.click(screen.getByRole('button', { name: 'Default: every 40k tokens (Project instructions)' }));
    await waitFor(() => expect(useConfig.getState().config?.reminders).toEqual({}));
  });

  it('shows the health of the machine and copies it as text', async () => {
    const user = await open('about');
    const quoted = await screen.findByText('ripgrep does not run');
    expect([quoted.lang, quoted.parentElement?.textContent]).toEqual(['en', 'Files cannot be searched. ripgrep does not run']);
    await user.click(screen.getByRole('button', { name: 'Copy as text' }));
    expect(await navigator.clipboard.readText()).toContain('FAILED search: ripgrep does not run');
  });

  it('offers to try again while there are no settings', async () => {
    useConfig.setState(useConfig.getInitialState());
    useSelection.setState({ current: { view: 'settings' }, past: [], future: [] });
    show(<SettingsView />);
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Key and endpoint' })).toBeTruthy();
  });
});

describe('what is typed', () => {
  it.each([
    ['', undefined],
    ['1,200', 1200],
    ['４０００', 4000],
    ['0', 'invalid'],
    ['-1', 'invalid'],
    ['1.5', 'invalid'],
    ['ten', 'invalid'],
  ])('reads %j as a whole number: %j', (text, number) => expect(parseNumber(text, true)).toBe(number));

  it.each([
    ['', undefined],
    ['https://gateway.example.com/v1', undefined],
    ['http://localhost:3000', undefined],
    ['http://gateway.example.com', 'plain'],
    ['https://me:secret@gateway.example.com', 'secret'],
    ['https://gateway.example.com/v1?api_key=x', 'query'],
    ['https://gateway.example.com/#x', 'query'],
    ['javascript:alert(1)', 'invalid'],
    ['gateway', 'invalid'],
  ])('finds %j to be %j', (text, problem) => expect(checkUrl(text)).toBe(problem));

  it.each([
    ['', 'id'],
    ['a b', 'id'],
    ['vendor/x', 'provider'],
    ['taken', 'taken'],
  ])('refuses the model id %j: %s', (id, problem) =>
    expect(readDraft({ ...draftOf(undefined), id }, undefined, ['taken'])).toEqual({ problem }),
  );

  it('keeps what the form of an own model does not show', () => {
    const before = { id: 'x', tokenFactor: 1.3, name: 'X' };
    expect(readDraft({ ...draftOf(before), name: '' }, before, [])).toEqual({ model: { id: 'x', tokenFactor: 1.3 } });
  });
});
