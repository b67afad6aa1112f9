// One organization that floods the server takes its own share of the database, and keeps nobody else waiting.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

const SHARE = 2;
const QUEUE = 3;

let server: TestServer;
let flooding: Client;
let other: Client;
beforeAll(async () => {
  server = await startTestServer({
    limits: { requestConnections: SHARE + 1, organizationConnections: SHARE, organizationWaiting: QUEUE },
  });
  [flooding, other] = [await server.organization(), await server.organization()];
});
afterAll(() => server.stop());

const times = (count: number, send: (index: number) => Promise<{ status: number }>) =>
  Array.from({ length: count }, (_, index) => send(index));

test('while its writes wait for a lock, another organization is served at once, on both surfaces', async () => {
  const { gate } = server.connections.tenants;
  const reached = (inUse: number, waiting: number) =>
    until(() => Promise.resolve(gate.inUse === inUse && gate.waiting === waiting));
  let accepted: Promise<{ status: number }>[] = [];
  await server.pool.db.transaction(async (tx) => {
    await tx.execute(sql`lock table taxes in exclusive mode`);
    const writes = times(SHARE, (index) =>
      flooding.post('/taxes', { tax: { name: 'Tax', code: `tax-${index}`, rate: '10' } }),
    );
    await reached(SHARE, 0);
    const reads = times(QUEUE, () => flooding.get('/plans'));
    await reached(SHARE, QUEUE);
    accepted = [...writes, ...reads];

    const refused = await flooding.get('/plans');
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'too_many_requests',
        error_details: {
          base: [`${QUEUE} requests of this organization wait for a database connection, which is the most.`],
        },
      },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const { errors } = await flooding.graphql('{ plans { totalCount } }');
    expect(errors?.[0]).toMatchObject({ extensions: { status: 429, code: 'too_many_requests' } });

    expect((await other.get('/plans')).status).toBe(200);
    expect((await other.graphql('{ plans { totalCount } }')).data).toEqual({ plans: { totalCount: 0 } });
    expect((await fetch(`${server.baseUrl}/ready`)).status).toBe(200);
  });
  for (const answer of accepted) expect((await answer).status).toBe(200);
  await reached(0, 0);
});
