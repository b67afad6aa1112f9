// How records are sent to outside systems: once at a time, repeated by class, in order (integrations.md §5, §11).
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { IntegrationRefusal } from '../../src/modules/integrations/adapters/calls/integration-refusal.js';
import type { IntegrationResource } from '../../src/modules/integration-resources/integration-resource.table.js';
import type {
  Prepared,
  RecordHandler,
  Synced,
} from '../../src/modules/integration-resources/syncing/record-handler.js';
import { RecordSync } from '../../src/modules/integration-resources/syncing/record-sync.js';
import type { SyncRecord } from '../../src/modules/integration-resources/syncing/sync-record.job.js';
import { systemActor } from '../../src/platform/actor.js';
import { createCustomer, createIntegration, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messagesAbout } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
let customerId: string;
let integrationId: string;
/** Says what is done about a record; it is asked anew for each attempt. */
let prepare: (
  record: IntegrationResource,
  sentPart: string | null,
) => Prepared<Synced> | Promise<Prepared<Synced>>;
let failures: string[];
let calls: string[];

beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  client = await server.organization();
  customerId = (await createCustomer(client)).svc_id;
  integrationId = (await createIntegration(client, { type: 'salesforce', code: unique('crm') })).id;
  [failures, calls] = [[], []];
});

const handler: RecordHandler = {
  category: 'crm',
  resourceTypes: ['customer', 'invoice', 'payment'],
  prepare: async (_db, _actor, { record, sentPart }) => prepare(record, sentPart),
  recordFailure: (_tx, _actor, { record }, { errorCode }) => {
    failures.push(`${record.resourceType} ${errorCode}`);
    return Promise.resolve();
  },
};

function sync(): RecordSync {
  const { services } = server.app;
  return new RecordSync({ ...services, recordHandlers: [handler] });
}

const actor = () => systemActor(client.organizationId, null);

/** Asks for a document to be sent. @returns the id of its record. */
async function request(resourceType: 'customer' | 'invoice' | 'payment', resourceId: string = randomUUID()) {
  const { integrationResources } = server.app.services;
  const document = { integrationId, customerId, resourceType, resourceId };
  await server.pool.db.transaction((tx) => integrationResources.request(tx, actor(), 'crm', [document]));
  return (await recordAbout(resourceId)).id;
}

async function recordAbout(resourceId: string): Promise<IntegrationResource> {
  const found = await server.app.services.integrationResources.ofResources(server.pool.db, actor(), [
    resourceId,
  ]);
  const [record] = found.get(resourceId) ?? [];
  if (record === undefined) throw new Error('The document has no record.');
  return record;
}

interface Queued extends SyncRecord {
  readonly waitSeconds: number;
}

/** Takes the queued jobs of the organization, in the order in which they were queued. */
async function queued(): Promise<Queued[]> {
  const jobs = await server.pool.sql<{ id: string; payload: SyncRecord; waitSeconds: number }[]>`
    delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
    where task.id = job.task_id and task.identifier = 'sync_crm'
      and job.payload ->> 'organizationId' = ${client.organizationId}
    returning job.id, job.payload, round(extract(epoch from job.run_at - job.created_at))::int as "waitSeconds"`;
  return jobs
    .toSorted((one, other) => Number(one.id) - Number(other.id))
    .map(({ payload, waitSeconds }) => ({ ...payload, waitSeconds }));
}

/** Does the queued jobs and those that they queue, without their waits. @returns the waits, in seconds. */
async function runQueued(): Promise<number[]> {
  const waits: number[] = [];
  for (let jobs = await queued(); jobs.length > 0; jobs = await queued()) {
    for (const { waitSeconds, ...job } of jobs) {
      waits.push(waitSeconds);
      await sync().run(job);
    }
  }
  return waits;
}

const statuses = async () => {
  const rows = await server.pool.sql`
    select resource_type, status, error_code, tries, external_id from integration_resources
    where organization_id = ${client.organizationId} order by resource_type`;
  return rows.map(
    ({ resource_type, status, error_code, tries, external_id }) =>
      `${resource_type} ${status} ${error_code} ${tries} ${external_id}`,
  );
};

function calling(answer: (isRepeated: boolean) => Promise<Partial<Synced>>): Prepared<Synced> {
  return {
    step: 'call',
    call: async (_connection, isRepeated) => ({
      status: 'synced',
      externalId: 'E-1',
      externalUrl: null,
      ...(await answer(isRepeated)),
    }),
  };
}

