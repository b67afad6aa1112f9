import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CAPABILITIES } from '../../src/main/capabilities.js';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import type { TurnJob } from '../../src/platform/jobs/job.js';
import { startJobs } from '../../src/platform/jobs/jobs.js';
import { LANES, OF_CUSTOMER } from '../../src/platform/jobs/turns.js';
import { createLogger } from '../../src/platform/log.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';

/** How many jobs organization A queues of each kind; 5,000 is the whole trial. */
const QUEUED = Number(process.env['TURNS_JOBS'] ?? 200);
// What carries the jobs out is replaced, so no service is used.
const KINDS = CAPABILITIES.jobs(new Proxy({}, { get: () => ({}) }) as never).filter((job) => 'turn' in job);

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase();
  pool = connect(database.connection, { max: 1 });
});
afterAll(async () => {
  await pool.close();
  await database.drop();
});

function queue(kind: string, organizationId: string, number: number, customerId = ''): Promise<unknown> {
  return pool.sql`
    select graphile_worker.add_job(${kind}::text,
      json_build_object('organizationId', ${organizationId}::text, 'customerId', ${customerId}::text))
    from generate_series(1, ${number}::int)`;
}

/** Starts a process that does these jobs, and no others. */
function start(jobs: readonly TurnJob[]): ReturnType<typeof startJobs> {
  return startJobs({ connection: database.connection, jobs, log: createLogger('silent') });
}

test.each(KINDS.map(({ name }) => name))(
  'each kind of job of an organization starts while jobs %s of another one hang',
  async (hanging) => {
    const [a, b] = [randomUUID(), randomUUID()];
    const release = Promise.withResolvers<undefined>();
    const started = new Set<string>();
    let hung = 0;
    await pool.sql`delete from graphile_worker._private_jobs`;
    await queue(hanging, a, QUEUED);
    const standIn = ({ name, turn }: TurnJob): TurnJob => ({
      name,
      turn,
      run: async (payload) => {
        if ('organizationId' in payload && payload.organizationId === b) started.add(name);
        else {
          hung += 1;
          await release.promise;
        }
      },
    });
    const jobs = await start(KINDS.map(standIn));
    try {
      await until(() => Promise.resolve(hung > 0));
      for (const { name } of KINDS) await queue(name, b, 1);
      await until(() => Promise.resolve(started.size === KINDS.length));
    } finally {
      await pool.sql`delete from graphile_worker._private_jobs where locked_at is null`;
      release.resolve(undefined);
      await jobs.stop();
    }
    expect([...started].sort()).toEqual(KINDS.map(({ name }) => name).sort());
    expect(hung).toBeLessThan(QUEUED);
  },
);

describe('kinds of jobs whose customers take turns', () => {
  const kinds = KINDS.filter(({ turn }) => turn.isByCustomer).map(({ name, turn }) => ({ name, turn }));

  /** The jobs that run, oldest first: whose they are, and what ends them. */
  let running: { readonly customerId: string; readonly end: () => void }[];
  let started: string[];

  beforeEach(async () => {
    [running, started] = [[], []];
    await pool.sql`delete from graphile_worker._private_jobs`;
  });

  /** Does jobs that hang until the test ends them. */
  const hanging = (kind: Pick<TurnJob, 'name' | 'turn'>): TurnJob => ({
    ...kind,
    run: async (payload) => {
      const { customerId } = payload as { readonly customerId: string };
      const { promise, resolve } = Promise.withResolvers<null>();
      running.push({
        customerId,
        end: () => {
          resolve(null);
        },
      });
      started.push(customerId);
      await promise;
    },
  });

  async function endAll(processes: readonly Awaited<ReturnType<typeof startJobs>>[]): Promise<void> {
    await pool.sql`delete from graphile_worker._private_jobs where locked_at is null`;
    for (const { end } of running) end();
    await Promise.all(processes.map((each) => each.stop()));
  }

  test('the calls of the systems of each category are such jobs', () => {
    expect(kinds.map(({ name }) => name).sort()).toEqual([
      'estimate_taxes',
      'report_taxes',
      'sync_accounting',
      'sync_crm',
    ]);
  });

  test.each(kinds)('a customer whose jobs $name hang delays no other, over two processes', async (kind) => {
    const organizationId = randomUUID();
    await queue(kind.name, organizationId, QUEUED, 'hanging');
    const processes = [await start([hanging(kind)]), await start([hanging(kind)])];
    const prompt = ['a', 'm', 'z'];
    try {
      await until(() => Promise.resolve(running.length > 0));
      for (const customerId of prompt) await queue(kind.name, organizationId, OF_CUSTOMER, customerId);
      await until(() => Promise.resolve(prompt.every((customerId) => started.includes(customerId))));
    } finally {
      await endAll(processes);
    }
    expect(started.filter((customerId) => customerId === 'hanging')).toHaveLength(OF_CUSTOMER);
  });

  test('a customer who comes last has a turn before those have two who take all the room', async () => {
    const [kind] = kinds;
    if (kind === undefined) throw new Error('No kind of job takes turns by customers.');
    const organizationId = randomUUID();
    const busy = ['b', 'c', 'd', 'e', 'f'];
    for (const customerId of busy) await queue(kind.name, organizationId, QUEUED, customerId);
    const processes = [await start([hanging(kind)])];
    const { ofKind } = LANES.others;
    try {
      await until(() => Promise.resolve(running.length === ofKind));
      await queue(kind.name, organizationId, 1, 'a');
      for (let ended = 1; !started.includes('a'); ended += 1) {
        running.shift()?.end();
        await until(() => Promise.resolve(started.length === ofKind + ended));
      }
    } finally {
      await endAll(processes);
    }
    for (const customerId of busy)
      expect(started.filter((other) => other === customerId).length).toBeLessThanOrEqual(2 * OF_CUSTOMER);
  });

  test('the turns go round customers who wait for a later time, however many', async () => {
    const [kind] = kinds;
    if (kind === undefined) throw new Error('No kind of job takes turns by customers.');
    const organizationId = randomUUID();
    await queue(kind.name, organizationId, 1, 'z');
    await pool.sql`
      select graphile_worker.add_job(${kind.name}::text,
        json_build_object('organizationId', ${organizationId}::text, 'customerId', 'c' || number),
        run_at := now() + interval '1 hour')
      from generate_series(1, 1200) as number`;
    const processes = [await start([hanging(kind)])];
    try {
      await until(() => Promise.resolve(started.length > 0));
    } finally {
      await endAll(processes);
    }
    expect(started).toEqual(['z']);
  });
});
