import { expect, test } from '@jest/globals';
import {
  CannotRunHereError,
  EmbeddedPostgresError,
} from '../../embedded-postgres/embedded-postgres-errors.js';
import { OWN_SETTINGS, startErrorOf } from './own-postgres.js';

test.each(['fsync', 'full_page_writes', 'synchronous_commit', 'data_sync_retry'])(
  '%s is left as it is: an acknowledged event survives a crash',
  (name) => {
    expect(OWN_SETTINGS).not.toHaveProperty(name);
  },
);

test('if the embedded Postgres cannot run on the machine, the error mentions DATABASE_URL', () => {
  expect(startErrorOf(new CannotRunHereError('No Postgres for sunos.')).message).toBe(
    'No Postgres for sunos.\nTo do without the embedded Postgres, set DATABASE_URL to a Postgres 15 or newer.',
  );
  expect(startErrorOf(new EmbeddedPostgresError('The disk is full.')).message).toBe('The disk is full.');
});
