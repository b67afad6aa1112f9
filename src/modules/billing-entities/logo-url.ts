import { currentOrigin } from '../../platform/request-scope.js';
import type { BillingEntity } from '../organizations/billing-entity.table.js';

/** The path below which logos are served. */
export const LOGOS_PATH = '/logos';

/**
 * The address of an entity's logo, on the host that the caller used; null without a logo, and outside a request, where no
 * host is known. Source: billing-entities.md §2.
 */
export function logoUrlOf({ organizationId, logoId }: BillingEntity): string | null {
  const origin = currentOrigin();
  if (logoId === null || origin === null) return null;
  return `${origin}${LOGOS_PATH}/${organizationId}/${logoId}`;
}
