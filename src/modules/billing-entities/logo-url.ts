import type { BillingEntity } from '../organizations/billing-entity.table.js';

/** The path below which logos are served. */
export const LOGOS_PATH = '/logos';

/** The address of an entity's logo; null without a logo. Source: billing-entities.md §2. */
export function logoUrlOf({ organizationId, logoId }: BillingEntity, origin: string): string | null {
  if (logoId === null) return null;
  return `${origin}${LOGOS_PATH}/${organizationId}/${logoId}`;
}
