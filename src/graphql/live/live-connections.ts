import type { TrustedProxies } from '../../platform/network/trusted-proxies.js';
import { handleProtocols, makeServer, type Server } from 'graphql-ws';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Actor } from '../../platform/actor.js';
import { cleanText } from '../../platform/text/clean-text.js';
import { ORGANIZATION_HEADER } from '../organization-header.js';
import { type Closing, CLOSINGS } from './close-codes.js';
import { closeClient, type Credentials, inScopeOf, type LiveClient } from './live-client.js';
import { PacedMessages } from './paced-messages.js';
import { type RunnerOptions, SubscriptionRunner } from './subscription-runner.js';

interface LiveOptions extends RunnerOptions {
  /** Origins of the pages that may connect from a browser, beside those of this server. */
  readonly corsOrigins: readonly string[];
  readonly trustedProxies: TrustedProxies;
}

/** How often it is checked that the keys of all clients are still valid. They are kept in memory. */
const KEYS_CHECKED_EVERY_MS = 1_000;
/** The same for sessions, for each of which the database is asked. No update is shown without a check in any case. */
const SESSIONS_CHECKED_EVERY_MS = 3_000;
/** A client that has not answered a ping when the next one is due is disconnected. */
const PING_EVERY_MS = 15_000;
/** How long a client may take to send its credentials. */
const INIT_WITHIN_MS = 10_000;

/**
 * GraphQL subscriptions over WebSocket (graphql-transport-ws). A client sends its API key in the first message, or in the
 * header of the request that opens the connection; a member sends the token of the session and the organization there. Source: graphql-surface.md §7; docs/adr/0089.
 */
export class LiveConnections {
  private readonly clients = new Set<LiveClient>();
  /** Clients that have answered the last ping. */
  private readonly answering = new Set<LiveClient>();
  private readonly runner: SubscriptionRunner;
  private readonly sockets: WebSocketServer;
  private readonly protocol: Server<LiveClient>;
  private checksSessions = false;
  private readonly timers: readonly NodeJS.Timeout[];

