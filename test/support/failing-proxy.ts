import type { Socket } from 'node:net';
import type { TestDatabase } from './database.js';
import { listenBefore, type ProxySocket } from './proxy.js';

/** The second word of a request to cancel the statement of another connection; its first one is its length. */
const CANCEL_REQUEST = 80_877_102;

/** Types of messages that Postgres sends. */
const DATA_ROW = 0x44;
const COMMAND_COMPLETE = 0x43;

interface Failure {
  /** SQLSTATE of the error; null if the statement ends as if all rows had arrived. */
  readonly code: string | null;
  /** How many rows of the statement arrive before the error. */
  readonly afterRows: number;
  /** How many statements are executed before it; default: none. */
  readonly afterStatements?: number;
}

/**
 * A proxy between a program and its database by which a statement fails after some of its rows, as one does that is cancelled,
 * times out or meets a value that it cannot compute.
 */
export class FailingProxy {
  private failure: Failure | null = null;
  private statementsBefore = 0;
  /** Requests to cancel a statement that wait; null to deliver them at once. */
  private heldRequests: (() => void)[] | null = null;

  private constructor(private readonly socket: ProxySocket) {}

  static async before(database: Pick<TestDatabase, 'connection'>): Promise<FailingProxy> {
    const proxy: FailingProxy = new FailingProxy(
      await listenBefore(database, (program, postgres) => {
        proxy.join(program, postgres);
      }),
    );
    return proxy;
  }

  /** Connects to the database through the proxy. */
  get connection(): TestDatabase['connection'] {
    return this.socket.connection;
  }

  close(): Promise<void> {
    return this.socket.close();
  }

  /** Lets the next statement that completes fail instead, whichever connection sends it. @param failure null for none. */
  failNext(failure: Failure | null): void {
    this.failure = failure;
    this.statementsBefore = failure?.afterStatements ?? 0;
  }

  /** Delivers requests to cancel a statement late: when the function that this returns is called. */
  holdCancellations(): () => void {
    const held: (() => void)[] = [];
    this.heldRequests = held;
    return () => {
      this.heldRequests = null;
      for (const deliver of held) deliver();
    };
  }

  /** How many requests to cancel a statement wait. */
  get heldCancellations(): number {
    return this.heldRequests?.length ?? 0;
  }

  private join(program: Socket, postgres: Socket): void {
    for (const [one, other] of [
      [program, postgres],
      [postgres, program],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => {
        other.destroy();
      });
    }
    program.on('data', (bytes) => {
      const isCancelRequest = bytes.length === 16 && bytes.readInt32BE(4) === CANCEL_REQUEST;
      if (isCancelRequest && this.heldRequests !== null) this.heldRequests.push(() => postgres.write(bytes));
      else postgres.write(bytes);
    });
    let rows = 0;
    const messages = new Messages();
    postgres.on('data', (bytes) => {
      const whole = messages.wholeOf(bytes);
      if (this.failure === null) {
        rows = 0;
        program.write(whole);
        return;
      }
      const passed: Buffer[] = [];
      for (const message of messagesIn(whole)) {
        const failure = this.statementsBefore === 0 ? this.failure : null;
        if (message[0] === DATA_ROW) {
          rows += 1;
          if (failure !== null && rows > failure.afterRows) continue;
        }
        if (message[0] === COMMAND_COMPLETE) {
          rows = 0;
          if (failure === null) this.statementsBefore = Math.max(0, this.statementsBefore - 1);
          else {
            this.failure = null;
            passed.push(failure.code === null ? message : errorResponse(failure.code));
            continue;
          }
        }
        passed.push(message);
      }
      // One write for all, since each costs more than the messages in it.
      program.write(Buffer.concat(passed));
    });
  }
}

/** Finds where the messages end that Postgres sends. */
class Messages {
  private rest: Buffer = Buffer.alloc(0);

  /** The messages that have arrived as a whole. */
  wholeOf(bytes: Buffer): Buffer {
    const arrived = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    let end = 0;
    for (let next = endOfMessage(arrived, end); next !== null; next = endOfMessage(arrived, end)) end = next;
    this.rest = arrived.subarray(end);
    return arrived.subarray(0, end);
  }
}

function messagesIn(whole: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  for (let from = 0, to = endOfMessage(whole, 0); to !== null; from = to, to = endOfMessage(whole, from))
    messages.push(whole.subarray(from, to));
  return messages;
}

/** @returns null if the message that begins there has not arrived as a whole. */
function endOfMessage(bytes: Buffer, from: number): number | null {
  if (bytes.length < from + 5) return null;
  const to = from + 1 + bytes.readInt32BE(from + 1);
  return bytes.length < to ? null : to;
}

function errorResponse(code: string): Buffer {
  const fields = ['SERROR', 'VERROR', `C${code}`, 'Mthe proxy lets this statement fail'];
  const body = Buffer.from(`${fields.join('\0')}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
