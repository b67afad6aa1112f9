import type { Actor } from '../actor.js';
import type { Tx } from '../db/database.js';
import { willBeRolledBack } from '../db/statements/rolled-back-transaction.js';
import { expectPresent } from '../expect-present.js';

/** An object as REST shows it at one moment of a transaction. */
export type Representation = Record<string, unknown>;

/** The row of an object, as its service has read or written it. */
export interface ObjectRow {
  readonly id: string;
}

/** An object, by the name of its kind and its row. */
export interface NamedRow<ObjectName extends string> {
  readonly object: ObjectName;
  readonly row: ObjectRow;
}

/** Represents objects, in their order; what belongs to them is read, once for all of them. */
export type Represent<ObjectName extends string> = (
  tx: Tx,
  actor: Actor,
  objects: readonly NamedRow<ObjectName>[],
) => Promise<Representation[]>;

/** Represents objects at this moment of a transaction. @typeParam ObjectName the objects that callers represent. */
export interface Snapshots<ObjectName extends string> {
  readonly take: (tx: Tx, actor: Actor, object: ObjectName, row: ObjectRow) => Promise<Representation>;
  readonly takeAll: (
    tx: Tx,
    actor: Actor,
    object: ObjectName,
    rows: readonly ObjectRow[],
  ) => Promise<Representation[]>;
  /** As `takeAll`, of objects of several kinds. */
  readonly takeEach: Represent<ObjectName>;
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

  async take(tx: Tx, actor: Actor, object: ObjectName, row: ObjectRow): Promise<Representation> {
    if (willBeRolledBack()) return NOT_RECORDED;
    const [snapshot] = await this.takeAll(tx, actor, object, [row]);
    return expectPresent(snapshot, `${object} ${row.id}`);
  }

  takeAll(tx: Tx, actor: Actor, object: ObjectName, rows: readonly ObjectRow[]): Promise<Representation[]> {
    return this.takeEach(
      tx,
      actor,
      rows.map((row) => ({ object, row })),
    );
  }

  takeEach(tx: Tx, actor: Actor, objects: readonly NamedRow<ObjectName>[]): Promise<Representation[]> {
    if (this.represent === null) throw new Error('Nobody has said how objects are represented.');
    return this.represent(tx, actor, objects);
  }
}