const accepting = ({ resourceType }: IntegrationResource) =>
  calling((isRepeated) => {
    calls.push(`${resourceType}${isRepeated ? ' again' : ''}`);
    return Promise.resolve({});
  });

const refusing = (...refusal: ConstructorParameters<typeof IntegrationRefusal>) =>
  calling(() => Promise.reject(new IntegrationRefusal(...refusal)));

test('a document is sent once, and once more when it is asked for again', async () => {
  prepare = accepting;
  const resourceId = randomUUID();
  await request('invoice', resourceId);
  expect(await runQueued()).toEqual([0]);
  expect(await statuses()).toEqual(['invoice synced null 1 E-1']);
  await request('invoice', resourceId);
  expect(await statuses()).toEqual(['invoice pending null 1 E-1']);
  expect(await runQueued()).toEqual([0]);
  expect(calls).toEqual(['invoice', 'invoice again']);
  expect(await statuses()).toEqual(['invoice synced null 2 E-1']);
});

test('a job that comes twice sends nothing twice', async () => {
  prepare = accepting;
  const recordId = await request('invoice');
  const [job] = await queued();
  if (job === undefined) throw new Error('Nothing was queued.');
  expect(job.recordId).toBe(recordId);
  await sync().run(job);
  await sync().run(job);
  expect(calls).toEqual(['invoice']);
});

test('a record is not sent by two at once: the second comes again', async () => {
  const recordId = await request('invoice');
  const [job] = await queued();
  if (job === undefined) throw new Error('Nothing was queued.');
  prepare = (record) =>
    calling(async () => {
      await sync().run(job);
      return Promise.resolve({ externalId: record.id });
    });
  await sync().run(job);
  const again = await queued();
  expect(again.map(({ waitSeconds }) => waitSeconds)).toEqual([2]);
  expect(await statuses()).toEqual([`invoice synced null 1 ${recordId}`]);
});

test('a document that is asked for during a call is sent after it', async () => {
  const resourceId = randomUUID();
  await request('invoice', resourceId);
  prepare = (record) =>
    calling(async () => {
      if (calls.push('call') === 1) await request('invoice', record.resourceId);
      return {};
    });
  await runQueued();
  expect(calls).toHaveLength(2);
  expect(await statuses()).toEqual(['invoice synced null 2 E-1']);
});

test('a document in parts goes on after the last part that was sent, and each part has the whole time of a record', async () => {
  const parts = ['a', 'b', 'c'];
  const leases: unknown[] = [];
  let lost = 1;
  prepare = ({ id }, sentPart) => {
    const part = parts[sentPart === null ? 0 : parts.indexOf(sentPart) + 1];
    return {
      step: 'call',
      call: async () => {
        calls.push(`${part}`);
        const [held] = await server.pool.sql`select called_until from integration_resources where id = ${id}`;
        leases.push(held?.['called_until']);
        if (part === 'b' && lost-- > 0) throw new IntegrationRefusal('retriable', 'timeout', 'Lost.');
        const there = { status: 'synced' as const, externalId: null, externalUrl: null };
        return part === 'c' ? there : { ...there, sentPart: `${part}` };
      },
    };
  };
  const resourceId = randomUUID();
  await request('payment', resourceId);
  await runQueued();
  expect(calls).toEqual(['a', 'b', 'b', 'c']);
  expect(new Set(leases).size).toBe(4);
  expect(leases).not.toContain(null);
  expect(await statuses()).toEqual(['payment synced null 4 null']);
  // All of it is sent again.
  await request('payment', resourceId);
  await runQueued();
  expect(calls.slice(4)).toEqual(['a', 'b', 'c']);
});

test('a failure that may be by chance is repeated, seven times, and then reported', async () => {
  prepare = () => refusing('retriable', 'unavailable', 'No answer.');
  const resourceId = randomUUID();
  await request('invoice', resourceId);
  expect(await runQueued()).toEqual([0, 5, 30, 120, 900, 3_600, 21_600, 86_400]);
  expect(await statuses()).toEqual(['invoice failed unavailable 8 null']);
  expect(failures).toEqual(['invoice unavailable']);
  const [message] = await messagesAbout(server, integrationId);
  expect(message).toMatchObject({
    webhookType: 'integration.provider_error',
    object: {
      provider: 'salesforce',
      svc_integration_id: integrationId,
      provider_error: {
        error_code: 'unavailable',
        message: 'No answer.',
        resource_type: 'invoice',
        svc_resource_id: resourceId,
      },
    },
  });
});

