import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { isUuid } from './db/ids.js';
import type { Surface } from './metrics.js';

/** What log lines, errors and metrics of one request say of it. */
export interface RequestScope {
  readonly requestId: string;
  /** Which operation serves it: the name of a REST document, the root fields of a GraphQL operation. */
  surface: Surface;
  operation: string;
  /** The code of the error it was refused with; null while there is none. */
  refusedWith: string | null;
}

const scope = new AsyncLocalStorage<RequestScope>();

/** Runs a request; the caller's `X-Request-Id` is kept when it is a UUID (rest-conventions.md §11). */
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

/** The id of the request being served; null outside of one. */
export function currentRequestId(): string | null {
  return scope.getStore()?.requestId ?? null;
}

/** Tells which operation serves the current request. */
export function recordOperation(surface: Surface, operation: string): void {
  const request = scope.getStore();
  if (request !== undefined) Object.assign(request, { surface, operation });
}

/** Records the code that the current request is refused with, for its log line. */
export function recordRefusal(code: string): void {
  const request = scope.getStore();
  if (request !== undefined) Object.assign(request, { refusedWith: code });
}
