import { QueuedJob } from '../../../platform/jobs/job.js';

/** Deletes the delivery log of a deleted endpoint, and then the endpoint. */
export const DELETE_ENDPOINT = new QueuedJob<{
  readonly organizationId: string;
  readonly endpointId: string;
}>('delete_webhook_endpoint');
