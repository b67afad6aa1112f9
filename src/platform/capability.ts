import type { Actor } from './actor.js';
import type { Tx } from './db/database.js';
import type { Job } from './jobs/job.js';

/** Something that is done each time a process starts that works beside requests. It may fail without stopping the start. */
export interface Preparation {
  /** What the log says when it fails. */
  readonly failure: string;
  readonly run: () => Promise<unknown>;
}

/** Customers who are deleted for good, with the test clock they live on. */
export interface RemovedCustomers {
  readonly customerIds: readonly string[];
  readonly testClockId: string;
}

/** Deletes what a capability keeps of customers. */
export type Removal = (tx: Tx, actor: Actor, removed: RemovedCustomers) => Promise<unknown>;

/**
 * What one folder of the program adds to it (docs/adr/0044).
 * @typeParam Lower the services it needs: of the platform and of capabilities before it in the list.
 * @typeParam Own the services it adds.
 * @typeParam DueWork the handlers of the kinds of due work that it does.
 * @typeParam Activities the kinds of changes that are recorded of its objects.
 */
export interface Capability<
  Lower extends object,
  Own extends object,
  DueWork extends object,
  Activities extends object,
> {
  readonly services: (lower: Lower) => Own;
  readonly activities?: Activities;
  readonly resolvers?: (services: Lower & Own) => readonly object[];
  readonly dueWork?: (services: Lower & Own) => DueWork;
  readonly jobs?: (services: Lower & Own) => readonly Job[];
  readonly preparations?: (services: Lower & Own) => readonly Preparation[];
  readonly removal?: (services: Lower & Own) => Removal;
}

/** Declares a capability; the types of its parts follow from what `services` takes and answers. */
export function capability<
  Lower extends object,
  Own extends object,
  DueWork extends object = object,
  Activities extends object = object,
>(parts: Capability<Lower, Own, DueWork, Activities>): Capability<Lower, Own, DueWork, Activities> {
  return parts;
}

/** The services that a capability adds. */
export type ServicesOf<Declared extends { readonly services: (lower: never) => object }> = ReturnType<
  Declared['services']
>;
