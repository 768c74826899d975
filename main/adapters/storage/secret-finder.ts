import { setImmediate } from 'node:timers/promises';
import type { Logger } from '../../core/ports';
import { type FindSecrets, findKnownSecrets, type SecretRange } from '../../core/sessions/redact';
import { messageOf } from './system-error';

/** Masks whole addresses where the known formats hide the password alone. */
const LEFT_OUT = '@secretlint/secretlint-rule-basicauth';

/** Known formats plus secretlint's recommended rules, which are loaded when first needed. Without them the known formats remain. */
export function createSecretFinder(logger: Logger): FindSecrets {
  let lint: Promise<FindSecrets> | undefined;
  return async (text) => {
    // A long export is many of these: other work gets its turn in between.
    await setImmediate();
    const known = findKnownSecrets(text);
    try {
      lint ??= loadLint();
      return [...known, ...(await (await lint)(text))];
    } catch (error) {
      logger.log('warn', 'the secret rules could not be used; only known formats are hidden', { error: messageOf(error) });
      return known;
    }
  };
}

async function loadLint(): Promise<FindSecrets> {
  const [{ lintSource }, { creator }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] };
  return async (text) => {
    const source = { content: text, filePath: 'session.txt', ext: '.txt', contentType: 'text' as const };
    const { messages } = await lintSource({ source, options: { noPhysicFilePath: true, config } });
    return messages
      .filter((message) => message.ruleId !== LEFT_OUT)
      .map((message): SecretRange => ({ start: message.range[0], end: message.range[1], kind: kindOf(message.ruleId) }));
  };
}

function kindOf(rule: string): string {
  return rule.replace(/^.*secretlint-rule-/, '');
}
