import type { Request } from 'express';

/** Aborted when a caller leaves before the answer to the request is complete. */
export function disconnectSignal({ res: response }: Request): AbortSignal {
  const leaving = new AbortController();
  if (response?.destroyed === true) leaving.abort();
  response?.once('close', () => {
    if (!response.writableFinished) leaving.abort();
  });
  return leaving.signal;
}
