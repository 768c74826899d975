// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from 'vitest';
import { Tokens, UsageLine } from '../../renderer/ui/tokens';
import { preparePage, resetPageAfterEach, show, useLanguage } from './support/page';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));

describe('a number of tokens', () => {
  it.each([
    ['was counted', <Tokens key="" count={1234} />, '1.2k tokens', '1,234 tokens, counted by the provider'],
    ['is estimated', <Tokens key="" count={1234} estimated />, '~1.2k tokens', 'about 1,234 tokens, estimated'],
    ['is a share', <Tokens key="" count={12} share />, '12 tokens', '12 tokens, an estimated share of what the provider counted'],
    ['stands under its heading', <Tokens key="" count={12} estimated bare />, '~12', 'about 12 tokens, estimated'],
    ['is none', <Tokens key="" count={0} estimated />, '0 tokens', 'about 0 tokens, estimated'],
  ])('says that it %s', (_, tokens, text, title) => {
    const { container } = show(tokens);
    expect(container.textContent).toBe(text);
    expect(container.querySelector('[title]')?.getAttribute('title')).toBe(title);
  });

  it('has its unit in Japanese', async () => {
    await useLanguage('ja');
    expect(show(<Tokens count={12} estimated />).container.textContent).toBe('~12 トークン');
    await useLanguage('en');
  });
});

it('leaves out of what a call used whatever is zero, but never what came out', () => {
  const used = { cacheRead: 5600, cacheWrite: 104, input: 0, output: 0 };
  expect(show(<UsageLine usage={used} />).container.textContent).toBe('cache read 5.6k · cache write 104 · out 0 tokens');
});
