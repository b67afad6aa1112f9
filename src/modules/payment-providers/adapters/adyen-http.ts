import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.js';
import type { OutgoingHttp } from '../../../platform/outgoing/outgoing-http.js';
import type { OutgoingAnswer } from '../../../platform/outgoing/post.js';
import { type Fields, fieldsIn, textIn } from '../../../platform/outgoing/received-fields.js';
import { type ProviderConnection, ProviderRefusal, type RefusalKind } from './payment-provider.js';

/** Limits a call. Source: integrations.md §5. */
const TIMEOUT_MS = 20_000;

/** Bytes of an answer. Source: integrations.md §5. */
const ANSWER_BYTES = 2_000_000;

const VERSION = 'v71';
const TEST_URL = `https://checkout-test.adyen.com/${VERSION}`;

/** A call of Adyen's Checkout API. */
export interface AdyenCall {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: Fields;
  /** A repeated one is answered as it was the first time. */
  readonly idempotencyKey?: string;
}

/** Calls Adyen's Checkout API. */
export class AdyenHttp {
  /** @param baseUrl of the API; null for that of the account. */
  constructor(
    private readonly outgoing: OutgoingHttp,
    private readonly baseUrl: string | null,
  ) {}

  /** @returns the object that Adyen answers. @throws ProviderRefusal. */
  async call(connection: ProviderConnection, call: AdyenCall): Promise<Fields> {
    const { status, headers, body } = await this.send(connection, call);
    const answer = parsed(body.toString('utf8'));
    const isDone = status >= 200 && status < 300;
    if (!isDone) throw refusalOf(status, answer ?? {}, headers['transient-error'] === 'true');
    if (answer === null) throw invalidAnswer('The answer is no JSON object.');
    return answer;
  }

  private async send(
    { secrets, settings }: ProviderConnection,
    { method, path, body, idempotencyKey }: AdyenCall,
  ): Promise<OutgoingAnswer> {
    try {
      return await this.outgoing.postAlone(`${this.baseUrl ?? addressOf(settings.livePrefix)}${path}`, {
        method,
        headers: {
          'x-api-key': secrets['api_key'] ?? '',
          'content-type': 'application/json',
          accept: 'application/json',
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
        answerBytes: ANSWER_BYTES,
        timeoutMs: TIMEOUT_MS,
        signal: AbortSignal.timeout(2 * TIMEOUT_MS),
      });
    } catch (error) {
      if (!(error instanceof OutgoingFailure)) throw error;
      throw new ProviderRefusal('retriable', 'network', error.message, null, { cause: error });
    }
  }
}

/** The answer to a call lacks what we need: nobody knows whether it was done. */
export function invalidAnswer(message: string): ProviderRefusal {
  return new ProviderRefusal('retriable', 'invalid_answer', message);
}

function addressOf(livePrefix: string | undefined): string {
  return livePrefix === undefined
    ? TEST_URL
    : `https://${livePrefix}-checkout-live.adyenpayments.com/checkout/${VERSION}`;
}

/** Source: integrations.md §15. */
function refusalOf(status: number, body: Fields, isTransient: boolean): ProviderRefusal {
  const errorCode = textIn(body, 'errorCode') ?? `status_${status}`;
  const message = textIn(body, 'message') ?? `Adyen answered ${status}.`;
  return new ProviderRefusal(kindOf(status, isTransient), errorCode, message);
}

function kindOf(status: number, isTransient: boolean): RefusalKind {
  if (status === 401 || status === 403) return 'configuration';
  return isTransient || status === 408 || status === 429 || status >= 500 ? 'retriable' : 'declined';
}

/** The object of a body; null if it is none. */
function parsed(text: string): Fields | null {
  try {
    return fieldsIn({ body: JSON.parse(text) as unknown }, 'body');
  } catch {
    return null;
  }
}
