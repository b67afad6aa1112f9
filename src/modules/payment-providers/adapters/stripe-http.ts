import Stripe from 'stripe';
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.js';
import type { OutgoingHttp } from '../../../platform/outgoing/outgoing-http.js';

/** Bytes of an answer of Stripe; a list of a hundred payments has less. */
const ANSWER_BYTES = 2_000_000;

const METHODS = { GET: 'GET', POST: 'POST', DELETE: 'DELETE' } as const;

/** Sends the requests of Stripe's package as all others of this server, so that they reach no private address. */
export class StripeHttp extends Stripe.HttpClient {
  constructor(private readonly outgoing: OutgoingHttp) {
    super();
  }

  override getClientName(): string {
    return 'tollgate';
  }

  override async makeRequest(
    host: string,
    port: string,
    path: string,
    method: string,
    headers: Record<string, string | number | string[]>,
    requestData: string,
    protocol: string,
    timeout: number,
  ): Promise<Stripe.HttpClientResponse> {
    const url = `${protocol}://${host}:${port}${path}`;
    try {
      const { status, body } = await this.outgoing.postAlone(url, {
        method: METHODS[method as keyof typeof METHODS],
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body: Buffer.from(requestData),
        answerBytes: ANSWER_BYTES,
        timeoutMs: timeout,
        signal: AbortSignal.timeout(2 * timeout),
      });
      return new StripeAnswer(status, body.toString('utf8'));
    } catch (error) {
      if (error instanceof OutgoingFailure && error.message.startsWith('timeout'))
        throw Stripe.HttpClient.makeTimeoutError();
      throw error;
    }
  }
}

class StripeAnswer extends Stripe.HttpClientResponse {
  constructor(
    status: number,
    private readonly body: string,
  ) {
    super(status, {});
  }

  /** The package notes the headers on what this returns. */
  override getRawResponse(): unknown {
    return this;
  }

  override toStream(streamCompleteCallback: () => void): unknown {
    streamCompleteCallback();
    return this.body;
  }

  override toJSON(): Promise<unknown> {
    return Promise.resolve(JSON.parse(this.body) as unknown);
  }
}
