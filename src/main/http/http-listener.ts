import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, isIPv6, Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { isLiveRequest } from '../../graphql/live/is-live-request.js';
import { endsWithin } from '../../platform/process/ends-within.js';
import { AppError, RETRY_AFTER_SECONDS } from '../../platform/errors/app-error.js';
import type { Limits } from '../../platform/limits.js';
import { errorBody } from '../../rest/error-body.js';
import { StartError } from '../settings/start-error.js';
import { VERSION } from '../../platform/process/version.js';

/** When the server stops, running requests get this much time to end. */
const DRAIN_MS = 20_000;

const UNAVAILABLE = errorBody(new AppError('unavailable', 'service_unavailable'));

/** Opens the WebSocket connection that a request asks for. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

interface Address {
  readonly host: string;
  readonly port: number;
}

type ListenerLimits = Pick<Limits, 'connections' | 'idleMilliseconds' | 'requestMilliseconds'>;

/** Answers 200 as long as the process runs, even without a database. Source: extensions.md §4. */
const LIVENESS_PATH = '/live';

/**
 * Listens on the port of the server. The port is opened before anything slow starts and closed last. Requests before
 * `serve` and after `drain` are answered 503, except `/live`, which is always answered here.
 */
export class HttpListener {
  private handler: RequestListener | null = null;
  private upgradeHandler: UpgradeHandler | null = null;
  private readonly running = new Set<ServerResponse>();
  private readonly server: Server;
  private address = '';

  private constructor({ connections, idleMilliseconds, requestMilliseconds }: ListenerLimits) {
    const timeouts = {
      requestTimeout: requestMilliseconds,
      headersTimeout: requestMilliseconds,
      connectionsCheckingInterval: requestMilliseconds / 6,
      // Others are answered as requests, such as those that offer HTTP/2.
      shouldUpgradeCallback: (request: IncomingMessage) =>
        this.upgradeHandler !== null && isLiveRequest(request),
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
    this.server.on('upgrade', (request, socket, head) => {
      if (this.upgradeHandler === null) socket.destroy();
      else this.upgradeHandler(request, socket, head);
    });
    this.server.maxConnections = connections;
    // This also disconnects callers that do not read their response, which otherwise stays in memory.
    this.server.setTimeout(idleMilliseconds);
  }

  /** Opens the port. @throws StartError that names PORT or HOST when that fails. */
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

  /** The URL of the server for programs on this machine. */
  get url(): string {
    return this.address;
  }

  /** @param upgradeHandler opens WebSocket connections; null if there are none. */
  serve(handler: RequestListener, upgradeHandler: UpgradeHandler | null = null): void {
    this.handler = handler;
    this.upgradeHandler = upgradeHandler;
  }

  /** Refuses further requests, and waits for the running ones for a limited time. */
  async drain(): Promise<void> {
    this.handler = null;
    this.upgradeHandler = null;
    // `close` of `net`, since that of `http` also closes idle connections, whose next request should get a 503.
    NetServer.prototype.close.call(this.server);
    const ended = [...this.running].map((response) => {
      if (!response.headersSent) response.setHeader('Connection', 'close');
      return new Promise((resolve) => response.once('close', resolve));
    });
    await endsWithin(Promise.all(ended), DRAIN_MS);
  }

  /** Closes the port and all connections. */
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
