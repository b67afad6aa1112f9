import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { CallerAddresses } from './addresses.js';
import type { Caller } from './api/access/caller.js';
import { isUuid } from './db/tables/ids.js';
import type { Surface } from './process/process-metrics.js';

/** The facts about the current request that log lines, errors, metrics and security events contain. */
export interface RequestScope {
  readonly requestId: string;
  /** Addresses at the scheme and host that the caller used; null if it named no valid host. */
  readonly addresses: CallerAddresses | null;
  readonly caller: Caller;
  /** The operation that serves it: the name of a REST document, or the root fields of a GraphQL operation. */
  surface: Surface;
  operation: string;
  /** The error code of the response; null if it was not refused. */
  refusedWith: string | null;
  /** Receives members that change nothing, by their paths; null if the caller does not tolerate them. */
  ineffective: ((path: string) => void) | null;
}

const scope = new AsyncLocalStorage<RequestScope>();

interface ReceivedRequest {
  /** Becomes the id of the request if it is a UUID (rest-conventions.md §11). */
  readonly proposedId: string | undefined;
  readonly scheme: 'http' | 'https';
  readonly host: string | undefined;
  readonly caller: Caller;
}

/** A host name or address, with its port: other texts in the header are no host. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Runs a request in its own scope. */
export function inRequestScope(
  { proposedId, scheme, host, caller }: ReceivedRequest,
  run: (request: Readonly<RequestScope>) => void,
): void {
  const requestId = proposedId !== undefined && isUuid(proposedId) ? proposedId : randomUUID();
  const isHost = host !== undefined && HOST.test(host);
  const request: RequestScope = {
    requestId,
    addresses: isHost ? new CallerAddresses(`${scheme}://${host}`) : null,
    caller,
    surface: 'page',
    operation: 'other',
    refusedWith: null,
    ineffective: null,
  };
  scope.run(request, () => {
    run(request);
  });
}

/** The id of the current request; null outside a request. */
export function currentRequestId(): string | null {
  return scope.getStore()?.requestId ?? null;
}

/** Makes the addresses in the answer to the current request; null outside a request. */
export function currentAddresses(): CallerAddresses | null {
  return scope.getStore()?.addresses ?? null;
}

/** Where the current request comes from; null outside a request. */
export function currentCaller(): Caller | null {
  return scope.getStore()?.caller ?? null;
}

/** Records which operation serves the current request. */
export function recordOperation(surface: Surface, operation: string): void {
  const request = scope.getStore();
  if (request !== undefined) Object.assign(request, { surface, operation });
}

/** Has members that change nothing named in the answer to the current request, in place of refusing it. */
export function tolerateIneffective(name: (path: string) => void): void {
  const request = scope.getStore();
  if (request !== undefined) Object.assign(request, { ineffective: name });
}

/** Receives members that change nothing; null where they are refused. */
export function ineffectiveMembers(): ((path: string) => void) | null {
  return scope.getStore()?.ineffective ?? null;
}

/** Records the error code of the current request, for its log line. */
export function recordRefusal(code: string): void {
  const request = scope.getStore();
  if (request !== undefined) Object.assign(request, { refusedWith: code });
}
