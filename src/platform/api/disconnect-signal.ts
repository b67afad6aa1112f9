import type { Request } from 'express';

/** Returns a signal that is aborted when the caller disconnects before the response is complete. */
export function disconnectSignal({ res: response }: Request): AbortSignal {
  const disconnect = new AbortController();
  if (response?.destroyed === true) disconnect.abort();
  response?.once('close', () => {
    if (!response.writableFinished) disconnect.abort();
  });
  return disconnect.signal;
}
