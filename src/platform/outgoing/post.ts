import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { hostOf, portOf } from './address-rules.js';
import type { Connections } from './kept-connections.js';
import { OutgoingFailure } from './outgoing-failure.js';

export interface OutgoingRequest {
  /** By default `POST`. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Bytes of the body of the answer that are read; by default `ANSWER_BYTES`. */
  readonly answerBytes?: number;
  /** Limits all of it: resolving the name, connecting, sending and reading the answer. */
  readonly timeoutMs: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** The checked addresses of the host. */
  readonly addresses: readonly string[];
}

export interface OutgoingAnswer {
  readonly status: number;
  /** The beginning of the body, at most `answerBytes`. */
  readonly body: Buffer;
  /** The header `Retry-After`: seconds, or a date. */
  readonly retryAfter?: string | undefined;
}

type CheckedRequest = OutgoingRequest & {
  /** Limits connecting, which began with the resolution of the host name. */
  readonly connectMs: number;
  /** When its time is over, by `performance.now()`. */
  readonly endAt: number;
};

/** Bytes of the body of an answer that are read; the rest is not. */
export const ANSWER_BYTES = 64_000;

/** Sends a request to the first address of the host that accepts a connection. @throws OutgoingFailure. */
export async function postTo(
  url: URL,
  request: CheckedRequest,
  connections: Connections,
): Promise<OutgoingAnswer> {
  const deadline = performance.now() + request.connectMs;
  for (const [index, address] of request.addresses.entries()) {
    const remaining = request.addresses.length - index;
    const connectMs = Math.max(1, (deadline - performance.now()) / remaining);
    try {
      return await new Attempt(url, { ...request, connectMs }, address).send(connections);
    } catch (error) {
      const mayTryNext = error instanceof OutgoingFailure && error.isBeforeConnection && remaining > 1;
      if (!mayTryNext || request.signal.aborted) throw error;
    }
  }
  throw new OutgoingFailure('the host name has no address');
}

type Phase = 'connecting' | 'sending' | 'reading';

/** Codes of errors of a kept connection that the receiver has closed meanwhile. */
const CLOSED_MEANWHILE = new Set(['ECONNRESET', 'EPIPE']);

/** One request to one address. */
class Attempt {
  private phase: Phase = 'connecting';
  private timer: NodeJS.Timeout | undefined;
  private timeout: OutgoingFailure | null = null;
  private isAnswered = false;

  constructor(
    private readonly url: URL,
    private readonly request: CheckedRequest,
    private readonly address: string,
  ) {}

  async send(connections: Connections): Promise<OutgoingAnswer> {
    const sent = this.start(connections.agentOf(this.url));
    try {
      return await this.answerTo(sent);
    } catch (error) {
      // A receiver may close a kept connection just when it is used again. That says nothing about the receiver.
      if (!sent.reusedSocket || this.isAnswered || !wasClosedMeanwhile(error as Error)) throw error;
      return await this.answerTo(this.start(false));
    } finally {
      clearTimeout(this.timer);
    }
  }

  private start(agent: ReturnType<Connections['agentOf']> | false): ClientRequest {
    const host = hostOf(this.url);
    const { body, headers, signal, method = 'POST' } = this.request;
    const options = {
      method,
      // The address instead of the name, so that nothing is resolved a second time.
      host: this.address,
      port: portOf(this.url),
      path: `${this.url.pathname}${this.url.search}`,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      headers: { ...headers, host: this.url.host, 'content-length': body.length },
      agent,
      signal,
    };
    const isSecure = this.url.protocol === 'https:';
    const sent = isSecure ? requestHttps(options) : requestHttp(options);
    this.enter('connecting', sent);
    sent.once('socket', (socket) => {
      if (sent.reusedSocket) this.enter('sending', sent);
      else
        socket.once(isSecure ? 'secureConnect' : 'connect', () => {
          this.enter('sending', sent);
        });
    });
    sent.once('finish', () => {
      this.enter('reading', sent);
    });
    sent.end(body);
    return sent;
  }

  private enter(phase: Phase, sent: ClientRequest): void {
    this.phase = phase;
    clearTimeout(this.timer);
    const { connectMs, endAt } = this.request;
    this.timer = setTimeout(
      () => {
        this.timeout = new OutgoingFailure(`timeout: ${phase}`, {
          isBeforeConnection: phase === 'connecting',
        });
        sent.destroy(this.timeout);
      },
      phase === 'connecting' ? connectMs : Math.max(1, endAt - performance.now()),
    );
  }

  private answerTo(sent: ClientRequest): Promise<OutgoingAnswer> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        reject(this.failureOf(error));
      };
      sent.once('error', fail);
      sent.once('close', () => {
        if (!this.isAnswered) fail(new Error('the connection was closed without an answer'));
      });
      sent.once('response', (response) => {
        this.isAnswered = true;
        readBeginning(response, this.request.answerBytes ?? ANSWER_BYTES).then((body) => {
          const { 'retry-after': retryAfter } = response.headers;
          resolve({ status: response.statusCode ?? 0, body, retryAfter });
        }, fail);
      });
    });
  }

  private failureOf(error: Error): OutgoingFailure {
    const isBeforeConnection = this.phase === 'connecting';
    return this.timeout ?? new OutgoingFailure(error.message, { cause: error, isBeforeConnection });
  }
}

function wasClosedMeanwhile({ cause }: { readonly cause?: unknown }): boolean {
  return CLOSED_MEANWHILE.has((cause as { code?: string } | undefined)?.code ?? '');
}

/** Reads at most so many bytes of a body. @throws Error when the connection ends before the body does. */
async function readBeginning(response: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Ends the loop, which destroys the response and its connection.
    if (bytes >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}
