import { expect, test } from '@jest/globals';
import { childEnvironment } from './run.js';

test('the environment of Postgres contains no secret of this process', () => {
  process.env['BOOTSTRAP_API_KEY'] = 'secret';
  process.env['DATABASE_URL'] = 'postgres://user:secret@host/db';
  try {
    expect(childEnvironment()).toMatchObject({ PATH: process.env['PATH'], LC_ALL: 'C' });
    expect(JSON.stringify(childEnvironment())).not.toContain('secret');
  } finally {
    delete process.env['BOOTSTRAP_API_KEY'];
    delete process.env['DATABASE_URL'];
  }
});
