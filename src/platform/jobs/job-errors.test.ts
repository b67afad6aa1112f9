import { expect, test } from '@jest/globals';
import { DrizzleQueryError } from 'drizzle-orm';
import { createLogger } from '../log.js';
import { withShownErrors, workerLogger } from './job-errors.js';

const failed = new DrizzleQueryError('insert into files values ($1)', ['%PDF-1.7'], new Error('no space'));

test('the error of a job holds no parameters of the query that failed', async () => {
  const task = withShownErrors(() => Promise.reject(failed));
  await expect(task({}, {} as never)).rejects.toMatchObject({
    message: 'Failed query: insert into files values ($1)',
    cause: failed,
  });
});

test('the log of the queue holds no parameters of the query that failed', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => lines.push(line) });
  const message = `Failed task 1 with error '${failed.message}'`;
  workerLogger(log).error(message, { failure: true, job: { id: '1' }, error: failed });
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('%PDF');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'a job failed',
    err: { message: 'Failed query: insert into files values ($1)', cause: { message: 'no space' } },
    meta: { job: { id: '1' } },
  });
});
