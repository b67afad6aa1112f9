import { sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/database.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import { StartError } from '../../settings/start-error.js';

/**
 * How many numbers of each sequence are skipped after a restore. Those given after the restored instant are unknown, and a
 * number must not be given twice.
 */
const NUMBERS_SKIPPED = 1_000;

/** The numbers that an operator has chosen do not fit the database. */
export class WrongNumbers extends StartError {}

/** The number that a billing entity gives next, by the entity's id or code. */
export type NextNumbers = ReadonlyMap<string, number>;

interface Entity {
  readonly id: string;
  readonly code: string;
  readonly organizationId: string;
  /** True if it numbers its invoices in one sequence; otherwise they are numbered per customer. */
  readonly numbersItself: boolean;
  /** The last number that its sequence has given. */
  readonly taken: number;
  /** The number after which its sequence would continue, or begin (invoices.md §5.3). */
  readonly last: number;
}

/**
 * Lets all documents and customers be numbered after what may have been given since the restored instant (docs/adr/0126).
 * @throws WrongNumbers
 */
export async function continueNumbers(
  tx: Tx,
  nextNumbers: NextNumbers,
  say: (line: string) => void,
): Promise<void> {
  await continueEntities(tx, nextNumbers, say);
  await tx.execute(sql`
      with given as (
        select organization_id, customer_id, max(sequential_id) as last from (
          select organization_id, customer_id, sequential_id from invoices where sequential_id is not null
          union all select organization_id, customer_id, sequential_id from payment_receipts
          union all select organization_id, customer_id, sequential_id from credit_notes
        ) as documents group by organization_id, customer_id
      )
      update customers as customer
      set documents_numbered_after = former.lost || ${NUMBERS_SKIPPED}::int + greatest(0, former.lost[cardinality(former.lost)], given.last)
      from (select organization_id, id, documents_numbered_after as lost from customers) as former
      left join given on given.organization_id = former.organization_id and given.customer_id = former.id
      where customer.organization_id = former.organization_id and customer.id = former.id`);
  await tx.execute(sql`
      update organizations as organization set
        last_customer_number = greatest(last_customer_number, (
          select max(sequential_id) from customers as customer
          where customer.organization_id = organization.id and not customer.is_numbered_apart
        )) + ${NUMBERS_SKIPPED}::int,
        customer_numbers_skipped = customer_numbers_skipped + ${NUMBERS_SKIPPED}::int`);
  say(
    `Customers, and the invoices, receipts and credit notes of those that are known, skip ${NUMBERS_SKIPPED} numbers.`,
  );
}

/** Also of entities that do not number for themselves yet: they may have begun to. */
async function continueEntities(
  tx: Tx,
  nextNumbers: NextNumbers,
  say: (line: string) => void,
): Promise<void> {
  const entities = await queryRows<Entity>(
    tx,
    sql`
    select id, code, organization_id as "organizationId", document_numbering = 'per_billing_entity' as "numbersItself",
      last_invoice_number as taken, greatest(last_invoice_number, (
        select count(*) from invoices as invoice
        where invoice.organization_id = entity.organization_id and invoice.billing_entity_id = entity.id
          and not exists (select from customers as customer where customer.organization_id = invoice.organization_id
            and customer.id = invoice.customer_id and customer.test_clock_id is not null)
          and entity.document_numbering <> 'per_billing_entity' and sequential_id is not null
      ))::int as last
    from billing_entities as entity order by organization_id, code`,
  );
  const ownNumbers = entities.filter(({ numbersItself }) => numbersItself);
  for (const chosen of nextNumbers.keys()) {
    const named = ownNumbers.filter(({ id, code }) => id === chosen || code === chosen);
    if (named.length === 1) continue;
    const problem =
      named.length === 0 ? 'no billing entity that numbers its invoices' : 'several; give its id';
    throw new WrongNumbers(`--numbers-from ${chosen} names ${problem}.`);
  }
  for (const { id, code, organizationId, numbersItself, taken, last } of entities) {
    const chosen = numbersItself ? (nextNumbers.get(id) ?? nextNumbers.get(code)) : undefined;
    if (chosen !== undefined && chosen <= last)
      throw new WrongNumbers(`--numbers-from ${code}=${chosen}: it has invoices up to number ${last}.`);
    const next = chosen ?? last + 1 + NUMBERS_SKIPPED;
    await tx.execute(sql`
      insert into retired_invoice_numbers (organization_id, billing_entity_id, first_number, last_number)
      select ${organizationId}, ${id}, ${taken + 1}::int, ${next - 1}::int where ${next}::int > ${taken + 1}::int`);
    await tx.execute(sql`
      update billing_entities set last_invoice_number = ${next - 1}
      where organization_id = ${organizationId} and id = ${id}`);
    if (!numbersItself) continue;
    const gap = next === last + 1 ? '' : `; ${last + 1} to ${next - 1} are skipped`;
    say(`Billing entity ${code} of organization ${organizationId} gives invoice number ${next} next${gap}.`);
  }
}
