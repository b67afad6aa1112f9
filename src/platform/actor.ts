import type { MemberPermission } from './api/access/member-permissions.js';
import type { Permissions } from './api/access/resource-permissions.js';

/** A signed-in user in one organization. */
export interface Member {
  readonly userId: string;
  /** The union of the permissions of the member's roles. */
  readonly permissions: ReadonlySet<MemberPermission>;
  readonly isAdmin: boolean;
}

/** The caller of a service: its organization, its permissions and how it authenticated. */
export interface Actor {
  readonly organizationId: string;
  /** Those of an API key. A member has none of them, but those of the roles. */
  readonly permissions: Permissions;
  /** `api`: an API key. `system`: the due-work engine. `front`: a signed-in member, or a customer in the portal. */
  readonly source: 'api' | 'front' | 'system';
  readonly apiKeyId: string | null;
  readonly userEmail: string | null;
  /** Null unless a signed-in member calls. */
  readonly member: Member | null;
  /**
   * The instant the work is due at, which counts as now; null for API callers, whose now is that of the customer's
   * clock.
   */
  readonly at: Date | null;
}

/** The actor of due work: it has every permission in one organization. @param at the instant the work is due at. */
export function systemActor(organizationId: string, at: Date | null): Actor {
  return {
    organizationId,
    permissions: 'all',
    source: 'system',
    apiKeyId: null,
    userEmail: null,
    member: null,
    at,
  };
}

/** The actor of a signed-in member. */
export function memberActor(organizationId: string, userEmail: string, member: Member): Actor {
  return {
    organizationId,
    permissions: {},
    source: 'front',
    apiKeyId: null,
    userEmail,
    member,
    at: null,
  };
}

/** True if the caller can do everything in the organization: an admin, an unlimited API key, or the server itself. */
export function isUnlimited({ member, permissions }: Actor): boolean {
  return member === null ? permissions === 'all' : member.isAdmin;
}

/**
 * The actor of what a customer does in the portal: it may do nothing outside of the portal.
 * @param apiKeyId of the key that made the link to the portal, which is recorded.
 */
export function portalActor(organizationId: string, apiKeyId: string | null): Actor {
  return {
    organizationId,
    permissions: {},
    source: 'front',
    apiKeyId,
    member: null,
    userEmail: null,
    at: null,
  };
}
