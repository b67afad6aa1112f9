import { afterEach, describe, expect, test } from '@jest/globals';
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { DEFAULT_LIMITS } from '../../platform/limits.js';
import { connect, type Socket } from 'node:net';
import { HttpListener } from './http-listener.js';

const limits = DEFAULT_LIMITS;
let listener: HttpListener;
/** One connection, kept alive between requests. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

afterEach(async () => {
  agent.destroy();
  await listener.close();
});

const open = async (changed: Partial<typeof limits> = {}) => {
  listener = await HttpListener.open({ host: '127.0.0.1', port: 0, limits: { ...limits, ...changed } });
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

test('before `serve`, requests are answered 503 with Retry-After', async () => {
  await open();
  expect(await ask('/')).toEqual(refused);
});

test('while it drains, running requests end, and new ones on open connections are refused', async () => {
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

test('/live is answered at any time', async () => {
  const lives = { status: 200, closes: false };
  await open();
  expect(await ask('/live')).toEqual(lives);
  listener.serve((_request, response) => {
    response.writeHead(500).end();
  });
  expect(await ask('/live', agent)).toEqual(lives);
  await listener.drain();
  expect(await ask('/live', agent)).toEqual(lives);
});

test('the error for a port in use names PORT', async () => {
  await open();
  const port = Number(new URL(listener.url).port);
  await expect(HttpListener.open({ host: '127.0.0.1', port, limits })).rejects.toThrow(
    `PORT ${port} is in use`,
  );
});

test.each([
  ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
  ['0.0.0.0', /^http:\/\/localhost:\d+$/],
])('listening on %s, its URL is %s', async (host, url) => {
  listener = await HttpListener.open({ host, port: 0, limits });
  expect(listener.url).toMatch(url);
});

describe('a connection is closed', () => {
  const connected = (): Socket => connect(Number(new URL(listener.url).port), '127.0.0.1');
  /** What is received until the other side closes. */
  async function received(socket: Socket): Promise<string> {
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  }

  test('a connection is closed when there are too many', async () => {
    await open({ connections: 1 });
    const first = connected();
    await new Promise((resolve) => first.once('connect', resolve));
    expect(await received(connected())).toBe('');
    first.destroy();
  });

  test('a connection is closed when its request does not arrive in time', async () => {
    await open({ requestMilliseconds: 60 });
    const slow = connected();
    slow.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n');
    listener.serve(() => undefined);
    expect(await received(slow)).toMatch(/^HTTP\/1.1 408 /);
  });

  test('a connection is closed when no byte moves on it', async () => {
    await open({ idleMilliseconds: 50 });
    listener.serve(() => undefined);
    const waiting = connected();
    waiting.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await received(waiting)).toBe('');
  });
});

describe('a request that offers another protocol', () => {
  const requestWith = (path: string, upgrade: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
      let received = '';
      socket.on('data', (data) => {
        received += data.toString();
        socket.end();
      });
      socket.once('close', () => {
        resolve(received.split('\r\n')[0] ?? '');
      });
      socket.once('error', reject);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n\r\n`);
    });

  test.each([
    ['/graphql', 'websocket', 'HTTP/1.1 418 Upgraded'],
    ['/graphql?a=b', 'WebSocket', 'HTTP/1.1 418 Upgraded'],
    ['/graphql', 'h2c', 'HTTP/1.1 200 OK'],
    ['/graphql/schema.graphql', 'websocket', 'HTTP/1.1 200 OK'],
    ['/api/v1/taxes', 'websocket', 'HTTP/1.1 200 OK'],
  ])('the request %s %s: %s', async (path, upgrade, answer) => {
    await open();
    listener.serve(
      (_request, response) => response.end('answered'),
      (_request, socket) => socket.end('HTTP/1.1 418 Upgraded\r\n\r\n'),
    );
    expect(await requestWith(path, upgrade)).toBe(answer);
  });

  test('a request that offers another protocol is answered as any other while nothing serves WebSocket', async () => {
    await open();
    listener.serve((_request, response) => response.end('answered'));
    expect(await requestWith('/graphql', 'websocket')).toBe('HTTP/1.1 200 OK');
  });
});
