import { connect, type Pool } from '../../platform/db/database.js';
import { schemaAge } from '../../platform/db/schema-version.js';
import type { Config } from '../config.js';
import { claimDatabase } from '../database.js';
import { StartError } from '../start-error.js';
import type { Backup } from './manifest.js';

/**
 * How many invoice numbers of a billing entity are skipped after a restore. Those given after the backup's instant are
 * unknown, and a number must not be given twice.
 */
const NUMBERS_LEFT_OUT = 1_000;

/** The number that a billing entity gives next, by the entity's id or code. */
export type NextNumbers = ReadonlyMap<string, number>;

interface Entity {
  readonly id: string;
  readonly code: string;
  readonly organizationId: string;
  readonly last: number;
}

/**
 * Starts Postgres on restored files, which replays the WAL, checks that it is the cluster of the backup, and sets the next
 * invoice numbers of billing entities.
 * @throws StartError when it is not, or `nextNumbers` names no billing entity.
 */
export async function finishRestore(
  config: Config,
  { name, manifest }: Backup,
  nextNumbers: NextNumbers,
  say: (line: string) => void,
): Promise<void> {
  const database = claimDatabase(config, {
    say,
    onFailure: (error) => {
      say(error.message);
    },
  });
  try {
    const pool = connect(await database.start(), { max: 1 });
    try {
      const [cluster] = await pool.sql<{ id: string }[]>`
        select system_identifier::text as id from pg_control_system()`;
      if (cluster?.id !== manifest.systemIdentifier)
        throw new StartError(`Postgres did not start on the files of backup ${name}.`);
      if ((await schemaAge(pool)) === 'newer')
        throw new StartError(`Backup ${name} was made by a newer version, ${manifest.program}.`);
      await continueNumbers(pool, nextNumbers, say);
    } finally {
      await pool.close();
    }
  } finally {
    await database.stop();
  }
}

async function continueNumbers(
  { sql }: Pool,
  nextNumbers: NextNumbers,
  say: (line: string) => void,
): Promise<void> {
  const entities = await sql<Entity[]>`
    select id, code, organization_id as "organizationId", last_invoice_number as last from billing_entities
    where document_numbering = 'per_billing_entity' order by organization_id, code`;
  for (const chosen of nextNumbers.keys()) {
    const named = entities.filter(({ id, code }) => id === chosen || code === chosen);
    if (named.length === 1) continue;
    const problem =
      named.length === 0 ? 'no billing entity that numbers its invoices' : 'several; give its id';
    throw new StartError(`--numbers-from ${chosen} names ${problem}.`);
  }
  for (const { id, code, organizationId, last } of entities) {
    const chosen = nextNumbers.get(id) ?? nextNumbers.get(code);
    if (chosen !== undefined && chosen <= last)
      throw new StartError(`--numbers-from ${code}=${chosen}: the backup has invoices up to number ${last}.`);
    const next = chosen ?? last + 1 + NUMBERS_LEFT_OUT;
    await sql.begin(async (tx) => {
      await tx`insert into retired_invoice_numbers (organization_id, billing_entity_id, first_number, last_number)
        select ${organizationId}, ${id}, ${last + 1}::int, ${next - 1}::int where ${next}::int > ${last + 1}::int`;
      await tx`update billing_entities set last_invoice_number = ${next - 1} where id = ${id}`;
    });
    const gap = next === last + 1 ? '' : `; ${last + 1} to ${next - 1} are skipped`;
    say(`Billing entity ${code} of organization ${organizationId} gives invoice number ${next} next${gap}.`);
  }
}