test('a system that does not let us in is reported once an hour, whatever fails', async () => {
  prepare = () => refusing('configuration', 'unauthorized', 'No.');
  await request('invoice');
  await request('customer');
  expect(await runQueued()).toEqual([0, 0]);
  expect(failures.toSorted()).toEqual(['customer unauthorized', 'invoice unauthorized']);
  expect(await messagesAbout(server, integrationId)).toHaveLength(1);
  await server.pool
    .sql`update integrations set refusal_reported_at = now() - interval '1 hour' where id = ${integrationId}`;
  await request('invoice');
  await runQueued();
  expect(await messagesAbout(server, integrationId)).toHaveLength(2);
});

test('calls too many wait as long as the system says, and are no failures', async () => {
  let calledBefore = 0;
  prepare = (record) => {
    calledBefore += 1;
    return calledBefore > 3
      ? accepting(record)
      : refusing('rate_limited', 'rate_limited', 'Slower.', { retryAfterMs: 60_000 });
  };
  await request('invoice');
  expect(await runQueued()).toEqual([0, 60, 60, 60]);
  expect(await statuses()).toEqual(['invoice synced null 4 E-1']);
});

test('a process that died during a call leaves a record that is sent again, as a repetition', async () => {
  prepare = accepting;
  await request('invoice');
  await server.pool.sql`
    update integration_resources set tries = 1, called_until = now() - interval '1 second'
    where organization_id = ${client.organizationId}`;
  await runQueued();
  expect(calls).toEqual(['invoice again']);
});

test('a record waits for another one, and is sent when that has ended', async () => {
  const invoiceRecord = await request('invoice');
  await queued();
  prepare = (record) =>
    record.resourceType === 'payment' && !calls.includes('invoice')
      ? { step: 'wait', recordId: invoiceRecord }
      : accepting(record);
  await request('payment');
  expect(await runQueued()).toEqual([0]);
  expect(await statuses()).toEqual(['invoice pending null 0 null', 'payment pending null 0 null']);
  await sync().run({ ...actor(), customerId, recordId: invoiceRecord, tried: { failures: 0, limited: 0 } });
  await runQueued();
  expect(calls).toEqual(['invoice', 'payment']);
});

test('a record that waited for one that failed fails, and is sent once that one is synced', async () => {
  const resourceId = randomUUID();
  const invoiceRecord = await request('invoice', resourceId);
  let isBroken = true;
  prepare = async (record) => {
    if (record.resourceType === 'invoice')
      return isBroken ? refusing('refused', 'broken', 'Broken.') : accepting(record);
    const { status } = await recordAbout(resourceId);
    if (status === 'synced') return accepting(record);
    if (status === 'pending') return { step: 'wait', recordId: invoiceRecord };
    const refusal = new IntegrationRefusal('refused', 'invoice_missing', 'The invoice is not there.');
    return { step: 'refuse', refusal, recordId: invoiceRecord };
  };
  await request('payment');
  await runQueued();
  expect(await statuses()).toEqual(['invoice failed broken 1 null', 'payment failed invoice_missing 0 null']);
  isBroken = false;
  await request('invoice', resourceId);
  await runQueued();
  expect(await statuses()).toEqual(['invoice synced null 2 E-1', 'payment synced null 1 E-1']);
});

test('a record of which nothing is to be sent goes, unless the system has the document', async () => {
  const resourceId = randomUUID();
  prepare = accepting;
  await request('invoice', resourceId);
  await runQueued();
  prepare = () => ({ step: 'drop' });
  await request('invoice', resourceId);
  await request('payment');
  await runQueued();
  expect(await statuses()).toEqual(['invoice synced null 1 E-1']);
});

test('a connection that is deleted sends nothing more, and nobody is bothered', async () => {
  prepare = accepting;
  await request('invoice');
  const { errors } = await client.graphql(
    'mutation ($input: DeleteIntegrationInput!) { deleteIntegration(input: $input) { deletedId } }',
    { input: { id: integrationId } },
  );
  expect(errors).toBeUndefined();
  await runQueued();
  expect(calls).toEqual([]);
  expect(await statuses()).toEqual(['invoice failed connection_missing 0 null']);
  expect(await messagesAbout(server, integrationId)).toEqual([]);
});

test('a difference between their document and ours is reported, and the record stays synced', async () => {
  const difference = { errorCode: 'total_mismatch', message: '10.00 instead of 10.01' };
  prepare = () => calling(() => Promise.resolve({ difference }));
  await request('invoice');
  await runQueued();
  expect(await statuses()).toEqual(['invoice synced null 1 E-1']);
  expect(await messagesAbout(server, integrationId)).toHaveLength(1);
});
