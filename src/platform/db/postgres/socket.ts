import { createConnection, type Socket } from 'node:net';

/** The server's address as the driver passes it; only the first host is used. */
interface Address {
  /** Path of a Unix socket; false for TCP. */
  readonly path: string | false;
  readonly host: readonly string[];
  readonly port: readonly number[];
}

/**
 * Opens a socket for the driver, which by itself leaves Nagle's algorithm on (measured: 40-80 ms per larger message,
 * ADR 0005). The socket is returned while it still connects, so that the driver receives a failure as an event of the
 * socket. If this function threw, the driver would lose one of its connections for ever.
 */
export function openSocket({ path, host: [host], port: [port] }: Address): Socket {
  const socket = createConnection(path === false ? { host, port: port ?? 5432, noDelay: true } : { path });
  // The driver reads `host` to check the certificate of a TLS connection.
  return Object.assign(socket, { host });
}
