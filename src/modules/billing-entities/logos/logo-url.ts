import type { AddressInAnswer, Addresses } from '../../../platform/addresses.js';
import type { BillingEntity } from '../records/billing-entity.table.js';

/** The path below which logos are served. */
export const LOGOS_PATH = '/logos';

/** The address of an entity's logo; null without a logo. Source: billing-entities.md §2. */
export function logoUrlOf<Kind extends AddressInAnswer>(
  { organizationId, logoId }: BillingEntity,
  addresses: Addresses<Kind>,
): Kind | null {
  return logoId === null ? null : addresses.at(`${LOGOS_PATH}/${organizationId}/${logoId}`);
}
