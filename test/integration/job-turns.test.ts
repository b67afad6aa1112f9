import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CAPABILITIES } from '../../src/main/capabilities.js';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import type { TurnJob } from '../../src/platform/jobs/job.js';
import { startJobs } from '../../src/platform/jobs/jobs.js';
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

function queue(kind: string, organizationId: string, number: number): Promise<unknown> {
  return pool.sql`
    select graphile_worker.add_job(${kind}::text, json_build_object('organizationId', ${organizationId}::text))
    from generate_series(1, ${number}::int)`;
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
    const jobs = await startJobs({
      connection: database.connection,
      jobs: KINDS.map(standIn),
      log: createLogger('silent'),
    });
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
