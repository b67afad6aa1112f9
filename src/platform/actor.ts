import type { Permissions } from './api/permissions.js';

/** Who calls, for which organization, with which permissions. Every service takes one. */
export interface Actor {
  readonly organizationId: string;
  readonly permissions: Permissions;
  /** `api` by key, `system` by due work; a signed-in member's session will be `front`. */
  readonly source: 'api' | 'front' | 'system';
  readonly apiKeyId: string | null;
  readonly userEmail: string | null;
  /** The instant being worked on: set by the due-work engine, null for callers, whose now is their customer's. */
  readonly at: Date | null;
}

/** The actor of due work: everything of one organization is allowed, and now is the due instant. */
export function systemActor(organizationId: string, at: Date | null): Actor {
  return { organizationId, permissions: 'all', source: 'system', apiKeyId: null, userEmail: null, at };
}
