import { findTornKeys } from './find-torn-keys';
import type { SecretRange } from './secret-range';

/** Finds the secrets of a text. */
export type FindSecrets = (text: string) => Promise<SecretRange[]>;

interface Format {
  /** Of the alphabet of placeholders: small letters, digits, dashes. */
  kind: string;
  pattern: RegExp;
  /** Whether a match is a real value and no example. */
  isReal?(match: string): boolean;
}

const base64 = '[A-Za-z0-9+/]';
const name = '[A-Za-z0-9_]';
const word = '[A-Za-z0-9_-]';

/**
 * Formats that are known by their look; the pattern matches the secret alone. Every pattern is linear: what repeats is bounded or
 * ends at a character that it does not hold. A new one needs its mark in `secret-marks.ts`.
 */
const FORMATS: readonly Format[] = [
  {
    kind: 'private-key',
    // Lines may carry a number, a path or a diff mark in front; a key that is cut off counts as well.
    pattern:
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]{1,20000}?-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----|(?:(?:\\n|\r?\n)[^\n]{0,80}?[A-Za-z0-9+/=]{24,}(?=\\n|\r?\n|$)){1,400})/g,
    isReal: (match) => /[A-Za-z0-9+/=]{40}/.test(match),
  },
  {
    kind: 'putty-key',
    pattern: /(?<=PuTTY-User-Key-File-\d: [\s\S]{0,2000}Private-Lines: \d{1,3}\r?\n)(?:[A-Za-z0-9+/=]{1,80}\r?\n){1,200}/g,
  },
  { kind: 'age-key', pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{58}\b/g },
  { kind: 'anthropic-key', pattern: /\bsk-ant-[A-Za-z0-9_-]{16,}/g },
  { kind: 'openrouter-key', pattern: /\bsk-or-v1-[0-9a-f]{64}\b/g },
  { kind: 'api-key', pattern: /\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,}/g, isReal: looksRandom },
  { kind: 'xai-key', pattern: /\bxai-[A-Za-z0-9]{70,90}\b/g },
  { kind: 'perplexity-key', pattern: /\bpplx-[A-Za-z0-9]{40,60}\b/g },
  { kind: 'replicate-key', pattern: /\br8_[A-Za-z0-9]{37}\b/g },
  { kind: 'github-token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9_.-]{36,}|github_pat_[A-Za-z0-9_]{40,})/g },
  { kind: 'gitlab-token', pattern: /\bgl(?:pat|ptt|dt|rt|cbt|ft|soat|agent)-[A-Za-z0-9_-]{20,}/g },
  { kind: 'bitbucket-token', pattern: /\bATBB[A-Za-z0-9]{32}\b/g },
  { kind: 'atlassian-token', pattern: /\bATATT3[A-Za-z0-9_=-]{60,250}/g },
  { kind: 'slack-token', pattern: /\b(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}/g, isReal: hasDigit },
  {
    kind: 'slack-webhook',
    pattern: /(?<=hooks\.slack\.com\/(?:services|workflows)\/)[A-Za-z0-9]{5,40}\/[A-Za-z0-9]{5,40}\/[A-Za-z0-9]{16,40}/gi,
  },
  { kind: 'discord-webhook', pattern: /(?<=discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/)[A-Za-z0-9_-]{60,72}/g },
  { kind: 'discord-token', pattern: /\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}\b/g, isReal: looksRandom },
  { kind: 'telegram-token', pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b/g },
  { kind: 'npm-token', pattern: /\bnpm_[A-Za-z0-9_]{36}\b/g },
  { kind: 'npm-auth', pattern: /(?<=_(?:authToken|password|auth)\s{0,3}=\s{0,3}["']?)[A-Za-z0-9+/=_.-]{16,}/g, isReal: hasDigit },
  { kind: 'pypi-token', pattern: /\bpypi-AgE[A-Za-z0-9_-]{50,300}/g },
  { kind: 'rubygems-key', pattern: /\brubygems_[0-9a-f]{48}\b/g },
  { kind: 'crates-token', pattern: /\bcio[A-Za-z0-9]{32}\b/g, isReal: looksRandom },
  { kind: 'docker-token', pattern: /\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{27,40}/g },
  { kind: 'registry-auth', pattern: new RegExp(`(?<="auth\\\\?"\\s{0,3}:\\s{0,3}\\\\?")${base64}{20,400}={0,2}(?=\\\\?")`, 'g') },
  { kind: 'aws-key-id', pattern: /\b(?:A3T[A-Z0-9]|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA)[A-Z0-9]{16}\b/g, isReal: isNoExample },
  {
    kind: 'aws-secret',
    pattern: /(?<=(?:aws)?_?secret_?(?:access_?)?key\\?["']?\s{0,3}(?:=>|[:=])\s{0,3}\\?["']?)[A-Za-z0-9/+=]{40}(?![A-Za-z0-9/+=])/gi,
    isReal: isNoExample,
  },
  { kind: 'aws-session', pattern: /(?<=session_?token\\?["']?\s{0,3}(?:=>|[:=])\s{0,3}\\?["']?)[A-Za-z0-9/+=]{100,2000}/gi },
  { kind: 'azure-key', pattern: /(?<=(?:AccountKey|SharedAccessKey)=)[A-Za-z0-9+/]{40,90}={0,2}/g },
  { kind: 'azure-signature', pattern: /(?<=[?&]sig=)[A-Za-z0-9%]{40,80}/g, isReal: hasDigit },
  { kind: 'google-key', pattern: /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g },
  { kind: 'google-oauth', pattern: /\bGOCSPX-[A-Za-z0-9_-]{28}/g },
  { kind: 'google-token', pattern: /\bya29\.[A-Za-z0-9_-]{40,400}/g },
  { kind: 'google-refresh-token', pattern: /(?<![\w/])1\/\/0[A-Za-z0-9_-]{40,160}/g },
  { kind: 'stripe-key', pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{20,}/g },
  { kind: 'stripe-webhook', pattern: /\bwhsec_[A-Za-z0-9+/]{32,64}/g },
  { kind: 'square-token', pattern: /\b(?:sq0(?:csp|atp)-[A-Za-z0-9_-]{22,43}|EAAA[A-Za-z0-9_-]{60})(?![A-Za-z0-9_-])/g },
  { kind: 'shopify-token', pattern: /\bshp(?:pa|ca|at|ss)_[A-Za-z0-9]{32,64}/g },
  { kind: 'twilio-key', pattern: /\bSK[0-9a-f]{32}\b/g },
  { kind: 'sendgrid-key', pattern: /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{20,}/g },
  { kind: 'mailgun-key', pattern: /\bkey-[0-9a-f]{32}\b/g },
  { kind: 'mailchimp-key', pattern: /\b[0-9a-f]{32}-us\d{1,2}\b/g },
  { kind: 'digitalocean-token', pattern: /\bdo[oprt]_v1_[0-9a-f]{64}\b/g },
  { kind: 'heroku-key', pattern: /\bHRKU-[A-Za-z0-9_-]{36,64}/g },
  { kind: 'terraform-token', pattern: /\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,80}/g },
  { kind: 'vault-token', pattern: /\bhv[sbr]\.[A-Za-z0-9_-]{24,300}/g },
  { kind: 'doppler-token', pattern: /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,60}/g },
  { kind: 'supabase-key', pattern: /\b(?:sbp_[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{22,50})/g },
  { kind: 'planetscale-token', pattern: /\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{32,64}/g },
  { kind: 'sentry-token', pattern: /\bsntry[su]_[A-Za-z0-9+/=_]{40,400}/g },
  { kind: 'newrelic-key', pattern: /\bNR(?:AK|RA|II)-[A-Za-z0-9]{27}/g },
  { kind: 'grafana-token', pattern: /\bgl(?:c_[A-Za-z0-9+/]{32,400}={0,2}|sa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8})/g },
  { kind: 'linear-key', pattern: /\blin_(?:api|oauth)_[A-Za-z0-9_]{32,128}/g },
  { kind: 'notion-token', pattern: /\bntn_[0-9]{11}[A-Za-z0-9]{35}/g },
  { kind: 'figma-token', pattern: /\bfigd_[A-Za-z0-9_-]{40,200}/g },
  { kind: 'postman-key', pattern: /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b/g },
  { kind: 'groq-key', pattern: /\bgsk_[A-Za-z0-9]{52}/g },
  { kind: 'huggingface-token', pattern: /\bhf_[A-Za-z]{34}\b/g },
  { kind: 'databricks-token', pattern: /\bdapi[a-f0-9]{32}(?:-\d)?\b/g },
  { kind: 'tailscale-key', pattern: new RegExp(`\\btskey-[a-z]{2,20}-${name}{8,40}-${name}{16,60}`, 'g') },
  { kind: 'vercel-token', pattern: /\bvc[pairk]_[A-Za-z0-9]{20,60}/g, isReal: looksRandom },
  { kind: 'cloudflare-token', pattern: /\bcf(?:k|ut|at)_[A-Za-z0-9]{40}[0-9a-f]{8}/g },
  { kind: 'onepassword-token', pattern: new RegExp(`\\bops_ey${base64}{100,1280}={0,2}`, 'g') },
  { kind: 'json-web-token', pattern: new RegExp(`\\beyJ${word}{10,}\\.eyJ${word}{10,}\\.${word}{10,}`, 'g') },
  {
    kind: 'url-password',
    pattern: /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'<>`]{0,100}:)[^\s/@"'<>`]{3,200}(?=@[A-Za-z0-9[])/gi,
    isReal: isNoPlaceholder,
  },
  { kind: 'url-token', pattern: /(?<=\bhttps?:\/\/)[^\s:/@"'<>`$]{16,200}(?=:x-oauth-basic@)/g },
  {
    kind: 'bearer-token',
    pattern:
      /(?<=\b(?:authorization|x-api-key|api-key|x-auth-token|private-token)\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?(?:bearer |basic |token )?)[A-Za-z0-9._~+/-]{16,}=*/gi,
    isReal: hasDigit,
  },
];

/** Secrets of known formats. Pure and always there; `secret-finder` of the adapters knows more. */
export function findKnownSecrets(text: string): SecretRange[] {
  const found = FORMATS.flatMap(({ kind, pattern, isReal }) =>
    [...text.matchAll(pattern)].flatMap((match) =>
      isReal?.(match[0]) === false ? [] : [{ kind, start: match.index, end: match.index + match[0].length }],
    ),
  );
  return [...found, ...findTornKeys(text)];
}

/** The kinds that `findKnownSecrets` gives. */
export function listKnownKinds(): string[] {
  return FORMATS.map(({ kind }) => kind);
}

const PLACEHOLDER_WORDS =
  /^(?:x+|\*+|\.+|-+|_+|password|passwd|passw0rd|pass|pwd|pw|mypassword|yourpassword|your[-_]?\w*|my[-_]?secret|secret|token|api[-_]?key|changeme|change[-_]me|replace[-_]?\w*|example|dummy|placeholder|test|testing|admin|root|user|username|postgres|mysql|guest|foo|bar|baz|hunter2|12345?6?)$/i;

/** Whether a value says itself that it stands for another one. */
export function isExample(value: string): boolean {
  return (
    PLACEHOLDER_WORDS.test(value) || (!hasDigit(value) && /(?:^|[^a-z])(?:your|my|example|placeholder|dummy)(?:[^a-z]|$)/i.test(value))
  );
}

function isNoPlaceholder(value: string): boolean {
  return !isExample(value) && !/[${}%*]|^\[|^(.)\1+$/.test(value) && !value.includes('\\');
}

function isNoExample(value: string): boolean {
  return !/EXAMPLE/.test(value);
}

function hasDigit(value: string): boolean {
  return /\d/.test(value);
}

/** Letters of both cases and digits: what people write out by hand rarely has all three. */
function looksRandom(value: string): boolean {
  return /\d/.test(value) && /[A-Z]/.test(value) && /[a-z]/.test(value);
}
