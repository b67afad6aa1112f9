import 'reflect-metadata';
import type { Client } from './client.js';
import type { SharedServer } from './server.js';
import { CAPABILITIES } from '../../src/main/capabilities.js';

/** The jobs that call payment providers, or read what they say. */
const PROVIDER_JOBS = [
  'collect_payment',
  'make_refund',
  'expire_payment_link',
  'read_provider_message',
  'mail_payment_request',
  'create_provider_customer',
  'update_provider_customer',
  'register_provider_callback',
  'release_payment_hold',
];

/** More rounds than any chain of jobs has. */
const MOST_ROUNDS = 30;

/** Runs the queued jobs of an organization about payment providers, and those that they queue. */
export function runProviderJobs(server: SharedServer, client: Client): Promise<void> {
  return runJobs(server, client, PROVIDER_JOBS);
}

/**
 * Runs the queued jobs of an organization with these names, and those that they queue, one after another and without their
 * waits.
 */
export async function runJobs(
  server: SharedServer,
  { organizationId }: Client,
  names: readonly string[],
): Promise<void> {
  const jobs = new Map(CAPABILITIES.jobs(server.app.services).map((job) => [job.name, job]));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const taken = await server.pool.sql<{ payload: object; identifier: string }[]>`
      delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
      where task.id = job.task_id and task.identifier = any(${[...names]})
        and job.payload ->> 'organizationId' = ${organizationId}
      returning job.payload, task.identifier, job.id`;
    if (taken.length === 0) return;
    for (const { payload, identifier } of taken) {
      const run = jobs.get(identifier)?.run;
      await run?.(payload);
    }
  }
  throw new Error('The jobs queue each other without end.');
}
