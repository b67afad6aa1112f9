import autocannon from 'autocannon';
import type { Target } from './call.ts';
import { type BenchEvent, chunked, restEvent } from './events.ts';
import type { Work } from './measure.ts';

interface Load {
  readonly path: string;
  readonly connections: number;
  /** One request body each, sent in this order. */
  readonly bodies: readonly string[];
}

/** Sends events a hundred at a time over 16 connections. */
export function postBatches(
  target: Target,
  events: readonly BenchEvent[],
  { ignoreDuplicates = false } = {},
): Promise<Work> {
  const bodies = chunked(events, 100).map((batch) => JSON.stringify({ events: batch.map(restEvent) }));
  const path = `/events/batch${ignoreDuplicates ? '?on_duplicate=ignore' : ''}`;
  return post(target, { path, connections: 16, bodies });
}

/** Sends events one by one over 64 connections. */
export function postSingles(target: Target, events: readonly BenchEvent[]): Promise<Work> {
  const bodies = events.map((event) => JSON.stringify({ event: restEvent(event) }));
  return post(target, { path: '/events', connections: 64, bodies });
}

/**
 * Posts every body once; each connection sends its next request as soon as the previous one is answered.
 * @returns the time from the first request to the last response.
 * @throws Error unless every response has status 200.
 */
function post({ baseUrl, apiKey }: Target, { path, connections, bodies }: Load): Promise<Work> {
  const latenciesMs: number[] = [];
  const refusals: string[] = [];
  let sent = 0;
  const startedAt = performance.now();
  let answeredAt = startedAt;
  const options: autocannon.Options = {
    url: `${baseUrl}/api/v1${path}`,
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    connections,
    amount: bodies.length,
    timeout: 60,
    // Milliseconds between two checks whether all requests are done.
    sampleInt: 20,
    requests: [
      {
        setupRequest: (request) => ({ ...request, body: bodies[sent++] }),
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
      else if (errors > 0 || sent !== bodies.length)
        reject(new Error(`Of ${bodies.length} requests ${sent} were sent; ${errors} failed.`));
      else resolve({ seconds: (answeredAt - startedAt) / 1_000, latenciesMs });
    });
    run.on('response', (_client, _status, _bytes, ms) => {
      answeredAt = performance.now();
      latenciesMs.push(ms);
    });
  });
}
