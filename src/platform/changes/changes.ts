import type { Actor } from '../actor.js';
import type { Tx } from '../db/database.js';

/** A change that a service has made: its type, and facts about it in further properties. */
export interface Change {
  readonly type: string;
}

/** A change for each of the types, all with the same facts. */
export type ChangeOf<Type extends string, Facts> = Type extends string
  ? { readonly type: Type } & Readonly<Facts>
  : never;

/** Runs in the transaction of a change. */
export type Reaction<Announced extends Change> = (
  tx: Tx,
  actor: Actor,
  change: Announced,
) => Promise<unknown>;

/** The reactions to each type of change, in the order in which they run; an empty list for none. */
export type Reactions<Announced extends Change> = {
  readonly [Type in Announced['type']]: readonly Reaction<Extract<Announced, { readonly type: Type }>>[];
};

/**
 * Announces the changes that services make. A service does not know who reacts: it may be a higher layer
 * (docs/adr/0042).
 */
export interface Changes<Announced extends Change> {
  /**
   * Runs the reactions. Call it in the transaction of the change, after writing its rows.
   * @throws what a reaction throws.
   */
  readonly announce: (tx: Tx, actor: Actor, change: Announced) => Promise<void>;
}

/** Runs the reactions to each change, one after another. */
export class ReactingChanges<Announced extends Change> implements Changes<Announced> {
  /** @param reactions called at each change, since reacting services are built after the announcing ones. */
  constructor(private readonly reactions: () => Reactions<Announced>) {}

  async announce(tx: Tx, actor: Actor, change: Announced): Promise<void> {
    const type: Announced['type'] = change.type;
    // The compiler cannot infer that the reactions to the type of this change accept this change.
    const reactions = this.reactions()[type] as readonly Reaction<Announced>[];
    for (const react of reactions) await react(tx, actor, change);
  }
}
