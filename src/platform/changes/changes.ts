import type { Actor } from '../actor.js';
import type { Tx } from '../db/database.js';

/** Something that a service has done: its type, and its facts beside it. */
export interface Change {
  readonly type: string;
}

/** A change for each of the types, all with the same facts. */
export type ChangeOf<Type extends string, Facts> = Type extends string
  ? { readonly type: Type } & Readonly<Facts>
  : never;

/** What follows from a change, in its transaction. */
export type Reaction<Announced extends Change> = (
  tx: Tx,
  actor: Actor,
  change: Announced,
) => Promise<unknown>;

/** Who reacts to each type of change, in order. A type to which nobody reacts has an empty list. */
export type Reactions<Announced extends Change> = {
  readonly [Type in Announced['type']]: readonly Reaction<Extract<Announced, { readonly type: Type }>>[];
};

/** Where services say what they have done. They do not know who reacts: it may be a higher layer (docs/adr/0042). */
export interface Changes<Announced extends Change> {
  /** Called inside the transaction of the change, once its rows are written. @throws what a reaction throws. */
  readonly announce: (tx: Tx, actor: Actor, change: Announced) => Promise<void>;
}

/** Calls the reactions to each change, one after the other. */
export class ReactingChanges<Announced extends Change> implements Changes<Announced> {
  /** @param reactions asked for at each change, since those who react are built after those who announce. */
  constructor(private readonly reactions: () => Reactions<Announced>) {}

  async announce(tx: Tx, actor: Actor, change: Announced): Promise<void> {
    const type: Announced['type'] = change.type;
    // The compiler does not see that the list of a change's own type takes the change.
    const reactions = this.reactions()[type] as readonly Reaction<Announced>[];
    for (const react of reactions) await react(tx, actor, change);
  }
}
