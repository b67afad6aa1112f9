import { PORTAL_RESOURCES, type PortalCaller } from '../../platform/api/access/portal-caller.js';
import { isUuid } from '../../platform/db/tables/ids.js';

/** Source: portal.md §1. */
const VALID_FOR_MS = 12 * 60 * 60 * 1000;

/** What a portal token says: whose portal it opens, what may be changed there, who made it, and until when it is valid. */
export interface PortalToken extends Pick<PortalCaller, 'customerId' | 'permissions' | 'tokenId'> {
  readonly organizationId: string;
  /** An API key, a user, or (null) the server itself. */
  readonly maker: { readonly type: 'apiKey' | 'user'; readonly id: string } | null;
  readonly expiresAt: Date;
}

/** The instant at which a token that is made now expires. */
export function expiryOf(now: Date): Date {
  return new Date(now.getTime() + VALID_FOR_MS);
}

/** The part of a token that is signed: letters, digits, `-` and `_`. */
export function claimsOf(token: PortalToken): string {
  const { organizationId, customerId, tokenId, expiresAt, permissions, maker } = token;
  const changes = PORTAL_RESOURCES.filter((resource) => permissions[resource] !== undefined);
  const claims = [
    organizationId,
    customerId,
    tokenId,
    Math.floor(expiresAt.getTime() / 1000),
    changes.join(),
    ...(maker === null ? [] : [maker.type, maker.id]),
  ];
  return Buffer.from(claims.join(' ')).toString('base64url');
}

/** A token as it is sent, split into the claims and their signature; null for any other text. */
export function splitToken(text: string): { readonly claims: string; readonly signature: string } | null {
  const [, claims, signature] = /^([\w-]{1,400})\.([\w-]{43})$/.exec(text) ?? [];
  return claims === undefined || signature === undefined ? null : { claims, signature };
}

/** The token with these claims, whose signature is verified; null once it has expired. One that names no changes allows none. */
export function readClaims(claims: string, now: Date): PortalToken | null {
  const text = Buffer.from(claims, 'base64url').toString('utf8');
  const [organizationId = '', customerId = '', tokenId = '', expiry = '', changes = '', type, id = ''] =
    text.split(' ');
  const expiresAt = new Date(Number(expiry) * 1000);
  if (!isUuid(organizationId) || !isUuid(customerId) || !(now < expiresAt)) return null;
  const allowed = changes.split(',');
  const permissions = Object.fromEntries(
    PORTAL_RESOURCES.filter((resource) => allowed.includes(resource)).map((resource) => [
      resource,
      ['write'],
    ]),
  );
  const isNamed = (type === 'apiKey' || type === 'user') && isUuid(id);
  return {
    organizationId,
    customerId,
    tokenId,
    expiresAt,
    permissions,
    maker: isNamed ? { type, id } : null,
  };
}
