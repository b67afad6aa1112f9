import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Client } from '../support/client.js';
import { countRows, someoneWaits } from '../support/database.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  // Some tests hold what others wait for.
  server = await startTestServer({ connections: 6 });
  client = await server.organization();
});
afterAll(() => server.stop());

const tax = (code: string, over: object = {}) => ({ tax: { code, name: 'n', rate: 1, ...over } });
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const taxes = () => countRows(server.pool, 'taxes', client.organizationId);

describe('an Idempotency-Key', () => {
  test('an Idempotency-Key answers a repeat as the first, byte by byte, and does nothing', async () => {
    const key = randomUUID();
    const before = await taxes();
    const first = await client.post('/taxes', tax('repeated'), keyed(key));
    const second = await client.post('/taxes', tax('repeated'), keyed(key));
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(await taxes()).toBe(before + 1);
  });

  test('an Idempotency-Key keeps a refusal: mending the cause needs a new key', async () => {
    const key = randomUUID();
    await client.post('/taxes', tax('taken'));
    const first = await client.post('/taxes', tax('taken'), keyed(key));
    await client.delete('/taxes/taken');
    const second = await client.post('/taxes', tax('taken'), keyed(key));
    expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([
      422,
      422,
      'true',
    ]);
    expect(second.body).toEqual(first.body);
  });

  test.each([
    ['another body', 'POST', '/taxes', tax('other')],
    ['another path', 'POST', '/test_clocks', tax('bound')],
    ['another method', 'PUT', '/taxes/bound', tax('bound')],
  ])('an Idempotency-Key is bound to its request: %s', async (_, method, path, body) => {
    const key = randomUUID();
    await client.post('/taxes', tax('bound'), keyed(key));
    const answer = await (method === 'PUT'
      ? client.put(path, body, keyed(key))
      : client.post(path, body, keyed(key)));
    expect([answer.status, answer.body.error_details]).toEqual([
      422,
      { idempotency_key: ['value_is_invalid'] },
    ]);
  });

  test.each([
    ['', 'empty'],
    ['x'.repeat(256), 'longer than 255 characters'],
    ['caf\u00e9', 'not printable ASCII'],
  ])('%j is refused: %s', async (key) => {
    const before = await taxes();
    const answer = await client.post('/taxes', tax('odd-key'), keyed(key));
    expect([answer.status, answer.body.error_details]).toEqual([
      422,
      { idempotency_key: ['value_is_invalid'] },
    ]);
    expect(await taxes()).toBe(before);
  });

  test('an Idempotency-Key belongs to its API key', async () => {
    const key = randomUUID();
    const other = await server.organization();
    await client.post('/taxes', tax('owned'), keyed(key));
    const answer = await other.post('/taxes', tax('owned'), keyed(key));
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });

  test('an Idempotency-Key counts for every writing method, and for none that reads', async () => {
    const [changing, reading] = [randomUUID(), randomUUID()];
    await client.post('/taxes', tax('written'));
    await client.put('/taxes/written', { tax: { rate: 2 } }, keyed(changing));
    const again = await client.put('/taxes/written', { tax: { rate: 2 } }, keyed(changing));
    await client.get('/taxes', keyed(reading));
    const read = await client.get('/taxes', keyed(reading));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(read.headers.get('idempotent-replayed')).toBeNull();
  });

  test('an Idempotency-Key makes a repeat wait while the first request runs', async () => {
    const key = randomUUID();
    // The first has to wait for the code that this transaction is about to take.
    const blocker = await server.pool.sql.reserve();
    await blocker`begin`;
    await blocker`lock table taxes in exclusive mode`;
    const first = client.post('/taxes', tax('slow'), keyed(key));
    await until(() => someoneWaits(server.pool));
    const second = await client.post('/taxes', tax('slow'), keyed(key));
    await blocker`rollback`;
    blocker.release();
    expect([second.status, second.body]).toEqual([
      422,
      { status: 422, error: 'Unprocessable Entity', code: 'lock_acquisition_failed' },
    ]);
    expect((await first).status).toBe(200);
    const third = await client.post('/taxes', tax('slow'), keyed(key));
    expect([third.body, third.headers.get('idempotent-replayed')]).toEqual([(await first).body, 'true']);
  });

  test('many repeats at once have one effect', async () => {
    const key = randomUUID();
    const before = await taxes();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.post('/taxes', tax('many'), keyed(key))),
    );
    expect(await taxes()).toBe(before + 1);
    for (const { status, body } of answers) {
      expect([200, 422]).toContain(status);
      if (status === 422) expect(body.code).toBe('lock_acquisition_failed');
    }
  });

  test('an Idempotency-Key does not keep a 500: the repeat is done', async () => {
    const key = randomUUID();
    await server.pool.sql`alter table taxes rename to hidden`;
    const first = await client.post('/taxes', tax('after-bug'), keyed(key));
    await server.pool.sql`alter table hidden rename to taxes`;
    const second = await client.post('/taxes', tax('after-bug'), keyed(key));
    expect([first.status, first.body]).toEqual([
      500,
      { status: 500, error: 'Internal Server Error', code: 'internal_error' },
    ]);
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });

  test('an Idempotency-Key has no effect without its record: both are one transaction', async () => {
    const before = await taxes();
    await server.pool.sql`alter table idempotency_records add constraint none check (key <> 'unrecordable')`;
    const answer = await client.post('/taxes', tax('unrecorded'), keyed('unrecordable'));
    await server.pool.sql`alter table idempotency_records drop constraint none`;
    expect(answer.status).toBe(500);
    expect(await taxes()).toBe(before);
  });

  test('an Idempotency-Key is deleted after 24 hours, not before', async () => {
    const [fresh, ...old] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    for (const key of [fresh, ...old]) await client.post('/taxes', tax(`aged-${key}`), keyed(key));
    await server.pool.sql`
      update idempotency_records set created_at = now() - interval '24 hours 1 minute' where key = any(${old})`;
    // However many it takes at once.
    await server.app.services.idempotencyKeys.deleteOld(server.pool.db, { atOnce: 2 });
    const kept = await server.pool
      .sql`select key from idempotency_records where key = any(${[fresh, ...old]})`;
    expect(kept.map(({ key }) => String(key))).toEqual([fresh]);
  });
});
