import { describe, expect, it } from 'vitest';
import { menuTemplate } from '../../main/electron/menu-template';

type Template = ReturnType<typeof menuTemplate>;

const actions = { newWindow: () => undefined, openFolder: () => undefined };
const entries = (template: Template): Template =>
  template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : [])).filter(({ type }) => type !== 'separator');

describe('the application menu', () => {
  it.each([true, false])('names each of its entries in Japanese (macOS: %s)', (mac) => {
    const template = menuTemplate(actions, { locale: 'ja', mac, packaged: false });
    const named = [...template.filter(({ role }) => role !== 'appMenu'), ...entries(template)];
    expect(named.map(({ label }) => label ?? '').filter((label) => !/[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u.test(label))).toEqual([]);
    expect(named.length).toBeGreaterThan(18);
  });

  it('is English for the rest, and has developer tools only where it is not installed', () => {
    const labels = (packaged: boolean) =>
      entries(menuTemplate(actions, { locale: 'en-GB', mac: false, packaged })).map(({ label }) => label);
    expect(labels(false)).toContain('Select All');
    expect(labels(false).filter((label) => !labels(true).includes(label))).toEqual(['Toggle Developer Tools']);
  });

  it('closes the window by a key on macOS, and quits elsewhere', () => {
    const last = (mac: boolean) => {
      const file = menuTemplate(actions, { locale: 'en', mac, packaged: true }).find(({ label }) => label === 'File');
      return Array.isArray(file?.submenu) ? file.submenu.at(-1)?.role : undefined;
    };
    expect([last(true), last(false)]).toEqual(['close', 'quit']);
  });
});
