import { describe, expect, test } from '@jest/globals';
import { userInfo } from 'node:os';
import { readDatabaseUrl } from './database-url.js';

describe('DATABASE_URL', () => {
  test.each<[string, object]>([
    [
      'postgres://app:pw@db.example/prod?sslmode=verify-full',
      { url: 'postgres://app:pw@db.example/prod?sslmode=verify-full' },
    ],
    [
      'postgres://app:p%40w@/prod?host=/var/run/postgresql',
      { host: '/var/run/postgresql', port: 5432, user: 'app', password: 'p@w', database: 'prod' },
    ],
    [
      'postgresql:///prod?host=/cloudsql/a:b:c&port=5433',
      { host: '/cloudsql/a:b:c', port: 5433, user: userInfo().username, password: '', database: 'prod' },
    ],
    [
      'postgres://app@localhost:6000?host=%2Frun%2Fpostgresql',
      { host: '/run/postgresql', port: 6000, user: 'app', password: '', database: 'app' },
    ],
  ])('%s', (url, connection) => {
    expect(readDatabaseUrl(url)).toEqual(connection);
  });

  test.each([
    ['postgres://a:b:c:d@[x/prod', /no address such as/],
    ['postgres://app@/prod?host=db.example', /folder of a Unix socket/],
    ['postgres://app@/prod?host=/run&sslmode=require', /takes no sslmode/],
  ])('%s is refused', (url, message) => {
    expect(() => readDatabaseUrl(url)).toThrow(message);
  });
});
