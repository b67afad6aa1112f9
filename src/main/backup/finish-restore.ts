import type { TransactionSql } from 'postgres';
import { connect, type Pool } from '../../platform/db/database.js';
import type { Config } from '../config.js';
import { claimOwnDatabase, type DatabaseEvents } from '../database.js';
import { migrateSchema } from '../migrate-schema.js';
import { StartError } from '../start-error.js';
import {
  readRestoreRecord,
  requireFinished,
  type RestoreRecord,
  writeRestoreRecord,
} from './restore-record.js';

/**
 * How many numbers of each sequence are skipped after a restore. Those given after the backup's instant are unknown, and a
 * number must not be given twice.
 */
const NUMBERS_SKIPPED = 1_000;

type Unfinished = NonNullable<RestoreRecord['unfinished']>;

/** Said when the files are restored, but not the numbers. */
const WAY_OUT = 'Run `restore finish [--numbers-from ENTITY=NUMBER]...`.';

/** The numbers that an operator has chosen do not fit the backup. */
class WrongNumbers extends StartError {}

/** The number that a billing entity gives next, by the entity's id or code. */
type NextNumbers = ReadonlyMap<string, number>;

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
 * Does what is left to do after the files were restored, if a restore of this folder is unfinished: starts Postgres, which replays the
 * WAL, checks that it is the cluster of the backup, brings it to the schema of this program, and lets numbers continue after a gap.
 * @throws StartError when files are missing, it is another cluster, or the chosen numbers are wrong.
 */
export async function finishRestore(
  config: Pick<Config, 'dataDir' | 'backupUrl'>,
  events: DatabaseEvents,
): Promise<void> {
  const { dataDir } = config;
  if ((readRestoreRecord(dataDir)?.unfinished ?? null) === null) return;
  const database = claimOwnDatabase(config, events);
  try {
    // Another process may have gone on meanwhile.
    const record = readRestoreRecord(dataDir);
    if (record === null || record.unfinished === null) return;
    const { step, numbersFrom } = record.unfinished;
    if (step === 'files') requireFinished(dataDir);
    if (numbersFrom === null)
      throw new StartError(`A restore of ${dataDir} was given wrong numbers. ${WAY_OUT}`);
    const connection = await database.start();
    const pool = connect(connection, { max: 1 });
    try {
      await requireCluster(pool, record, record.unfinished);
      // A backup of an older version has no columns for the numbers.
      await migrateSchema(connection, events);
      await continueNumbers(pool, new Map(Object.entries(numbersFrom)), events.say);
      writeRestoreRecord(dataDir, { ...record, unfinished: null });
    } catch (error) {
      if (error instanceof WrongNumbers)
        writeRestoreRecord(dataDir, { ...record, unfinished: { ...record.unfinished, numbersFrom: null } });
      throw error;
    } finally {
      await pool.close();
    }
  } finally {
    await database.stop();
  }
}

async function requireCluster(
  { sql }: Pool,
  { backup }: RestoreRecord,
  { systemIdentifier }: Unfinished,
): Promise<void> {
  const [cluster] = await sql<{ id: string }[]>`
    select system_identifier::text as id from pg_control_system()`;
  if (cluster?.id !== systemIdentifier)
    throw new StartError(`Postgres did not start on the files of backup ${backup}.`);
}

/** Lets all documents and customers be numbered after what may have been given since the backup (docs/adr/0126). */
function continueNumbers(
  { sql }: Pool,
  nextNumbers: NextNumbers,
  say: (line: string) => void,
): Promise<void> {
  return sql.begin(async (tx) => {
    await continueEntities(tx, nextNumbers, say);
    await tx`
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
      where customer.organization_id = former.organization_id and customer.id = former.id`;
    await tx`
      update organizations as organization set
        last_customer_number = greatest(last_customer_number, (
          select max(sequential_id) from customers as customer
          where customer.organization_id = organization.id and not customer.is_numbered_apart
        )) + ${NUMBERS_SKIPPED}::int,
        customer_numbers_skipped = customer_numbers_skipped + ${NUMBERS_SKIPPED}::int`;
    say(
      `Customers, and the invoices, receipts and credit notes of those that are known, skip ${NUMBERS_SKIPPED} numbers.`,
    );
  });
}

/** Also of entities that do not number for themselves yet: they may have begun to. */
async function continueEntities(
  tx: TransactionSql,
  nextNumbers: NextNumbers,
  say: (line: string) => void,
): Promise<void> {
  const entities = await tx<Entity[]>`
    select id, code, organization_id as "organizationId", document_numbering = 'per_billing_entity' as "numbersItself",
      last_invoice_number as taken, greatest(last_invoice_number, (
        select count(*) from invoices as invoice
        where invoice.organization_id = entity.organization_id and invoice.billing_entity_id = entity.id
          and not exists (select from customers as customer where customer.organization_id = invoice.organization_id
            and customer.id = invoice.customer_id and customer.test_clock_id is not null)
          and entity.document_numbering <> 'per_billing_entity' and sequential_id is not null
      ))::int as last
    from billing_entities as entity order by organization_id, code`;
  const ownNumbers = entities.filter(({ numbersItself }) => numbersItself);
  for (const chosen of nextNumbers.keys()) {
    const named = ownNumbers.filter(({ id, code }) => id === chosen || code === chosen);
    if (named.length === 1) continue;
    const problem =
      named.length === 0 ? 'no billing entity that numbers its invoices' : 'several; give its id';
    throw new WrongNumbers(`--numbers-from ${chosen} names ${problem}. ${WAY_OUT}`);
  }
  for (const { id, code, organizationId, numbersItself, taken, last } of entities) {
    const chosen = numbersItself ? (nextNumbers.get(id) ?? nextNumbers.get(code)) : undefined;
    if (chosen !== undefined && chosen <= last)
      throw new WrongNumbers(
        `--numbers-from ${code}=${chosen}: the backup has invoices up to number ${last}. ${WAY_OUT}`,
      );
    const next = chosen ?? last + 1 + NUMBERS_SKIPPED;
    await tx`
      insert into retired_invoice_numbers (organization_id, billing_entity_id, first_number, last_number)
      select ${organizationId}, ${id}, ${taken + 1}::int, ${next - 1}::int where ${next}::int > ${taken + 1}::int`;
    await tx`
      update billing_entities set last_invoice_number = ${next - 1}
      where organization_id = ${organizationId} and id = ${id}`;
    if (!numbersItself) continue;
    const gap = next === last + 1 ? '' : `; ${last + 1} to ${next - 1} are skipped`;
    say(`Billing entity ${code} of organization ${organizationId} gives invoice number ${next} next${gap}.`);
  }
}

/** Notes that the files of a restore are there, so that only `finishRestore` is left to do. */
export function noteFilesRestored(dataDir: string): void {
  changeUnfinished(dataDir, (unfinished) => ({ ...unfinished, step: 'numbers' }));
}

/** Notes other next numbers for a restore that is not finished, if any are given. */
export function noteNumbers(dataDir: string, numbersFrom: Readonly<Record<string, number>>): void {
  changeUnfinished(dataDir, (unfinished) => ({
    ...unfinished,
    numbersFrom: Object.keys(numbersFrom).length > 0 ? numbersFrom : (unfinished.numbersFrom ?? {}),
  }));
}

function changeUnfinished(dataDir: string, change: (unfinished: Unfinished) => Unfinished): void {
  const record = readRestoreRecord(dataDir);
  if (record === null || record.unfinished === null)
    throw new StartError(`No restore of ${dataDir} is to be finished.`);
  writeRestoreRecord(dataDir, { ...record, unfinished: change(record.unfinished) });
}
