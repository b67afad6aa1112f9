// What operators look at answers also when the database does not, and to those only who may see it.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { serveApp, startTestServer, type TestServer } from '../support/server.js';

const TOKEN = 'metrics-token-0123456789';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ metricsToken: TOKEN });
});
afterAll(() => server.stop());

const ask = (path: string, authorization = '') =>
  fetch(server.baseUrl + path, { headers: { authorization } });
const scrape = async () => (await ask('/metrics', `Bearer ${TOKEN}`)).text();
const LAG = /^tollgate_due_work_lag_seconds \S+$/m;

test('/metrics asks for its token, /ready for none', async () => {
  for (const authorization of ['', 'Bearer wrong', TOKEN]) {
    const refused = await ask('/metrics', authorization);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await refused.json()).toEqual({ status: 401, error: 'Unauthorized' });
  }
  const shown = await scrape();
  for (const name of ['connections_in_use', 'requests_waiting', 'events_waiting_bytes'])
    expect(shown).toMatch(new RegExp(`^tollgate_${name} 0$`, 'm'));
  expect((await ask('/ready')).status).toBe(200);
});

test('/failing-work asks for the token, and is not served without one', async () => {
  expect((await ask('/failing-work')).status).toBe(401);
  const shown = await ask('/failing-work', `Bearer ${TOKEN}`);
  expect([shown.status, await shown.json()]).toEqual([200, { failing_work: [] }]);
  const open = await serveApp(server.database);
  expect((await fetch(`${open.baseUrl}/failing-work`)).status).toBe(404);
  await open.stop();
});

test('a value that the database does not give in time is omitted, and its reads use one connection', async () => {
  expect(await scrape()).toMatch(LAG);
  await server.pool.db.transaction(async (tx) => {
    await tx.execute(sql`lock table due_work in access exclusive mode`);
    const scrapes = await Promise.all(Array.from({ length: 10 }, scrape));
    for (const shown of scrapes) {
      expect(shown).not.toMatch(LAG);
      expect(shown).toMatch(/^tollgate_requests_waiting 0$/m);
    }
    expect((await ask('/ready')).status).toBe(200);
  });
  expect(await scrape()).toMatch(LAG);
});
