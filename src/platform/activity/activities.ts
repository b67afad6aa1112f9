/** What of a change is logged, and which message it sends. */
interface ActivityKind {
  /** The REST representation that is stored and sent. */
  readonly object: RepresentedObject;
  /** Null for what is only told: the log has no entry of it. */
  readonly resourceType: string | null;
  /** Null for what is only logged: nobody is told of it. What is logged and told is told of the resource itself. */
  readonly webhook: string | null;
}

/** Objects that have a REST representation outside of a response. */
export type RepresentedObject =
  'billable_metric' | 'plan' | 'customer' | 'subscription' | 'invoice' | 'credit_note' | 'fee' | 'payment';

/** Every kind of change that is recorded. Sources: auth.md §6 (activity), webhooks.md §3 (messages). */
export const ACTIVITIES = {
  'billable_metric.created': kind('billable_metric', 'BillableMetric', 'billable_metric.created'),
  'billable_metric.updated': kind('billable_metric', 'BillableMetric', 'billable_metric.updated'),
  'billable_metric.deleted': kind('billable_metric', 'BillableMetric', 'billable_metric.deleted'),
  'plan.created': kind('plan', 'Plan', 'plan.created'),
  'plan.updated': kind('plan', 'Plan', 'plan.updated'),
  'plan.deleted': kind('plan', 'Plan', 'plan.deleted'),
  'customer.created': kind('customer', 'Customer', 'customer.created'),
  'customer.updated': kind('customer', 'Customer', 'customer.updated'),
  'customer.deleted': kind('customer', 'Customer', 'customer.deleted'),
  'subscription.started': kind('subscription', 'Subscription', 'subscription.started'),
  'subscription.updated': kind('subscription', 'Subscription', 'subscription.updated'),
  'subscription.terminated': kind('subscription', 'Subscription', 'subscription.terminated'),
  'subscription.incomplete': kind('subscription', 'Subscription', 'subscription.incomplete'),
  'subscription.canceled': kind('subscription', 'Subscription', 'subscription.canceled'),
  'subscription.termination_alert': kind('subscription', null, 'subscription.termination_alert'),
  'subscription.trial_ended': kind('subscription', null, 'subscription.trial_ended'),
  'invoice.drafted': kind('invoice', 'Invoice', 'invoice.drafted'),
  'invoice.deleted': kind('invoice', 'Invoice', 'invoice.deleted'),
  'invoice.ready_to_finalize': kind('invoice', 'Invoice', 'invoice.ready_to_finalize'),
  'invoice.created': kind('invoice', 'Invoice', 'invoice.created'),
  'invoice.payment_status_updated': kind('invoice', 'Invoice', 'invoice.payment_status_updated'),
  'invoice.payment_overdue': kind('invoice', 'Invoice', 'invoice.payment_overdue'),
  'credit_note.created': kind('credit_note', 'CreditNote', 'credit_note.created'),
  'payment.recorded': kind('payment', 'Invoice', null),
  'fee.created': kind('fee', null, 'fee.created'),
} as const satisfies Record<string, ActivityKind>;

export type ActivityType = keyof typeof ACTIVITIES;

function kind(object: RepresentedObject, resourceType: string | null, webhook: string | null): ActivityKind {
  return { object, resourceType, webhook };
}
