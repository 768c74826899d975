/**
 * Variables by which a program loads other code, runs other programs, fetches them from elsewhere, or trusts somebody else. Not all that
 * there are: what is not among them may still change what a program does.
 */
const STEERING: readonly RegExp[] = [
  /^(?:PATH|PATHEXT|SHELL|COMSPEC|ENV|BASH_ENV|IFS|HOME|TMPDIR|XDG_\w+)$/i,
  /^(?:LD|DYLD|NODE|NPM|PNPM|YARN|BUN|DENO|UV|PIP|PIPX|GEM|BUNDLE|JAVA|JDK|_JAVA|DOTNET|COMPLUS|CORECLR|CARGO|PHP|LUA|GIT|SSH|DOCKER|ELECTRON)_\w+$/i,
  /^(?:PYTHON\w+|PERL5?(?:LIB|OPT|DB|_\w+)|RUBY(?:OPT|LIB)|GO(?:PATH|ROOT|PROXY|FLAGS|ENV|TOOLCHAIN|SUMDB|NOSUMDB|INSECURE|PRIVATE)|RUST(?:C|FLAGS|UP_\w+|C_\w+))$/i,
  /^(?:\w*_)?(?:PROXY|CA_BUNDLE|CA_FILE|CERT_FILE|CERT_DIR|CA_CERTS|OPTIONS|OPTS|PRELOAD|EDITOR|VISUAL|PAGER|BROWSER|ASKPASS|COMMAND|REGISTRY|INDEX_URL)$/i,
  /^(?:SSLKEYLOGFILE|OPENSSL_CONF|GCONV_PATH|LOCPATH|CLASSPATH|MAKEFLAGS)$/i,
];

/** Whether a variable is known to decide which programs or code run, or whom they trust. */
export function steersPrograms(name: string): boolean {
  return STEERING.some((pattern) => pattern.test(name));
}
