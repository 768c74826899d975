export interface PagePolicy {
  /** What `connect-src 'self'` does not cover, e.g. the exact WebSocket address. */
  connect?: readonly string[];
  /** Lets a page without files of its own carry its style sheet. Scripts never get one. */
  nonce?: string;
}

/** The content security policy of the page, sent as a header by both windowed shells. */
export function contentSecurityPolicy({ connect = [], nonce }: PagePolicy = {}): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    nonce === undefined ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    "worker-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** Security headers of every answer of both windowed shells. */
export function securityHeaders(policy: PagePolicy = {}): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(policy),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=()',
  };
}
