// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dismissToast, showToast, useToasts } from '../../renderer/stores/toasts';

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ toasts: [] });
});
afterEach(() => vi.useRealTimers());

const texts = () => useToasts.getState().toasts.map((toast) => toast.text);

it('takes a plain message away after a while, and keeps a bad one until it is dismissed', () => {
  showToast({ text: 'saved', tone: 'plain' });
  showToast({ text: 'failed', tone: 'bad' });
  vi.runAllTimers();
  expect(texts()).toEqual(['failed']);
  for (const { id } of useToasts.getState().toasts) dismissToast(id);
  expect(texts()).toEqual([]);
});

it('drops the oldest plain message first when there is no room', () => {
  showToast({ text: 'failed', tone: 'bad' });
  for (const text of ['one', 'two', 'three', 'four']) showToast({ text, tone: 'plain' });
  expect(texts()).toEqual(['failed', 'two', 'three', 'four']);
});

it('shows the newest message even where only bad ones stand', () => {
  for (const text of ['a', 'b', 'c', 'd']) showToast({ text, tone: 'bad' });
  showToast({ text: 'saved', tone: 'plain' });
  expect(texts()).toEqual(['b', 'c', 'd', 'saved']);
});

it('keeps of one topic the newest alone', () => {
  showToast({ text: 'saved', tone: 'plain' });
  for (const text of ['changed', 'changed again']) showToast({ text, tone: 'plain', topic: 'rules' });
  expect(texts()).toEqual(['saved', 'changed again']);
});
