import type { Representation } from '../../../platform/activity/snapshots.js';
import { outsideName } from '../../customers/records/customer-name.js';
import type { AccountingContact } from '../../integrations/adapters/accounting/accounting-provider.js';
import type { LinkedCustomer } from './linked-customers.js';

/** A customer as accounting systems get it, with its billing address. Source: integrations.md §12, §13. */
export function accountingContact(
  { customer, link }: LinkedCustomer,
  representation: Representation,
): AccountingContact {
  const { id, externalId, email, phone, taxIdentificationNumber, currency } = customer;
  const { addressLine1, addressLine2, city, state, zipcode, country } = customer;
  return {
    id,
    externalId,
    providerId: link.externalCustomerId,
    name: outsideName(customer),
    firstName: customer.firstname,
    lastName: customer.lastname,
    email,
    phone,
    taxIdentificationNumber,
    currency,
    address: { addressLine1, addressLine2, city, state, zipcode, country },
    representation,
  };
}
