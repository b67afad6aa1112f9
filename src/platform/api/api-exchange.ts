import type { Actor } from '../actor.js';

/** A REST request of a known key and the response to it, as the API log records them. */
export interface ApiExchange {
  readonly actor: Actor;
  readonly requestId: string;
  readonly apiVersion: string;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly status: number;
  /** Scheme and host of this server, as its configuration says. */
  readonly origin: string;
  /** Without the query string. */
  readonly path: string;
  /** The `User-Agent`; empty without one. */
  readonly client: string;
  /** JSON as it was received and sent; empty without a body. */
  readonly requestBody: string;
  readonly responseBody: string;
}
