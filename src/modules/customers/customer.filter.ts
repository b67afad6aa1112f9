import { and, eq, isNotNull, isNull, ne, not, type SQL, sql } from 'drizzle-orm';
import { refersTo } from '../../platform/db/tenant-keys.js';
import { anyOf, ifGiven } from '../../platform/paging/filter-conditions.js';
import type { PageRequest } from '../../platform/paging/page.js';
import { containsText } from '../../platform/paging/search.js';
import type { CustomerFilter } from './customer.input.js';
import { customerMetadata, customers } from './customer.table.js';

/** Which customers a list holds, and which slice of them. */
export interface CustomerQuery {
  readonly filter: Omit<CustomerFilter, 'billingEntityCodes' | 'metadata'>;
  /** Null: of any entity. */
  readonly billingEntityIds: readonly string[] | null;
  /** Value by key; an empty value asks for customers without the key. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly search: string | null;
  readonly page: PageRequest;
}

/** The condition of a list. Source: rest-conventions.md §7 "customers". */
export function matching(
  organizationId: string,
  { filter, billingEntityIds, metadata, search }: Omit<CustomerQuery, 'page'>,
): SQL | undefined {
  return and(
    eq(customers.organizationId, organizationId),
    isNull(customers.deletedAt),
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

/** One condition for all keys to be present and one for all to be absent, so that the plan is the same for any number. */
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
    // A customer has a key once.
    ...(present.length === 0 ? [] : [sql`${matches(pairs)} = ${present.length}`]),
    ...(absent.length === 0 ? [] : [sql`${matches(keys)} = 0`]),
  ];
}
