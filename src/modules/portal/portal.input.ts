import type { Customer, PostalAddress } from '../customers/records/customer.table.js';

/** What a customer may change of itself. Omitted members stay as they are; null clears one. Source: portal.md §3. */
export interface PortalCustomerMembers extends PostalAddress {
  readonly name?: string | null;
  readonly firstname?: string | null;
  readonly lastname?: string | null;
  readonly legalName?: string | null;
  readonly taxIdentificationNumber?: string | null;
  readonly email?: string | null;
  readonly documentLocale?: string | null;
  readonly customerType?: Customer['customerType'];
  readonly shippingAddress?: PostalAddress | null;
}

export interface PortalTopUp {
  readonly walletId: string;
  readonly paidCredits: string;
}
