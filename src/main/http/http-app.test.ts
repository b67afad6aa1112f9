import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { type RequestHandler, Router } from 'express';
import { createLogger } from '../../platform/log.js';
import { createHttpApp } from './http-app.js';

const pass: RequestHandler = (_request, _response, next) => {
  next();
};
const none = Router();

test.each([
  [
    'a lost database',
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    503,
    'service_unavailable',
  ],
  ['a fault of ours', new Error('undefined is not a function'), 500, 'internal_error'],
])('a page answers %s in the shape of the contract', async (_what, error, status, code) => {
  const files = Router().use(() => {
    throw error;
  });
  const surfaces = {
    graphql: none,
    rest: pass,
    open: [{ router: none }, { below: '/files', router: files }],
    corsOrigins: [],
  };
  const app = createHttpApp({ observe: pass, operator: none, surfaces, log: createLogger('silent') });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/files/a`);
  expect([response.status, await response.json()]).toMatchObject([status, { status, code }]);
  server.close();
});
