import { QueuedJob } from '../../platform/jobs/job.js';

/** The plan or customer that was deleted. */
export type DeletedParent = { readonly organizationId: string } & (
  { readonly planId: string } | { readonly customerId: string }
);

/** Ends the subscriptions of a plan or customer that was deleted. Source: rest-conventions.md §10. */
export const END_SUBSCRIPTIONS = new QueuedJob<DeletedParent>('end_subscriptions');
