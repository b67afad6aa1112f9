import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { isUuid } from './db/ids.js';
import type { Surface } from './metrics.js';

/** The facts about the current request that log lines, errors and metrics contain. */
export interface RequestScope {
  readonly requestId: string;
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
  proposedId: string | undefined,
  run: (request: Readonly<RequestScope>) => void,
): void {
  const requestId = proposedId !== undefined && isUuid(proposedId) ? proposedId : randomUUID();
  const request: RequestScope = { requestId, surface: 'page', operation: 'other', refusedWith: null };
  scope.run(request, () => {
    run(request);
  });
}

/** The id of the current request; null outside a request. */
export function currentRequestId(): string | null {
  return scope.getStore()?.requestId ?? null;
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
