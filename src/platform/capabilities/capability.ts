import type { Actor } from '../actor.js';
import type { Tx } from '../db/database.js';
import type { Job } from '../jobs/job.js';
import type { PersonalCopies } from './personal-copies.js';
import type { Check } from '../verification/check.js';

/** A function that runs at each start of a worker process. If it fails, the start continues. */
export interface Preparation {
  /** The log message when it fails. */
  readonly failure: string;
  readonly run: () => Promise<unknown>;
}

/** Customers that are permanently deleted together with their test clock. */
export interface RemovedCustomers {
  readonly customerIds: readonly string[];
  readonly testClockId: string;
}

/** Deletes the rows that a capability stores for these customers. */
export type Removal = (tx: Tx, actor: Actor, removed: RemovedCustomers) => Promise<unknown>;

/**
 * Everything that one folder of the program adds to it (docs/adr/0044).
 * @typeParam Lower the services it needs, from the platform and from earlier capabilities of the list.
 * @typeParam Own the services it adds.
 * @typeParam DueWork the handlers of its kinds of due work.
 * @typeParam Activities the activities that are recorded for its objects.
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
  /** What `verify` compares of its records (docs/adr/0111). */
  readonly checks?: readonly Check[];
  /** Where its tables keep copies of what identifies customers, beside the customer itself (docs/adr/0112). */
  readonly personalCopies?: readonly PersonalCopies[];
}

/** Declares a capability; the types of its parts are inferred from the parameter and the result of `services`. */
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
