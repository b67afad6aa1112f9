import { expect, test } from '@jest/globals';
import { DrizzleQueryError } from 'drizzle-orm';
import { GraphQLError } from 'graphql';
import { createLogger } from './log.js';
import { inRequestScope } from './request-scope.js';

/** Returns the lines that a logger writes, parsed. */
function logged(write: (log: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  write(log);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('a failed query is logged without its parameters, whatever error wraps it', () => {
  const cause = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    constraint_name: 'taxes_code',
    detail: 'Key (code)=(secret) already exists.',
  });
  const failed = new Error('failed', {
    cause: new DrizzleQueryError('insert into "taxes" values ($1)', ['secret'], cause),
  });
  const [line] = logged((log) => {
    log.error({ err: failed }, 'failed');
  });
  expect(line?.['err']).toMatchObject({
    message: 'failed',
    cause: {
      message: 'Failed query: insert into "taxes" values ($1)',
      cause: { message: 'duplicate key value', code: '23505', constraint: 'taxes_code' },
    },
  });
  expect(JSON.stringify(line)).not.toContain('secret');
});

test('an error that copied the message of a failed query is logged without its parameters as well', () => {
  const query = new DrizzleQueryError('select $1', ['secret'], new Error('invalid byte sequence'));
  const copied = new GraphQLError(query.message, { originalError: query });
  const [line] = logged((log) => {
    log.error({ err: copied }, 'failed');
  });
  expect(line?.['err']).toMatchObject({ message: 'Failed query: select $1' });
  expect(JSON.stringify(line)).not.toContain('secret');
});

test('a long message is cut to 500 characters', () => {
  const [line] = logged((log) => {
    log.error({ err: new Error('x'.repeat(10_000)) }, 'failed');
  });
  expect(line?.['err']).toMatchObject({ message: 'x'.repeat(500) });
});

test('log lines written during a request have its id; other lines have none', () => {
  const lines = logged((log) => {
    inRequestScope(
      {
        proposedId: '01900000-0000-7000-8000-000000000000',
        scheme: 'http',
        host: 'localhost',
        caller: { address: null, userAgent: null },
      },
      () => {
        log.info('inside');
      },
    );
    log.info('outside');
  });
  expect(lines.map((line) => line['requestId'])).toEqual(['01900000-0000-7000-8000-000000000000', undefined]);
});

test('credentials are hidden', () => {
  const [line] = logged((log) => {
    log.info({ request: { authorization: 'Bearer secret' }, config: { password: 'secret' } }, 'x');
  });
  expect(JSON.stringify(line)).not.toContain('secret');
});
