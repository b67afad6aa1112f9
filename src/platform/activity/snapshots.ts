import type { Actor } from '../actor.js';
import type { Tx } from '../db/database.js';
import { expectPresent } from '../expect-present.js';

/** An object as REST shows it at one moment of a transaction. */
export type Representation = Record<string, unknown>;

/** Represents objects of one name, in the order of their ids. */
export type Represent<ObjectName extends string> = (
  tx: Tx,
  actor: Actor,
  object: ObjectName,
  ids: readonly string[],
) => Promise<Representation[]>;

/** How objects look at this moment of a transaction. @typeParam ObjectName those of which anybody asks for it. */
export interface Snapshots<ObjectName extends string> {
  readonly of: (tx: Tx, actor: Actor, object: ObjectName, id: string) => Promise<Representation>;
  readonly ofAll: Represent<ObjectName>;
}

/** Modules may not import `rest`, so the composition root hands down how objects are represented, once the schema exists. */
export class Representations<ObjectName extends string> implements Snapshots<ObjectName> {
  private represent: Represent<ObjectName> | null = null;

  /** Called once. */
  representWith(represent: Represent<ObjectName>): void {
    this.represent = represent;
  }

  async of(tx: Tx, actor: Actor, object: ObjectName, id: string): Promise<Representation> {
    const [snapshot] = await this.ofAll(tx, actor, object, [id]);
    return expectPresent(snapshot, `${object} ${id}`);
  }

  ofAll(tx: Tx, actor: Actor, object: ObjectName, ids: readonly string[]): Promise<Representation[]> {
    if (this.represent === null) throw new Error('Nobody has said how objects are represented.');
    return this.represent(tx, actor, object, ids);
  }
}
