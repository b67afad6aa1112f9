import { eq, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { among } from '../../../platform/db/among.js';
import type { Db } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/ids.js';
import { given, within } from '../../../platform/paging/conditions.js';
import { containsText } from '../../../platform/paging/search.js';
import { idOfCustomerNamed, idsOfCustomersWith } from '../../customers/customer-lookup.js';
import type { DocumentFilter } from './document-filter.input.js';

/** The columns that invoices and credit notes have alike. */
type DocumentTable = Record<
  'id' | 'customerId' | 'number' | 'currency' | 'totalAmountCents' | 'issuingDate',
  PgColumn
>;

/** The conditions that lists of invoices and of credit notes take alike. Source: rest-conventions.md §6, §7. */
export function documentConditions(
  db: Db,
  organizationId: string,
  table: DocumentTable,
  {
    filter,
    search,
  }: { readonly filter: Omit<DocumentFilter, 'billingEntityCodes'>; readonly search: string | null },
): (SQL | undefined)[] {
  return [
    given(filter.externalCustomerId, (externalId) =>
      among(table.customerId, idOfCustomerNamed(db, organizationId, externalId)),
    ),
    given(filter.currency, (currency) => eq(table.currency, currency)),
    ...within(table.totalAmountCents, filter.amountFrom, filter.amountTo),
    ...within(table.issuingDate, filter.issuingDateFrom, filter.issuingDateTo),
    given(search, (term) =>
      or(
        containsText([table.number], term),
        isUuid(term.trim()) ? eq(table.id, term.trim()) : undefined,
        among(table.customerId, idsOfCustomersWith(db, organizationId, term)),
      ),
    ),
  ];
}
