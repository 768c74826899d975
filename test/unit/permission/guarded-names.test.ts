import { expect, it } from 'vitest';
import { decided, FOLDER } from './support';

const options = { presentSecrets: [`${FOLDER}/app/.env`] };

it.each([
  ['Read .env', '.env'],
  ['Bash cat app/.env', 'app/.env'],
  ['Bash ls && grep -r API .', 'app/.env'],
  ['Read /home/ann/.ssh/id_rsa', '/home/ann/.ssh/id_rsa'],
])('the decision on %s names the guarded file', (call, guarded) => {
  const decision = decided([], call, 'bypassPermissions', options);
  expect(decision).toMatchObject({ decision: 'deny', builtin: 'secret-path', guarded });
  expect(decision.reason).toContain(guarded);
});

it('what a rule denies names no guarded file', () => {
  expect(decided(['deny Read(src/**)'], 'Read src/a.ts', 'default', options).guarded).toBeUndefined();
});
