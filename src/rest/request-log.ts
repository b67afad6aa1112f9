import type { Request } from 'express';
import type { Actor } from '../platform/actor.js';
import type { PublicAddresses } from '../platform/addresses.js';
import type { ApiExchange } from '../platform/api/api-exchange.js';
import { currentRequestId } from '../platform/request-scope.js';

/** Records a request and its response in the API log. It neither waits nor fails. */
export type RecordExchange = (exchange: ApiExchange) => void;

type LoggedMethod = ApiExchange['method'];

const METHODS: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE'] satisfies LoggedMethod[];

/** True for requests that the API log records: those that may write, unless they send events. Source: logs.md §3. */
export function isLogged({ method, path }: Pick<Request, 'method' | 'path'>): boolean {
  return METHODS.includes(method) && !/^\/events(?:\/|$)/.test(path);
}

/** The version of the REST API. */
const API_VERSION = 'v1';

/** The facts of a logged request. @param requestBody empty if it was not read. */
export function exchangeOf(
  { method, headers, originalUrl }: Request,
  { base }: PublicAddresses,
  { actor, ...answered }: Pick<ApiExchange, 'status' | 'requestBody' | 'responseBody'> & { actor: Actor },
): ApiExchange | null {
  const requestId = currentRequestId();
  if (requestId === null) return null;
  return {
    actor,
    requestId,
    apiVersion: API_VERSION,
    method: method as LoggedMethod,
    origin: new URL(base).origin,
    path: originalUrl.split('?', 1)[0] ?? '',
    client: headers['user-agent'] ?? '',
    ...answered,
  };
}
