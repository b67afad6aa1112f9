import { isUuid } from '../../platform/db/ids.js';

/** Source: portal.md §1. */
const VALID_FOR_MS = 12 * 60 * 60 * 1000;

/** What a portal token says: whose portal it opens, and until when. */
export interface PortalToken {
  readonly organizationId: string;
  readonly customerId: string;
  /** Different for each token. */
  readonly tokenId: string;
  readonly expiresAt: Date;
}

/** The instant at which a token that is made now expires. */
export function expiryOf(now: Date): Date {
  return new Date(now.getTime() + VALID_FOR_MS);
}

/** The part of a token that is signed: letters, digits, `-` and `_`. */
export function claimsOf({ organizationId, customerId, tokenId, expiresAt }: PortalToken): string {
  const claims = [organizationId, customerId, tokenId, Math.floor(expiresAt.getTime() / 1000)].join(' ');
  return Buffer.from(claims).toString('base64url');
}

/** A token as it is sent, split into the claims and their signature; null for any other text. */
export function splitToken(text: string): { readonly claims: string; readonly signature: string } | null {
  const [, claims, signature] = /^([\w-]{1,400})\.([\w-]{43})$/.exec(text) ?? [];
  return claims === undefined || signature === undefined ? null : { claims, signature };
}

/** The token with these claims, whose signature is verified; null once it has expired. */
export function readClaims(claims: string, now: Date): PortalToken | null {
  const text = Buffer.from(claims, 'base64url').toString('utf8');
  const [organizationId = '', customerId = '', tokenId = '', expiry = ''] = text.split(' ');
  const expiresAt = new Date(Number(expiry) * 1000);
  if (!isUuid(organizationId) || !isUuid(customerId) || !(now < expiresAt)) return null;
  return { organizationId, customerId, tokenId, expiresAt };
}
