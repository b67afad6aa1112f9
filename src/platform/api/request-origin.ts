import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';

const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The scheme and host that a request came to, for addresses in its answer: only the caller sees them, so the headers of its
 * request are believed, also those that a proxy sets. Null if they make no address.
 */
export function requestOrigin({
  headers,
  socket,
}: Pick<IncomingMessage, 'headers' | 'socket'>): string | null {
  const { host = '' } = headers;
  if (!HOST.test(host)) return null;
  const forwarded = String(headers['x-forwarded-proto'] ?? '');
  const isEncrypted = forwarded === 'https' || socket instanceof TLSSocket;
  return `${isEncrypted ? 'https' : 'http'}://${host}`;
}
