import type { Permissions } from './api/permissions.js';

/** The caller of a service: its organization, its permissions and how it authenticated. */
export interface Actor {
  readonly organizationId: string;
  readonly permissions: Permissions;
  /** `api`: an API key. `system`: the due-work engine. `front`: a customer in the portal, or a signed-in member (not built yet). */
  readonly source: 'api' | 'front' | 'system';
  readonly apiKeyId: string | null;
  readonly userEmail: string | null;
  /**
   * The instant the work is due at, which counts as now; null for API callers, whose now is that of the customer's
   * clock.
   */
  readonly at: Date | null;
}

/** The actor of due work: it has every permission in one organization. @param at the instant the work is due at. */
export function systemActor(organizationId: string, at: Date | null): Actor {
  return { organizationId, permissions: 'all', source: 'system', apiKeyId: null, userEmail: null, at };
}

/** The actor of what a customer does in the portal: it may do nothing outside of the portal. */
export function portalActor(organizationId: string): Actor {
  return { organizationId, permissions: {}, source: 'front', apiKeyId: null, userEmail: null, at: null };
}
