import type { CustomFetchOptions } from 'openid-client';

/** Bytes of an answer that are read; documents of identity providers have some kilobytes. */
export const ANSWER_BYTES = 256_000;

/** Statuses of answers that have no body. */
const WITHOUT_BODY = [204, 205, 304];

/**
 * Sends a request, and reads its answer as a whole, within the time limit of the signal. Follows no redirect.
 * @throws Error for an answer of more than `ANSWER_BYTES`.
 */
export async function boundedFetch(
  url: string,
  { body: sent, ...options }: CustomFetchOptions,
): Promise<Response> {
  const { status, headers, body } = await fetch(url, { ...options, body: sent ?? null, redirect: 'manual' });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    // Leaving the loop cancels the rest of the answer.
    if (bytes > ANSWER_BYTES) throw new Error(`the answer has more than ${ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Response(WITHOUT_BODY.includes(status) ? null : Buffer.concat(chunks), { status, headers });
}
