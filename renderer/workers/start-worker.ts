declare global {
  /** Not in every engine, nor in the type library. */
  var trustedTypes: { createPolicy(name: string, rules: TrustedRules): { createScriptURL(url: string): string } } | undefined;
}

interface TrustedRules {
  createScriptURL(url: string): string;
}

const policy = globalThis.trustedTypes?.createPolicy('vitrine-workers', { createScriptURL: (url) => url });

/** Only the page's own files run as workers. The content policy (trusted types) wants to hear that from a named place. */
export function startWorker(url: string): Worker {
  const own = new URL(url, document.baseURI);
  if (own.origin !== location.origin) throw new Error(`${own.origin} is not the page's origin`);
  return new Worker(policy?.createScriptURL(own.href) ?? own.href, { type: 'module' });
}
