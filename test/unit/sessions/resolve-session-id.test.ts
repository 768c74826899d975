import { describe, expect, it } from 'vitest';
import { resolveSessionId } from '../../../main/core/sessions/resolve-session-id';

const IDS = ['s_abc1', 's_abc2', 's_xyz', 's_x'];

describe('the session that a person means', () => {
  it('is the newest, a whole id, or the unique beginning of one', () => {
    expect(resolveSessionId('last', IDS, 's_xyz')).toBe('s_xyz');
    expect(resolveSessionId('s_x', IDS, undefined)).toBe('s_x');
    expect(resolveSessionId('s_xy', IDS, undefined)).toBe('s_xyz');
  });

  it('is never guessed', () => {
    expect(() => resolveSessionId('s_a', IDS, undefined)).toThrow(/2 sessions begin with/);
    expect(() => resolveSessionId('', IDS, undefined)).toThrow(/no session/);
    expect(() => resolveSessionId('nothing', IDS, undefined)).toThrow(/no session nothing/);
    expect(() => resolveSessionId('last', [], undefined)).toThrow(/no session yet/);
  });
});
