import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';

/** Waiting longer than this for a connection fails. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** What the driver says of the server; of several hosts the first counts. */
interface Address {
  /** Of a Unix socket. */
  readonly path: string | false;
  readonly host: readonly string[];
  readonly port: readonly number[];
}

/**
 * Opens the sockets of a pool in place of the driver, which leaves Nagle's algorithm on (40-80 ms per larger message,
 * measured, ADR 0005) and waits without end for a Postgres that hangs.
 * @param answerMs by when Postgres answers what was sent; a connection on which it does not is closed. TLS hides what is
 *   sent, so there the keep-alive of TCP has to notice.
 */
export function socketOpener(answerMs: number | null): (address: Address) => Promise<Socket> {
  return async ({ path, host: [host], port: [port] }) => {
    const socket = createConnection(path === false ? { host, port: port ?? 5432, noDelay: true } : { path });
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) }).catch(
      (cause: unknown) => {
        socket.destroy();
        throw cause;
      },
    );
    if (answerMs !== null) closeWhenUnanswered(socket, answerMs);
    // For TLS, whose certificate names the host.
    return Object.assign(socket, { host });
  };
}

function closeWhenUnanswered(socket: Socket, answerMs: number): void {
  let readBeforeLastWrite = -1;
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  socket.write = (...args: unknown[]) => {
    readBeforeLastWrite = socket.bytesRead;
    return write(...args);
  };
  socket.setTimeout(answerMs, () => {
    // An idle connection has had its answer.
    if (socket.bytesRead !== readBeforeLastWrite) return;
    const error = new Error(`Postgres has not answered for ${answerMs} milliseconds.`);
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
}
