import { LRUCache } from 'lru-cache';
import type postgres from 'postgres';
import { byText } from './by-text.js';
import { beginOf, type Driver, type Statement, type StatementArguments, type Work } from './query-builder.js';
import { effectOf, tablesReadBy } from './statement-effect.js';
import { type Rows, statementKey } from './statement-key.js';

/** Sends statements, outside of transactions or in one. */
type Sender = Pick<Driver, 'unsafe'>;

/** The tables of a catalog: what is sold, taxed and billed by. Triggers raise its version when one of them changes. */
export const CATALOG_TABLES: ReadonlySet<string> = new Set([
  'add_on_taxes',
  'add_ons',
  'billable_metric_filters',
  'billable_metrics',
  'billing_entities',
  'billing_entity_taxes',
  'charge_filters',
  'charge_taxes',
  'charges',
  'fixed_charge_taxes',
  'fixed_charges',
  'minimum_commitment_taxes',
  'minimum_commitments',
  'plan_taxes',
  'plans',
  'pricing_units',
  'taxes',
]);

const VERSION = 'select "version" from "catalog_versions" where "organization_id" = $1';

/** Size of the results that a process keeps, in characters of their keys and values. */
const MAX_CHARACTERS = 32_000_000;
/** A larger result is not kept, so that it does not replace those of all other organizations. */
const MAX_CHARACTERS_OF_ONE = 1_000_000;

/**
 * Keeps what requests read from catalogs, by organization and version of its catalog, so that later requests need not
 * send the same read. Each request asks for the version first: a result that is kept for it is as current as one that is
 * read now. Source: docs/adr/0054.
 */
export class CatalogReads {
  private readonly kept = new LRUCache<string, Rows>({
    maxSize: MAX_CHARACTERS,
    maxEntrySize: MAX_CHARACTERS_OF_ONE,
    sizeCalculation: (rows, key) => key.length + JSON.stringify(rows).length,
  });

  /** Wraps the driver of one request of an organization. */
  wrap(organizationId: string, driver: Driver): Driver {
    const outside = new CatalogVersion(organizationId, driver);
    return {
      options: driver.options,
      unsafe: (...statement) => this.statement(driver, outside, statement) as never,
      begin: beginOf(async (options, work) => {
        try {
          return await driver.begin(options, (sql) =>
            work(this.wrapTransaction(sql, new CatalogVersionInTransaction(organizationId, sql))),
          );
        } finally {
          // The transaction may have changed the catalog, or waited for others that did.
          outside.forget();
        }
      }),
    };
  }

  private wrapTransaction(
    sql: postgres.TransactionSql,
    version: CatalogVersionInTransaction,
  ): postgres.TransactionSql {
    const members = {
      unsafe: (...statement: StatementArguments) => this.statement(sql, version, statement),
      savepoint: (part: Work) => sql.savepoint((inner) => part(this.wrapTransaction(inner, version))),
    };
    // The query builder uses no other members of a transaction.
    return members as unknown as postgres.TransactionSql;
  }

  /** Prepares to run a statement. When its result is awaited, the statement is sent unless its result is kept. */
  private statement(
    sender: Sender,
    version: CatalogVersion | CatalogVersionInTransaction,
    statement: StatementArguments,
  ): Statement {
    const members: Pick<Statement, 'then' | 'values'> = {
      then: (onAnswer, onError) => {
        version.noteChange(statement[0]);
        return sender.unsafe(...statement).then(onAnswer, onError);
      },
      // The query builder reads the rows of its own statements as lists of values.
      values: () => {
        const rows: Pick<PromiseLike<Rows>, 'then'> = {
          then: (onAnswer, onError) => {
            version.noteChange(statement[0]);
            const send = () => sender.unsafe(...statement).values() as PromiseLike<Rows>;
            const answer = readsCatalog(statement[0]) ? this.read(version, statement, send) : send();
            return answer.then(onAnswer, onError);
          },
        };
        return rows as never;
      },
    };
    // The query builder uses no other members of a statement.
    return members as unknown as Statement;
  }

  private async read(
    version: CatalogVersion | CatalogVersionInTransaction,
    statement: StatementArguments,
    send: () => PromiseLike<Rows>,
  ): Promise<Rows> {
    const current = await version.current();
    if (current === null) return send();
    const key = `${current} ${statementKey(statement)}`;
    const kept = this.kept.get(key);
    if (kept !== undefined) return kept;
    const rows = await send();
    this.kept.set(key, rows);
    return rows;
  }
}

/** The version of an organization's catalog, read once by a request outside of its transactions. */
class CatalogVersion {
  private version: Promise<string> | undefined;

  constructor(
    private readonly organizationId: string,
    private readonly sender: Sender,
  ) {}

  current(): Promise<string | null> {
    this.version ??= readVersion(this.sender, this.organizationId).catch((error: unknown) => {
      this.forget();
      throw error;
    });
    return this.version;
  }

  forget(): void {
    this.version = undefined;
  }

  noteChange(text: string): void {
    if (changesCatalog(text)) this.forget();
  }
}

/**
 * The version of an organization's catalog in a transaction. It is read again after a lock, as all repeated reads
 * (`repeated-reads.ts`), since others may have changed the catalog while the transaction waited.
 */
class CatalogVersionInTransaction {
  private isChanged = false;

  constructor(
    private readonly organizationId: string,
    private readonly sql: postgres.TransactionSql,
  ) {}

  /** @returns null once the transaction itself has changed the catalog: nobody else may see what it reads then. */
  current(): Promise<string | null> {
    return this.isChanged ? Promise.resolve(null) : readVersion(this.sql, this.organizationId);
  }

  noteChange(text: string): void {
    this.isChanged ||= changesCatalog(text);
  }
}

/** @returns a text that differs between organizations, and between versions of one. */
async function readVersion(sender: Sender, organizationId: string): Promise<string> {
  const [row] = await (sender.unsafe(VERSION, [organizationId]).values() as PromiseLike<Rows>);
  return `${organizationId} ${String(row?.[0] ?? 0)}`;
}

/** True if the result of a statement depends on tables of the catalog, and on nothing else. */
const readsCatalog = byText((text) => {
  const tables = tablesReadBy(text);
  return tables !== null && tables.size > 0 && [...tables].every((table) => CATALOG_TABLES.has(table));
});

const changesCatalog = byText((text) => {
  const effect = effectOf(text);
  if (effect.kind === 'change') return effect.tables.some((table) => CATALOG_TABLES.has(table));
  // Hand-written statements, such as an advisory lock.
  return (
    effect.kind === 'unknown' && Array.from(text.matchAll(/\w+/g)).some(([word]) => CATALOG_TABLES.has(word))
  );
});
