import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { isUuid } from './db/ids.js';

/** What every log line and error of one request says of it. */
interface RequestScope {
  readonly requestId: string;
}

const scope = new AsyncLocalStorage<RequestScope>();

/** Runs a request; the caller's `X-Request-Id` is kept when it is a UUID (rest-conventions.md §11). */
export function inRequestScope(proposedId: string | undefined, run: (requestId: string) => void): void {
  const requestId = proposedId !== undefined && isUuid(proposedId) ? proposedId : randomUUID();
  scope.run({ requestId }, () => {
    run(requestId);
  });
}

/** The id of the request being served; null outside of one. */
export function currentRequestId(): string | null {
  return scope.getStore()?.requestId ?? null;
}
