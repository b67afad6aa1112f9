import { and, eq, isNotNull, isNull, ne, not, type SQL, sql } from 'drizzle-orm';
import { refersTo } from '../../platform/db/tenant-keys.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { anyOf, ifGiven } from '../../platform/paging/filter-conditions.js';
import { customerOrders } from './customer.list.js';
import type { PageRequest } from '../../platform/paging/page.js';
import { containsText } from '../../platform/paging/search.js';
import type { CustomerFilter } from './customer.input.js';
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
    ...metadataConditions(metadata),
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

/** One condition for all keys with a value and one for all without, so that the query plan is the same for any number of keys. */
function metadataConditions(metadata: Readonly<Record<string, string>>): SQL[] {
  const entries = Object.entries(metadata);
  const present = entries.filter(([, value]) => value !== '');
  const absent = entries.filter(([, value]) => value === '');
  const matches = (condition: SQL) =>
    sql`(select count(*) from ${customerMetadata} where ${refersTo(customerMetadata.customerId, customers)} and ${condition})`;
  const listOf = (texts: readonly string[]) => sql`${sql.param(texts)}::text[]`;
  const pairs = sql`(${customerMetadata.key}, ${customerMetadata.value}) in (
    select * from unnest(${listOf(present.map(([key]) => key))}, ${listOf(present.map(([, value]) => value))}))`;
  const keys = sql`${customerMetadata.key} = any(${listOf(absent.map(([key]) => key))})`;
  return [
    // Counts suffice, since a customer has each key at most once.
    ...(present.length === 0 ? [] : [sql`${matches(pairs)} = ${present.length}`]),
    ...(absent.length === 0 ? [] : [sql`${matches(keys)} = 0`]),
  ];
}
