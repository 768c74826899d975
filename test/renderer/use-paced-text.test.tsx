// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { usePacedText } from '../../renderer/features/conversation/use-paced-text';

function follow(text: string) {
  return renderHook(({ newest }) => usePacedText(newest), { initialProps: { newest: text } });
}

it('shows a text at once, lets a growing one wait, and comes to its end', async () => {
  const { result, rerender } = follow('one');
  expect(result.current).toBe('one');
  rerender({ newest: 'one two' });
  expect(result.current).toBe('one');
  rerender({ newest: 'one two three' });
  await waitFor(() => expect(result.current).toBe('one two three'));
  rerender({ newest: 'one two three four' });
  await waitFor(() => expect(result.current).toBe('one two three four'));
});

it('shows at once what does not continue the text', () => {
  const { result, rerender } = follow('one');
  rerender({ newest: 'other' });
  expect(result.current).toBe('other');
});

it('stays with a text that comes back to what is shown, and follows it again', async () => {
  const { result, rerender } = follow('one');
  rerender({ newest: 'one two' });
  rerender({ newest: 'one' });
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(result.current).toBe('one');
  rerender({ newest: 'one three' });
  await waitFor(() => expect(result.current).toBe('one three'));
});

it('catches up with a text that got far ahead in steps', async () => {
  const whole = `one ${'two '.repeat(1000)}`;
  const seen: number[] = [];
  const { result, rerender } = renderHook(
    ({ newest }) => {
      const shown = usePacedText(newest);
      seen.push(shown.length);
      return shown;
    },
    { initialProps: { newest: 'one' } },
  );
  rerender({ newest: whole });
  await waitFor(() => expect(result.current).toBe(whole));
  const steps = seen.map((length, at) => length - (seen[at - 1] ?? 3));
  expect(Math.max(...steps)).toBe(1000);
});
