import autocannon from 'autocannon';
import type { Target } from './call.ts';
import { type BenchEvent, chunked, restEvent } from './events.ts';
import type { Work } from './measure.ts';

/** One request, as a load sends it. */
export interface RestRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `/api/v1`. */
  readonly path: string;
  readonly body?: string;
}

/** Sends events a hundred at a time over 16 connections. */
export function postBatches(
  target: Target,
  events: readonly BenchEvent[],
  { ignoreDuplicates = false } = {},
): Promise<Work> {
  const path = `/events/batch${ignoreDuplicates ? '?on_duplicate=ignore' : ''}`;
  const requests = chunked(events, 100).map((batch) => posting(path, { events: batch.map(restEvent) }));
  return sendAll(target, requests, 16);
}

/** Sends events one by one over 64 connections. */
export function postSingles(target: Target, events: readonly BenchEvent[]): Promise<Work> {
  const requests = events.map((event) => posting('/events', { event: restEvent(event) }));
  return sendAll(target, requests, 64);
}

export function posting(path: string, body: object): RestRequest {
  return { method: 'POST', path, body: JSON.stringify(body) };
}

/**
 * Sends every request once, in this order; each connection sends its next request as soon as the previous one is answered.
 * @returns the time from the first request to the last response.
 * @throws Error unless every response has status 200.
 */
export function sendAll(
  { baseUrl, apiKey }: Target,
  requests: readonly RestRequest[],
  connections: number,
): Promise<Work> {
  const latenciesMs: number[] = [];
  const refusals: string[] = [];
  let sent = 0;
  const startedAt = performance.now();
  let answeredAt = startedAt;
  const options: autocannon.Options = {
    url: baseUrl,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    connections,
    amount: requests.length,
    timeout: 60,
    // Milliseconds between two checks whether all requests are done.
    sampleInt: 20,
    requests: [
      {
        setupRequest: (request) => {
          const { method, path, body } = requests[sent++] ?? {};
          return { ...request, method, path: `/api/v1${path}`, body };
        },
        onResponse: (status, body) => {
          if (status !== 200) refusals.push(`${status} ${body}`);
        },
      },
    ],
  };
  return new Promise((resolve, reject) => {
    const run = autocannon(options, (_error, { errors }) => {
      const [refusal] = refusals;
      if (refusal !== undefined) reject(new Error(`${refusals.length} requests refused: ${refusal}`));
      else if (errors > 0 || sent !== requests.length)
        reject(new Error(`Of ${requests.length} requests ${sent} were sent; ${errors} failed.`));
      else resolve({ seconds: (answeredAt - startedAt) / 1_000, latenciesMs });
    });
    run.on('response', (_client, _status, _bytes, ms) => {
      answeredAt = performance.now();
      latenciesMs.push(ms);
    });
  });
}
