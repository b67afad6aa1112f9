import type { Clock } from '../../../../platform/clock.js';
import { OutgoingFailure } from '../../../../platform/outgoing/outgoing-failure.js';
import type { OutgoingHttp } from '../../../../platform/outgoing/outgoing-http.js';
import type { OutgoingAnswer, OutgoingRequest } from '../../../../platform/outgoing/post.js';
import { type Fields } from '../../../../platform/outgoing/received-fields.js';
import { objectIn } from './answer-fields.js';
import type { CalledConnection } from './called-connection.js';
import {
  IntegrationRefusal,
  invalidAnswer,
  refusalOfStatus,
  type SystemError,
} from './integration-refusal.js';

/** Limits of a call. Source: integrations.md §5. */
const TIMEOUT_MS = 20_000;
const ANSWER_BYTES = 2_000_000;

/** Decides when a call of a connection has its turn. */
export interface Pace {
  /** @throws IntegrationRefusal if it has none in time. */
  inTurn<Answer>(
    connection: CalledConnection,
    timeoutMs: number,
    send: () => Promise<Answer>,
  ): Promise<Answer>;
}

/** A request to an outside system. */
export interface JsonCall {
  readonly connection: CalledConnection;
  /** By default `POST`. */
  readonly method?: OutgoingRequest['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A text or bytes are sent as they are, objects as JSON. */
  readonly body?: Fields | string | Buffer;
  /** Limits all of it; by default 20 seconds. */
  readonly timeoutMs?: number;
}

/** A 2xx answer. */
export interface JsonAnswer {
  readonly status: number;
  /** True for an answer without a body. */
  readonly isEmpty: boolean;
  /** The object that was answered; null if it is none. */
  readonly object: Fields | null;
}

/** Reads the error of an answer with another status than 2xx. @param text the body of the answer. */
export type ReadError = (body: Fields | null, text: string, status: number) => SystemError;

/**
 * Calls outside systems that speak JSON, by the rules for outgoing requests. All throw `IntegrationRefusal`.
 * Source: integrations.md §5.
 */
export class JsonCalls {
  constructor(
    private readonly outgoing: OutgoingHttp,
    private readonly clock: Clock,
    private readonly pace: Pace,
  ) {}

  /** @returns a 2xx answer, whatever its body is. */
  async send(call: JsonCall, readError: ReadError): Promise<JsonAnswer> {
    const { connection, timeoutMs = TIMEOUT_MS } = call;
    const { status, headers, body } = await this.pace.inTurn(connection, timeoutMs, () =>
      this.answerTo(call, timeoutMs),
    );
    const text = body.toString('utf8');
    const object = objectIn(text);
    if (status >= 200 && status < 300) return { status, isEmpty: text.trim() === '', object };
    throw refusalOfStatus({ status, headers }, readError(object, text, status), this.clock.now());
  }

  /** @returns the object of a 2xx answer. @throws IntegrationRefusal also `invalid_answer` if it has none. */
  async ask(call: JsonCall, readError: ReadError): Promise<Fields> {
    const { object } = await this.send(call, readError);
    if (object === null) throw invalidAnswer('The answer is no JSON object.');
    return object;
  }

  private async answerTo(
    { method, url, headers, body }: JsonCall,
    timeoutMs: number,
  ): Promise<OutgoingAnswer> {
    try {
      return await this.outgoing.postAlone(url, {
        ...(method === undefined ? {} : { method }),
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
        body: bytesOf(body),
        timeoutMs,
        answerBytes: ANSWER_BYTES,
        signal: AbortSignal.timeout(2 * timeoutMs),
      });
    } catch (error) {
      if (!(error instanceof OutgoingFailure)) throw error;
      const code = error.message.startsWith('timeout') ? 'timeout' : 'network';
      throw new IntegrationRefusal('retriable', code, error.message, { cause: error });
    }
  }
}

function bytesOf(body: JsonCall['body'] = ''): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
