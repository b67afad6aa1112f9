import type { Actor } from '../actor.js';
import type { Tx } from '../db/database.js';
import { willBeRolledBack } from '../db/rolled-back-transaction.js';
import { expectPresent } from '../expect-present.js';

/** An object as REST shows it at one moment of a transaction. */
export type Representation = Record<string, unknown>;

/** The row of an object, as its service has read or written it. */
export interface ObjectRow {
  readonly id: string;
}

/** Represents objects of one name, in the order of their rows; what belongs to them is read. */
export type Represent<ObjectName extends string> = (
  tx: Tx,
  actor: Actor,
  object: ObjectName,
  rows: readonly ObjectRow[],
) => Promise<Representation[]>;

/** Represents objects at this moment of a transaction. @typeParam ObjectName the objects that callers represent. */
export interface Snapshots<ObjectName extends string> {
  readonly of: (tx: Tx, actor: Actor, object: ObjectName, row: ObjectRow) => Promise<Representation>;
  readonly ofAll: Represent<ObjectName>;
}

/** In place of what `Recorder` would compare, if it recorded what is rolled back. */
const NOT_RECORDED: Representation = {};

/** Modules may not import `rest`, so the composition root passes the function in once the schema exists. */
export class Representations<ObjectName extends string> implements Snapshots<ObjectName> {
  private represent: Represent<ObjectName> | null = null;

  /** Called once. */
  representWith(represent: Represent<ObjectName>): void {
    this.represent = represent;
  }

  async of(tx: Tx, actor: Actor, object: ObjectName, row: ObjectRow): Promise<Representation> {
    if (willBeRolledBack()) return NOT_RECORDED;
    const [snapshot] = await this.ofAll(tx, actor, object, [row]);
    return expectPresent(snapshot, `${object} ${row.id}`);
  }

  ofAll(tx: Tx, actor: Actor, object: ObjectName, rows: readonly ObjectRow[]): Promise<Representation[]> {
    if (this.represent === null) throw new Error('Nobody has said how objects are represented.');
    return this.represent(tx, actor, object, rows);
  }
}
