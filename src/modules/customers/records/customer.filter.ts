import { and, eq, isNotNull, isNull, ne, not, type SQL, sql } from 'drizzle-orm';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { comparisons } from '../../../platform/paging/comparisons.js';
import { anyOf, ifGiven } from '../../../platform/paging/filter-conditions.js';
import { customerOrders } from './customer.list.js';
import type { PageRequest } from '../../../platform/paging/page.js';
import { containsText } from '../../../platform/paging/search.js';
import type { CustomerFilter } from './customer.input.js';
import { metadataConditions } from '../../../platform/paging/metadata-conditions.js';
import { customerMetadata, customers } from './customer.table.js';

/** The filter and the page of a list of customers. */
export interface CustomerQuery {
  readonly filter: Omit<CustomerFilter, 'billingEntityCodes' | 'metadata'>;
  /** Null: any billing entity. */
  readonly billingEntityIds: readonly string[] | null;
  /** Value by key; an empty value selects customers without the key. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly search: string | null;
  readonly page: PageRequest;
}

/** The SQL condition of a list. Source: rest-conventions.md §7 "customers". */
export function matching(
  organizationId: string,
  { filter, billingEntityIds, metadata, search }: Omit<CustomerQuery, 'page'>,
): SQL | undefined {
  return and(
    eq(customers.organizationId, organizationId),
    isNull(customers.deletedAt),
    ...comparisons(customerOrders, filter),
    whether(isNotNull(customers.testClockId), filter.test),
    // A text that is not an id matches nothing (rest-conventions.md §4).
    ifGiven(filter.testClockId, (id) => (isUuid(id) ? eq(customers.testClockId, id) : sql`false`)),
    ifGiven(filter.externalId, (externalId) => eq(customers.externalId, externalId)),
    anyOf(customers.accountType, filter.accountType),
    anyOf(customers.billingEntityId, billingEntityIds),
    anyOf(customers.country, filter.countries),
    anyOf(customers.state, filter.states),
    anyOf(customers.zipcode, filter.zipcodes),
    anyOf(customers.currency, filter.currencies),
    ifGiven(filter.customerType, (type) => eq(customers.customerType, type)),
    whether(isNotNull(customers.customerType), filter.hasCustomerType),
    whether(
      ne(sql`coalesce(${customers.taxIdentificationNumber}, '')`, ''),
      filter.hasTaxIdentificationNumber,
    ),
    ...metadataConditions(customerMetadata, refersTo(customerMetadata.customerId, customers), metadata),
    ifGiven(search, (term) => containsText(SEARCHED, term)),
  );
}

const SEARCHED = [
  customers.name,
  customers.firstname,
  customers.lastname,
  customers.legalName,
  customers.externalId,
  customers.email,
];

function whether(condition: SQL, expected: boolean | null | undefined): SQL | undefined {
  if (expected === undefined || expected === null) return undefined;
  return expected ? condition : not(condition);
}
