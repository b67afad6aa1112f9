import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ANSWER_BYTES, boundedFetch } from './bounded-fetch.js';

let server: Server;

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    if (url === '/moved') response.writeHead(302, { location: '/small' }).end();
    else if (url === '/empty') response.writeHead(204).end();
    else if (url === '/endless') response.writeHead(200).write('{');
    else response.writeHead(200).end('x'.repeat(ANSWER_BYTES + (url === '/large' ? 1 : 0)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const send = (path: string, signal?: AbortSignal) =>
  boundedFetch(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}${path}`, {
    method: 'GET',
    headers: {},
    body: undefined,
    redirect: 'manual',
    ...(signal === undefined ? {} : { signal }),
  });

test('a bounded fetch reads an answer up to its limit, and follows no redirect', async () => {
  expect((await (await send('/small')).text()).length).toBe(ANSWER_BYTES);
  expect((await send('/moved')).status).toBe(302);
  expect((await send('/empty')).status).toBe(204);
});

test('a bounded fetch refuses a larger answer, and one that does not end in time', async () => {
  await expect(send('/large')).rejects.toThrow('more than 256000 bytes');
  await expect(send('/endless', AbortSignal.timeout(50))).rejects.toThrow('timeout');
});
