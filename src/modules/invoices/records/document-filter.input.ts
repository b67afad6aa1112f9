import type { TestFilter } from '../../customers/records/test-filter.js';

/** Filters that lists of invoices and of credit notes share. Source: rest-conventions.md §7. */
export interface DocumentFilter extends TestFilter {
  readonly externalCustomerId?: string | null;
  readonly currency?: string | null;
  readonly amountFrom?: bigint | null;
  readonly amountTo?: bigint | null;
  readonly issuingDateFrom?: string | null;
  readonly issuingDateTo?: string | null;
  readonly billingEntityCodes?: readonly string[] | null;
}
