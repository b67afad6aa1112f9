import type { Customer } from './customer.table.js';

/**
 * The id of the connection that computes the taxes of a customer's documents; null: local taxes apply. Nothing is called for
 * customers on a test clock. Source: integrations.md §4, §6.
 */
export function taxConnectionOf({
  taxIntegrationId,
  testClockId,
}: Pick<Customer, 'taxIntegrationId' | 'testClockId'>): string | null {
  return testClockId === null ? taxIntegrationId : null;
}

/** True if nobody knows the taxes of a customer before its VAT number is checked. Sources: taxes.md §6.4, integrations.md §6. */
export function awaitsVatCheck(
  customer: Pick<Customer, 'taxIntegrationId' | 'testClockId' | 'vatCheckId'>,
): boolean {
  return customer.vatCheckId !== null && taxConnectionOf(customer) === null;
}
