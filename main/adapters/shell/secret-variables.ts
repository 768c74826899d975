/** Names that end like a secret's, and those that hold one without saying so in a word of their own. */
const SECRET_NAME =
  /(?:^|_)(?:TOKENS?|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|PWD|PASS|CREDENTIALS?|KEY|KEYS|ACCESS_KEY_ID|SECRET_KEY_BASE|PAT|JWT|AUTH|COOKIE|DSN|SK|WEBHOOK(?:_URL)?)$|(?:PASSWORD|PASSWD|PASSPHRASE|AUTHTOKEN|TOKEN|SECRET|APIKEY|CREDENTIALS?)(?:_?\d+)?$/i;
/** The folders of a shell, and the socket of an agent, which shows nothing of its keys and is another setting's matter. */
const NO_SECRET = /^(?:PWD|OLDPWD|INIT_CWD|SSH_AUTH_SOCK)$/i;
/** `user:password@`, at the beginning or after a scheme. */
const HOLDS_PASSWORD = /(?:^|:\/\/)[^\s/:@]*:[^\s/@]+@/;
const ADDRESS_NAME = /(?:^|_)(?:URL|URI|DSN)$/i;

/** Whether a variable of the environment is a secret, by its name, or by the password in its address. */
function isSecretVariable(name: string, value: string): boolean {
  if (NO_SECRET.test(name)) return false;
  return SECRET_NAME.test(name) || (ADDRESS_NAME.test(name) && HOLDS_PASSWORD.test(value));
}

export function withoutSecretVariables(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name, value]) => !isSecretVariable(name, value)));
}
