import { newId } from '../../platform/db/ids.js';
import type { SentCustomerMetadata } from './customer-metadata.input.js';
import type { CustomerMetadata } from './customer.table.js';

type Owner = Pick<CustomerMetadata, 'organizationId' | 'customerId'>;

/**
 * The list that takes the place of another: an entry is the known one with its id, else the known one with its key,
 * else a new one.
 * @param at when the new ones are created.
 */
export function replacedMetadata(
  known: readonly CustomerMetadata[],
  given: readonly SentCustomerMetadata[],
  owner: Owner,
  at: Date,
): CustomerMetadata[] {
  const free = new Map(known.map((entry) => [entry.id, entry]));
  const take = (entry: CustomerMetadata | undefined) => {
    if (entry !== undefined) free.delete(entry.id);
    return entry;
  };
  // Ids first: an entry without one must not take what a later entry names.
  const named = given.map(({ id }) => take(free.get(id ?? '')));
  return given.map(({ key, value, displayInInvoice }, index) => {
    const origin = named[index] ?? take([...free.values()].find((entry) => entry.key === key));
    return {
      ...owner,
      id: origin?.id ?? newId(),
      key,
      value,
      displayInInvoice: displayInInvoice ?? false,
      createdAt: origin?.createdAt ?? at,
    };
  });
}