  constructor(private readonly options: LiveOptions) {
    const runner = new SubscriptionRunner(options);
    this.runner = runner;
    this.sockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: options.limits.liveMessageBytes,
      handleProtocols,
    });
    this.protocol = makeServer<Record<string, unknown> | undefined, LiveClient>({
      connectionInitWaitTimeout: INIT_WITHIN_MS,
      jsonMessageReviver: (_key, value: unknown) => (typeof value === 'string' ? cleanText(value) : value),
      onConnect: ({ extra, connectionParams }) => this.admit(extra, connectionParams),
      onSubscribe: ({ extra, subscriptions }, _id, sent) =>
        runner.accept(extra, sent, Object.keys(subscriptions).length),
      subscribe: (args) => runner.run(args),
    });
    this.timers = [
      setInterval(() => void this.check(({ member }) => member === null), KEYS_CHECKED_EVERY_MS).unref(),
      setInterval(() => void this.checkSessions(), SESSIONS_CHECKED_EVERY_MS).unref(),
      setInterval(() => {
        this.ping();
      }, PING_EVERY_MS).unref(),
    ];
  }

  /** Number of open connections. */
  get size(): number {
    return this.clients.size;
  }

  /** Turns a request into a WebSocket connection, or refuses it. */
  open(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const status = this.refusalOf(request);
    if (status === null) {
      this.sockets.handleUpgrade(request, socket, head, (opened) => {
        this.serve(opened, request);
      });
      return;
    }
    // Whether a refused client still hears it does not matter.
    socket.on('error', () => undefined);
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }

  /** Closes all connections. */
  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
    for (const client of this.clients) closeClient(client, CLOSINGS.stopping);
  }

  /** Browsers connect from any page, unlike with requests: so the origin is checked here. */
  private refusalOf(request: IncomingMessage): string | null {
    const { origin, host = '' } = request.headers;
    const { corsOrigins, limits } = this.options;
    const own = [`http://${host}`, `https://${host}`];
    if (origin !== undefined && !own.includes(origin) && !corsOrigins.includes(origin))
      return '403 Forbidden';
    const waiting = [...this.clients].filter(({ session }) => session === null);
    const address = this.options.trustedProxies.addressOf(request);
    const ofAddress = waiting.filter((client) => client.address === address);
    if (ofAddress.length >= limits.addressLiveConnections) return '429 Too Many Requests';
    const isFull =
      this.clients.size >= limits.liveConnections || waiting.length >= limits.waitingLiveConnections;
    return isFull ? '503 Service Unavailable' : null;
  }

  private serve(socket: WebSocket, request: IncomingMessage): void {
    const { log } = this.options;
    const address = this.options.trustedProxies.addressOf(request);
    const disconnected = new AbortController();
    const client: LiveClient = { socket, request, address, disconnected, session: null };
    this.clients.add(client);
    this.answering.add(client);
    const closed = this.protocol.opened(
      {
        protocol: socket.protocol,
        send: (message) => send(socket, message),
        close: (code, reason) => {
          socket.close(code, reason);
        },
        onMessage: (handle) => {
          const paced = new PacedMessages(socket, this.options.limits.liveMessages, (message) => {
            inScopeOf(client, () => handle(message)).catch((error: unknown) => {
              log.error({ err: error }, 'a message of a WebSocket client failed');
              closeClient(client, CLOSINGS.failed);
            });
          });
          socket.on('message', (message: Buffer) => {
            paced.take(message.toString('utf8'));
          });
        },
      },
      client,
    );
    // Such as a message that is too large. The connection is closed next.
    socket.on('error', (error) => {
      log.debug({ err: error }, 'a WebSocket connection failed');
    });
    socket.on('pong', () => {
      this.answering.add(client);
    });
    socket.once('close', (code, reason) => {
      this.clients.delete(client);
      this.answering.delete(client);
      client.disconnected.abort();
      void closed(code, reason.toString('utf8'));
    });
  }

  /** Authenticates a client. @returns false if it is not admitted; then the connection is closed. */
  private async admit(
    client: LiveClient,
    params: Readonly<Record<string, unknown>> | undefined,
  ): Promise<boolean> {
    const credentials = credentialsOf(client, params);
    const actor = await this.runner.actorOf(credentials);
    if (actor === null) return refuse(client, CLOSINGS.unauthorized);
    const { organizationLiveConnections, keyLiveConnections } = this.options.limits;
    const others = [...this.clients].flatMap(({ session }) => session?.actor ?? []);
    const ofOrganization = others.filter(({ organizationId }) => organizationId === actor.organizationId);
    if (ofOrganization.length >= organizationLiveConnections)
      return refuse(client, CLOSINGS.tooManyOfOrganization);
    const { member } = actor;
    const ofCaller = others.filter(
      (other) => other.apiKeyId === actor.apiKeyId && other.member?.userId === member?.userId,
    );
    if (ofCaller.length >= keyLiveConnections)
      return refuse(client, member === null ? CLOSINGS.tooManyOfKey : CLOSINGS.tooManyOfUser);
    client.session = { credentials, actor };
    return true;
  }

  /** Closes the connections of those who have no access any more, also while no update comes. */
  private async check(isChecked: (actor: Actor) => boolean): Promise<void> {
    for (const client of this.clients)
      if (client.session !== null && isChecked(client.session.actor)) await this.runner.renew(client);
  }

  /** A check that takes longer than its interval is not begun again meanwhile. */
  private async checkSessions(): Promise<void> {
    if (this.checksSessions) return;
    this.checksSessions = true;
    await this.check(({ member }) => member !== null);
    this.checksSessions = false;
  }

  private ping(): void {
    for (const client of this.clients) {
      if (this.answering.delete(client)) client.socket.ping();
      else client.socket.terminate();
    }
  }
}

/** What the first message says, or else the headers of the request that has opened the connection. */
function credentialsOf(
  { request: { headers } }: LiveClient,
  params: Readonly<Record<string, unknown>> = {},
): Credentials {
  const sent = params['authorization'] ?? params['Authorization'];
  const { organization, [ORGANIZATION_HEADER]: named = organization } = params;
  const header = headers[ORGANIZATION_HEADER];
  const organizationId = typeof named === 'string' ? named : Array.isArray(header) ? header[0] : header;
  return { authorization: typeof sent === 'string' ? sent : (headers.authorization ?? ''), organizationId };
}

/** Settled when the system has taken the message, so that the next update waits for a client that reads slowly. */
function send(socket: WebSocket, message: string): Promise<void> {
  if (socket.readyState !== socket.OPEN) return Promise.resolve();
  return new Promise((resolve) => {
    socket.send(message, () => {
      resolve();
    });
  });
}

function refuse(client: LiveClient, closing: Closing): false {
  closeClient(client, closing);
  return false;
}
