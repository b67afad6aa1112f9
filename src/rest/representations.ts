import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { RepresentedObject } from '../platform/activity/activities.js';
import type { Represent, Representation } from '../platform/activity/recorder.js';
import { Context } from '../platform/api/context.js';
import {
  RestRepresentBillableMetricDocument,
  RestRepresentCreditNoteDocument,
  RestRepresentCustomerDocument,
  RestRepresentFeeDocument,
  RestRepresentInvoiceDocument,
  RestRepresentPaymentDocument,
  RestRepresentPlanDocument,
  RestRepresentSubscriptionDocument,
} from './generated/documents.js';
import { compileOperation, type CompiledOperation } from './operation.js';
import { REST_PAGE_LIMITS } from './query.js';

/**
 * How each object looks outside of a response: in the activity log and in webhook messages. Each document takes
 * `$id` and answers the resource's fragment under `object`, so that all three places always agree. Total by type.
 */
const DOCUMENTS: Record<RepresentedObject, DocumentNode> = {
  billable_metric: RestRepresentBillableMetricDocument,
  credit_note: RestRepresentCreditNoteDocument,
  customer: RestRepresentCustomerDocument,
  fee: RestRepresentFeeDocument,
  invoice: RestRepresentInvoiceDocument,
  payment: RestRepresentPaymentDocument,
  plan: RestRepresentPlanDocument,
  subscription: RestRepresentSubscriptionDocument,
};

/** Compiles the documents; what it answers is handed to `Recorder.representWith` by the composition root. */
export function createRepresent(schema: GraphQLSchema): Represent {
  const operations = Object.fromEntries(
    Object.entries(DOCUMENTS).map(([object, document]) => [object, compileOperation(schema, document)]),
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
