import { LRUCache } from 'lru-cache';
import { type Rows, type Sender, sendingThrough, type SqlChannel, type Statement } from '../sql-channel.js';
import { onlyRow } from '../only-row.js';
import { memoizeByText } from './memoize-by-text.js';
import type { Layer } from './layer.js';
import { effectOf, tablesReadBy } from './statement-effect.js';
import { statementKey } from './statement-key.js';

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
  'features',
  'fixed_charge_taxes',
  'fixed_charges',
  'minimum_commitment_taxes',
  'minimum_commitments',
  'plan_entitlements',
  'plan_taxes',
  'plans',
  'pricing_units',
  'privileges',
  'taxes',
  'usage_thresholds',
]);

/** Returns a row also for a catalog that has never been changed. */
const VERSION = 'select coalesce((select "version" from "catalog_versions" where "organization_id" = $1), 0)';

/** Size of the results that a process keeps, in characters of their keys and values. */
const MAX_CHARACTERS = 32_000_000;
/** A larger result is not kept, so that it does not replace those of all other organizations. */
const MAX_CHARACTERS_OF_ONE = 1_000_000;

type Kept = LRUCache<string, Rows>;

/**
 * Keeps what requests read from catalogs, by organization and version of its catalog, so that later requests need not
 * send the same read. Each request asks for the version first: a result that is kept for it is as current as one that is
 * read now. Source: docs/adr/0054.
 */
export function keepingCatalogs(): Layer {
  const kept: Kept = new LRUCache({
    maxSize: MAX_CHARACTERS,
    maxEntrySize: MAX_CHARACTERS_OF_ONE,
    sizeCalculation: (rows, key) => key.length + JSON.stringify(rows).length,
  });
  return (next, { organizationId }) => (organizationId === null ? next : keeping(kept, organizationId, next));
}

function keeping(kept: Kept, organizationId: string, next: SqlChannel): SqlChannel {
  const outside = new Catalog(kept, organizationId, next);
  return {
    ...sendThrough(outside)(next),
    begin: async (work) => {
      try {
        return await next.begin((inside) =>
          work(sendingThrough(inside, sendThrough(new CatalogInTransaction(kept, organizationId, inside)))),
        );
      } finally {
        // The transaction may have changed the catalog, or waited for others that did.
        outside.clearVersion();
      }
    },
  };
}

/** Sends the statements whose rows the catalog does not have. */
const sendThrough =
  (catalog: Catalog) =>
  (next: Sender): Sender => ({
    rows: (statement) => catalog.rowsOf(statement, () => next.rows(statement)),
    run: (statement) => {
      catalog.noteSent(statement);
      return next.run(statement);
    },
  });

/** The catalog of an organization, as a request sees it outside of its transactions: it reads the version once. */
class Catalog {
  private version: Promise<string> | undefined;

  constructor(
    private readonly kept: Kept,
    private readonly organizationId: string,
    private readonly sender: Sender,
  ) {}

  rowsOf(statement: Statement, send: () => Promise<Rows>): Promise<Rows> {
    this.noteSent(statement);
    return readsCatalog(statement.text) ? this.read(statement, send) : send();
  }

  noteSent({ text }: Statement): void {
    if (changesCatalog(text)) this.clearVersion();
  }

  clearVersion(): void {
    this.version = undefined;
  }

  /** @returns a text that differs between organizations, and between versions of one; null to keep nothing. */
  protected current(): Promise<string | null> {
    this.version ??= this.readVersion().catch((error: unknown) => {
      this.clearVersion();
      throw error;
    });
    return this.version;
  }

  protected async readVersion(): Promise<string> {
    const rows = await this.sender.rows({ text: VERSION, parameters: [this.organizationId] });
    return `${this.organizationId} ${String(onlyRow(rows)[0])}`;
  }

  private async read(statement: Statement, send: () => Promise<Rows>): Promise<Rows> {
    const current = await this.current();
    if (current === null) return send();
    const key = `${current} ${statementKey(statement)}`;
    const kept = this.kept.get(key);
    if (kept !== undefined) return kept;
    const rows = await send();
    this.kept.set(key, rows);
    return rows;
  }
}

/**
 * The same in a transaction. Its version is read again after a lock, as all repeated reads (`repeated-reads.ts`), since
 * others may have changed the catalog while the transaction waited.
 */
class CatalogInTransaction extends Catalog {
  private isChanged = false;

  override noteSent({ text }: Statement): void {
    this.isChanged ||= changesCatalog(text);
  }

  /** Null once the transaction itself has changed the catalog: nobody else may see what it reads then. */
  protected override current(): Promise<string | null> {
    return this.isChanged ? Promise.resolve(null) : this.readVersion();
  }
}

/** True if the result of a statement depends on tables of the catalog, and on nothing else. */
const readsCatalog = memoizeByText((text) => {
  const tables = tablesReadBy(text);
  return tables !== null && tables.size > 0 && [...tables].every((table) => CATALOG_TABLES.has(table));
});

const changesCatalog = memoizeByText((text) => {
  const effect = effectOf(text);
  if (effect.kind === 'change') return effect.tables.some((table) => CATALOG_TABLES.has(table));
  // Hand-written statements, such as an advisory lock.
  return (
    effect.kind === 'unknown' && Array.from(text.matchAll(/\w+/g)).some(([word]) => CATALOG_TABLES.has(word))
  );
});
