import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** A key in base64 as receivers give it to a library of Standard Webhooks. */
export function standardSecret(key: string): string {
  return `${PREFIX}${key}`;
}

/** The key in base64 of such a secret. */
export function keyOfSecret(secret: string): string {
  return secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
}

/** A body that is sent. */
interface SignedBody {
  /** The same for each attempt. */
  readonly id: string;
  readonly body: Buffer;
  readonly sentAt: Date;
}

/**
 * The headers by which libraries of Standard Webhooks recognize and verify a body.
 * @param keys in base64; each of them signs. Source: webhooks.md §4.
 */
export function standardSignature(
  keys: readonly string[],
  { id, body, sentAt }: SignedBody,
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const signatureOf = (key: string) =>
    createHmac('sha256', Buffer.from(key, 'base64')).update(signed).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${signatureOf(key)}`).join(' '),
  };
}
