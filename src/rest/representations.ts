import type { GraphQLSchema } from 'graphql';
import type { RepresentedObject } from '../platform/activity/activities.js';
import type { Represent, Representation } from '../platform/activity/recorder.js';
import { Context } from '../platform/api/context.js';
import { compileOperation, type CompiledOperation } from './operation.js';
import { REST_PAGE_LIMITS } from './query.js';
import { documents } from './routes.js';

/**
 * How each object looks outside of a response: in the activity log and in webhook messages. Each operation takes
 * `$id` and answers a fragment of the resource under `object`, so that all three places agree. Total by type.
 */
const OPERATIONS: Record<RepresentedObject, string> = {
  billable_metric: 'RestRepresentBillableMetric',
  credit_note: 'RestRepresentCreditNote',
  customer: 'RestRepresentCustomer',
  fee: 'RestRepresentFee',
  invoice: 'RestRepresentInvoice',
  payment: 'RestRepresentPayment',
  plan: 'RestRepresentPlan',
  subscription: 'RestRepresentSubscription',
};

/** Compiles the documents; what it answers is handed to `Recorder.representWith` by the composition root. */
export function createRepresent(schema: GraphQLSchema): Represent {
  const operations = Object.fromEntries(
    Object.entries(OPERATIONS).map(([object, name]) => [
      object,
      compileOperation(schema, documents.get(name)),
    ]),
  ) as Record<RepresentedObject, CompiledOperation>;
  return (tx, actor, object, ids) => {
    const facts = { actor, surface: 'rest', pageLimits: REST_PAGE_LIMITS } as const;
    // One context for all: what they lead to is read in the same batches.
    const context = Context.reading(facts, tx);
    return Promise.all(
      ids.map(async (id) => (await operations[object].run(context, { id }))['object'] as Representation),
    );
  };
}
