import { afterEach, expect, test } from '@jest/globals';
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { HttpListener } from './http-listener.js';

let listener: HttpListener;
/** One connection, kept alive between requests. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

afterEach(async () => {
  agent.destroy();
  await listener.close();
});

const open = async () => {
  listener = await HttpListener.open({ host: '127.0.0.1', port: 0 });
  return listener;
};

function ask(path: string, by?: Agent): Promise<{ status: number | undefined; closes: boolean }> {
  return new Promise((resolve, reject) => {
    get(`${listener.url}${path}`, by === undefined ? {} : { agent: by }, (response) => {
      response.resume().once('end', () => {
        resolve({ status: response.statusCode, closes: response.headers.connection === 'close' });
      });
    }).once('error', reject);
  });
}

const refused = { status: 503, closes: true };

test('before anything is served, callers are told to come again', async () => {
  await open();
  expect(await ask('/')).toEqual(refused);
});

test('while it drains, running requests end, and new ones on kept connections are refused', async () => {
  await open();
  const running = Promise.withResolvers<ServerResponse>();
  listener.serve((request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/slow') running.resolve(response);
    else response.end();
  });
  expect(await ask('/', agent)).toEqual({ status: 200, closes: false });
  const slow = ask('/slow');
  const response = await running.promise;

  let drained = false;
  const draining = listener.drain().then(() => (drained = true));
  expect(await ask('/', agent)).toEqual(refused);
  expect(drained).toBe(false);
  response.end();
  expect(await slow).toEqual({ status: 200, closes: true });
  await draining;
});

test('a port that is in use is told by name', async () => {
  await open();
  const port = Number(new URL(listener.url).port);
  await expect(HttpListener.open({ host: '127.0.0.1', port })).rejects.toThrow(`PORT ${port} is in use`);
});

test.each([
  ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
  ['0.0.0.0', /^http:\/\/localhost:\d+$/],
])('on %s it is found at %s', async (host, url) => {
  listener = await HttpListener.open({ host, port: 0 });
  expect(listener.url).toMatch(url);
});
