import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Access to one server: a launch token that is good once, and the cookie that it is exchanged for. Both are 256 random bits. */
export interface Access {
  readonly launchToken: string;
  /** The cookie's value for the launch token, the first time; undefined for anything else and ever after. */
  redeem(token: string): string | undefined;
  /** Whether a `Cookie` header carries this server's cookie under that name. */
  accepts(cookieHeader: string | undefined, name: string): boolean;
}

export function createAccess(): Access {
  const launchToken = randomBytes(32).toString('base64url');
  const cookie = randomBytes(32).toString('base64url');
  let spent = false;
  return {
    launchToken,
    redeem(token) {
      if (!sameText(token, launchToken) || spent) return undefined;
      spent = true;
      return cookie;
    },
    accepts(header, name) {
      return cookieValues(header ?? '', name).some((value) => sameText(value, cookie));
    },
  };
}

/** Compares in a time that tells nothing of where or how long the texts differ. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function cookieValues(header: string, name: string): string[] {
  const start = `${name}=`;
  return header
    .split(';', 64)
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
}
