import type { ShellVariable } from '../../core/ports';
import { withoutSecretVariables } from './secret-variables';

/**
 * Names that neither a command nor a shell sees (invariant 7).
 * 1. Credentials of model providers and of this product.
 * 2. What Electron, Node and npm set for this process and would change how a child behaves.
 */
const HIDDEN: readonly RegExp[] = [
  /^ANTHROPIC_/i,
  /^CLAUDE_CODE_OAUTH_TOKEN$/i,
  /^VITRINE_(?!HOME$)/i,
  /_API_?KEY$/i,
  /^API_?KEY$/i,
  /^AWS_BEARER_TOKEN_BEDROCK$/i,
  /^NODE_OPTIONS$/i,
  /^NODE_CHANNEL_(FD|SERIALIZATION_MODE)$/i,
  /^NODE_UNIQUE_ID$/i,
  /^ELECTRON_/i,
  /^CHROME_DESKTOP$/i,
  /^npm_(lifecycle|package|command|execpath|node_execpath)/i,
];

const FIXED: Record<string, string> = { TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat' };

/** What a command of the agent sees: none of the person's secrets either, unless `extra` hands one on. */
export function commandEnvironment(own: Record<string, string | undefined>, extra: Record<string, string> = {}): Record<string, string> {
  return { ...withoutSecretVariables(visibleEnvironment(own)), ...FIXED, ...extra };
}

/** The person's environment without the hidden names. */
export function visibleEnvironment(own: Record<string, string | undefined>): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value !== undefined && !HIDDEN.some((pattern) => pattern.test(name))) environment[name] = value;
  }
  return environment;
}

/** A command's environment with variables added, as far as commands may see them. */
export function withVariables(env: Readonly<Record<string, string>>, variables: readonly ShellVariable[]): Record<string, string> {
  const added: Record<string, string> = {};
  for (const { name, value } of variables)
    added[name] = value.map((piece) => (typeof piece === 'string' ? piece : (added[piece.variable] ?? env[piece.variable] ?? ''))).join('');
  return { ...env, ...withoutSecretVariables(visibleEnvironment(added)) };
}
