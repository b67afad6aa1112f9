import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { Actor } from '../../platform/actor.js';
import type { Caller } from '../../platform/api/access/caller.js';
import { inRequestScope } from '../../platform/request-scope.js';
import type { Closing } from './close-codes.js';

/** What a client has sent to be admitted. */
export interface Credentials {
  /** An API key, or the token of a session of a user. */
  readonly authorization: string;
  /** In which organization the user acts. */
  readonly organizationId: string | undefined;
}

/** A client that has sent a valid API key, or the token of a session of a member. */
interface Session {
  readonly credentials: Credentials;
  /** The caller as it is now: its permissions may be changed while the connection is open. */
  actor: Actor;
}

/** One WebSocket connection. */
export interface LiveClient extends Record<PropertyKey, unknown> {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  /** Null if the connection was closed at once. */
  readonly address: string | null;
  /** Aborted when the connection is closed. */
  readonly disconnected: AbortController;
  /** Null until the client has sent its credentials. */
  session: Session | null;
}

/** Closes the connection, and cancels the statements that run for it. */
export function closeClient({ socket, disconnected }: LiveClient, { code, reason }: Closing): void {
  socket.close(code, reason);
  disconnected.abort();
}

export function callerOf({ address, request: { headers } }: LiveClient): Caller {
  return { address, userAgent: headers['user-agent'] ?? null };
}

/** Does work for a client in the scope of one request, with an id of its own. */
export function inScopeOf<T>(client: LiveClient, work: () => Promise<T>): Promise<T> {
  const { headers } = client.request;
  const received = {
    proposedId: undefined,
    scheme: headers['x-forwarded-proto'] === 'https' ? 'https' : 'http',
    host: headers.host,
    caller: callerOf(client),
  } as const;
  return new Promise((resolve, reject) => {
    inRequestScope(received, () => {
      work().then(resolve, reject);
    });
  });
}
