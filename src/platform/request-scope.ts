import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Caller } from './api/caller.js';
import { isUuid } from './db/ids.js';
import type { Surface } from './metrics.js';

/** The facts about the current request that log lines, errors, metrics and security events contain. */
export interface RequestScope {
  readonly requestId: string;
  readonly caller: Caller;
  /** The operation that serves it: the name of a REST document, or the root fields of a GraphQL operation. */
  surface: Surface;
  operation: string;
  /** The error code of the response; null if it was not refused. */
  refusedWith: string | null;
}

const scope = new AsyncLocalStorage<RequestScope>();

/**
 * Runs a request in its own scope. Its id is the caller's `X-Request-Id` if that is a UUID (rest-conventions.md §11).
 */
export function inRequestScope(
  { proposedId, caller }: { readonly proposedId: string | undefined; readonly caller: Caller },
  run: (request: Readonly<RequestScope>) => void,
): void {
  const requestId = proposedId !== undefined && isUuid(proposedId) ? proposedId : randomUUID();
  const request: RequestScope = { requestId, caller, surface: 'page', operation: 'other', refusedWith: null };
  scope.run(request, () => {
    run(request);
  });
}

/** The id of the current request; null outside a request. */
export function currentRequestId(): string | null {
  return scope.getStore()?.requestId ?? null;
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

/** Records the error code of the current request, for its log line. */
export function recordRefusal(code: string): void {
  const request = scope.getStore();
  if (request !== undefined) Object.assign(request, { refusedWith: code });
}
