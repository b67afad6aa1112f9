import {
  createServer,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, isIPv6, Server as NetServer } from 'node:net';
import { endsWithin } from '../platform/ends-within.js';
import { AppError, RETRY_AFTER_SECONDS } from '../platform/errors/app-error.js';
import type { Limits } from '../platform/limits.js';
import { errorBody } from '../rest/errors.js';
import { StartError } from './start-error.js';
import { VERSION } from './version.js';

/** How long running requests may still take when the server stops. */
const DRAIN_MS = 20_000;

const UNAVAILABLE = errorBody(new AppError('unavailable', 'service_unavailable'));

interface Address {
  readonly host: string;
  readonly port: number;
}

type ListenerLimits = Pick<Limits, 'connections' | 'idleMilliseconds' | 'requestMilliseconds'>;

/** Answers 200 as long as the process runs, whatever else does not. Source: extensions.md §4. */
const LIVENESS_PATH = '/live';

/**
 * The server's port. It is taken before anything slow begins and given back last; in between, whoever calls before
 * `serve` or after `drain` is answered 503. The question whether the process lives is answered here, at any time.
 */
export class HttpListener {
  private handler: RequestListener | null = null;
  private readonly running = new Set<ServerResponse>();
  private readonly server: Server;
  private address = '';

  private constructor({ connections, idleMilliseconds, requestMilliseconds }: ListenerLimits) {
    const timeouts = {
      requestTimeout: requestMilliseconds,
      headersTimeout: requestMilliseconds,
      connectionsCheckingInterval: requestMilliseconds / 6,
    };
    this.server = createServer(timeouts, (request, response) => {
      if (request.url === LIVENESS_PATH) {
        answer(response, 200, { status: 'ok', version: VERSION });
        return;
      }
      if (this.handler === null) {
        refuse(response);
        return;
      }
      this.running.add(response);
      response.once('close', () => this.running.delete(response));
      this.handler(request, response);
    });
    this.server.maxConnections = connections;
    // Also cuts off a caller who does not read the answer, which stays in memory until then.
    this.server.setTimeout(idleMilliseconds);
  }

  /** @throws StartError naming PORT or HOST when the port cannot be had. */
  static async open({ host, port, limits }: Address & { limits: ListenerLimits }): Promise<HttpListener> {
    const listener = new HttpListener(limits);
    await new Promise<void>((resolve, reject) => {
      listener.server.once('error', (error: NodeJS.ErrnoException) => {
        reject(new StartError(refusalOf(error, { host, port }), { cause: error }));
      });
      listener.server.listen(port, host, resolve);
    });
    listener.address = urlOf(host, (listener.server.address() as AddressInfo).port);
    return listener;
  }

  /** Where a browser on this machine finds it. */
  get url(): string {
    return this.address;
  }

  serve(handler: RequestListener): void {
    this.handler = handler;
  }

  /** Takes no more requests and waits for the running ones, for a bounded time. */
  async drain(): Promise<void> {
    this.handler = null;
    // Of `net`: that of `http` also cuts idle connections, whose next request deserves its 503.
    NetServer.prototype.close.call(this.server);
    const ended = [...this.running].map((response) => {
      if (!response.headersSent) response.setHeader('Connection', 'close');
      return new Promise((resolve) => response.once('close', resolve));
    });
    await endsWithin(Promise.all(ended), DRAIN_MS);
  }

  /** Gives the port back and cuts every connection. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}

function urlOf(host: string, port: number): string {
  if (['0.0.0.0', '::'].includes(host)) return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

function refuse(response: ServerResponse): void {
  const retryAfter = RETRY_AFTER_SECONDS[UNAVAILABLE.status];
  answer(response, UNAVAILABLE.status, UNAVAILABLE, { Connection: 'close', 'Retry-After': retryAfter });
}

function answer(response: ServerResponse, status: number, body: object, headers?: OutgoingHttpHeaders): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}

function refusalOf({ code, message }: NodeJS.ErrnoException, { host, port }: Address): string {
  if (code === 'EADDRINUSE') return `PORT ${port} is in use on ${host}. Set PORT to another one.`;
  if (code === 'EACCES') return `PORT ${port} needs rights that this process lacks. Set PORT to another one.`;
  return `HOST ${host} cannot be listened on: ${message}`;
}
