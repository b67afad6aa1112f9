import { isEmail } from '../text/text-formats.js';
import type { SingleSignOnMethod } from './authentication-methods.js';

/** What an identity provider says of a person, as far as it is read. */
export interface IdentityClaims {
  readonly email?: unknown;
  readonly email_verified?: unknown;
  /** The domain of a Google Workspace that manages the account. */
  readonly hd?: unknown;
}

/**
 * The e-mail address that the claims prove, in lower case; null if they prove none. An account at Google with an address
 * of another host was verified once, and the address may have passed to somebody else since: Google itself vouches for
 * its own addresses and those of a Workspace only.
 */
export function verifiedEmail(
  method: SingleSignOnMethod,
  { email, email_verified: isVerified, hd }: IdentityClaims,
): string | null {
  if (typeof email !== 'string' || isVerified !== true || !isEmail(email)) return null;
  const address = email.toLowerCase();
  const isOfGoogle = address.endsWith('@gmail.com') || typeof hd === 'string';
  return method === 'google' && !isOfGoogle ? null : address;
}
