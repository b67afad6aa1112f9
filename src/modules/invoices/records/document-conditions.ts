import { eq, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { ifGiven, inRange } from '../../../platform/paging/filter-conditions.js';
import { containsText } from '../../../platform/paging/search.js';
import { idOfCustomerNamed, idsOfCustomersWith } from '../../customers/records/customer-lookup.js';
import { testConditions } from '../../customers/records/test-filter.js';
import type { DocumentFilter } from './document-filter.input.js';

/** The columns that invoices and credit notes share. */
type DocumentTable = Record<
  'id' | 'customerId' | 'number' | 'currency' | 'totalAmountCents' | 'issuingDate',
  PgColumn
>;

/** The conditions of the filters that invoices and credit notes share. Source: rest-conventions.md §6, §7. */
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
    ...testConditions(db, organizationId, table.customerId, filter),
    ifGiven(filter.externalCustomerId, (externalId) =>
      isOneOf(table.customerId, idOfCustomerNamed(db, organizationId, externalId)),
    ),
    ifGiven(filter.currency, (currency) => eq(table.currency, currency)),
    ...inRange(table.totalAmountCents, filter.amountFrom, filter.amountTo),
    ...inRange(table.issuingDate, filter.issuingDateFrom, filter.issuingDateTo),
    ifGiven(search, (term) =>
      or(
        containsText([table.number], term),
        isUuid(term.trim()) ? eq(table.id, term.trim()) : undefined,
        isOneOf(table.customerId, idsOfCustomersWith(db, organizationId, term)),
      ),
    ),
  ];
}
