import { createConnection, type Socket } from 'node:net';

/** What the driver says of the server; of several hosts the first counts. */
interface Address {
  /** Of a Unix socket. */
  readonly path: string | false;
  readonly host: readonly string[];
  readonly port: readonly number[];
}

/**
 * Opens a socket in place of the driver, which leaves Nagle's algorithm on (40-80 ms per larger message, measured,
 * ADR 0005). The socket is still connecting when the driver gets it: the driver then hears of a refusal as an event of
 * the socket. A refusal by this function would cost it one of its connections for ever.
 */
export function openSocket({ path, host: [host], port: [port] }: Address): Socket {
  const socket = createConnection(path === false ? { host, port: port ?? 5432, noDelay: true } : { path });
  // For TLS, whose certificate names the host.
  return Object.assign(socket, { host });
}
