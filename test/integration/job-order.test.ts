import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import { QueuedJob } from '../../src/platform/jobs/job.js';
import { startJobs } from '../../src/platform/jobs/jobs.js';
import { createLogger } from '../../src/platform/log.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';

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

test('a job of the background is done after others that were queued later', async () => {
  const payment = new QueuedJob<object>('test_payment');
  const document = new QueuedJob<object>('test_document', { isBackground: true });
  await pool.db.transaction(async (tx) => {
    await document.enqueueAll(tx, [{}, {}]);
    await document.enqueue(tx, {});
    await payment.enqueue(tx, {});
  });
  const paid = Promise.withResolvers<undefined>();
  let documents = 0;
  const jobs = await startJobs({
    connection: database.connection,
    jobs: [
      payment.doneBy(() => {
        paid.resolve(undefined);
        return Promise.resolve();
      }),
      // Two jobs run at once: two documents before the payment would wait for it in vain.
      document.doneBy(async () => {
        await paid.promise;
        documents += 1;
      }),
    ],
    log: createLogger('silent'),
  });
  try {
    await until(() => Promise.resolve(documents === 3));
  } finally {
    paid.resolve(undefined);
    await jobs.stop();
  }
  expect(documents).toBe(3);
});
