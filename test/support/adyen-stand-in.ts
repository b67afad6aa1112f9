import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Members = Record<string, unknown>;

/** A call as it arrived. */
export interface AdyenCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Members;
  readonly key: string | null;
}

interface Answer {
  readonly status: number;
  readonly body: Members;
}

/**
 * What goes wrong with a call. An answer of its own, or a closed connection, comes before any effect; all others come after it: the answer is
 * lost, never comes, is HTML, is cut, or has members of wrong types.
 */
export type AdyenFault =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: Members }
  | 'close'
  | 'lost'
  | 'silent'
  | 'html'
  | 'cut'
  | 'wrong types';

/** A payment that was made. */
export interface AdyenPayment {
  readonly pspReference: string;
  readonly reference: string;
  readonly amount: { readonly value: number; readonly currency: string };
  readonly shopperReference: string;
  readonly resultCode: string;
  /** True until it is captured or cancelled. */
  isHeld: boolean;
}

/** The key of the test vector of integrations.md §15. */
const HMAC_KEY = '000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F';

/** Results of payments, by the stored method that pays; any other one pays. */
const RESULTS: Readonly<Record<string, Members>> = {
  REFUSED: { resultCode: 'Refused', refusalReason: 'Not enough balance', refusalReasonCode: '12' },
  ERROR: { resultCode: 'Error', refusalReason: 'Acquirer Error', refusalReasonCode: '4' },
  CANCELLED: { resultCode: 'Cancelled', refusalReason: 'Cancelled', refusalReasonCode: '15' },
  PENDING: { resultCode: 'Pending' },
  RECEIVED: { resultCode: 'Received' },
  ASKS: { resultCode: 'RedirectShopper', action: { type: 'redirect', url: 'https://bank.test' } },
};

/** The members that calls must have. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  paymentLinks: ['reference', 'amount', 'shopperReference', 'returnUrl', 'expiresAt'],
  payments: ['reference', 'amount', 'paymentMethod', 'shopperReference', 'shopperInteraction', 'returnUrl'],
  cancels: ['paymentReference'],
  'payments/cancels': ['reference'],
  'payments/refunds': ['reference', 'amount'],
};

const LONGEST_REFERENCE = 80;
const LONGEST_KEY = 64;

/**
 * Speaks the protocol of Adyen's Checkout API, as far as this server uses it: API key, merchant account, idempotency keys, errors, pages,
 * payments and signed messages. Source: integrations.md §16.
 */
export class AdyenStandIn {
  readonly calls: AdyenCall[] = [];
  /** What goes wrong with the next calls. */
  readonly faults: (AdyenFault | null)[] = [];
  /** Runs while a call is answered. */
  during: (() => Promise<void>) | null = null;
  /** What goes wrong with all calls about these shoppers. */
  readonly failing = new Map<string, AdyenFault>();
  readonly payments: AdyenPayment[] = [];
  readonly refunds: (Members & { readonly pspReference: string })[] = [];
  readonly apiKey = 'AQE_key_of_the_account';
  readonly hmacKey = HMAC_KEY;
  readonly merchantAccount = 'TollgateTest';
  /** The statuses of pages, by their ids. */
  readonly pages = new Map<string, string>();
  private readonly methods = new Map<string, Members[]>();
  private readonly answered = new Map<string, Answer>();
  private made = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<AdyenStandIn> {
    const server = createServer();
    const standIn = new AdyenStandIn(server);
    server.on('request', (request, response) => void standIn.serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  callsTo(method: string, path: string): AdyenCall[] {
    return this.calls.filter((call) => call.method === method && call.path.startsWith(path));
  }

  clearKeys(): void {
    this.answered.clear();
  }

  /** Stores a method of a shopper. @returns its id. */
  store(shopper: string, id = `M${String(++this.made)}`): string {
    const method = { type: 'scheme', brand: 'visa', lastFour: '1111', expiryMonth: '03', expiryYear: '30' };
    this.methods.set(shopper, [...(this.methods.get(shopper) ?? []), { id, ...method }]);
    return id;
  }

  /** A signed item of a message. @param over members of its own; `key` signs it otherwise. */
  item(eventCode: string, over: Members = {}, { key = HMAC_KEY } = {}): Members {
    const { additionalData = {}, ...members } = over;
    const item = {
      eventCode,
      success: 'true',
      pspReference: this.pspReference(),
      merchantAccountCode: this.merchantAccount,
      merchantReference: '',
      amount: { value: 10_000, currency: 'EUR' },
      eventDate: new Date().toISOString(),
      ...members,
    };
    return { ...item, additionalData: { ...(additionalData as Members), hmacSignature: sign(item, key) } };
  }

  /** The body of a message. */
  message(...items: Members[]): string {
    const notificationItems = items.map((item) => ({ NotificationRequestItem: item }));
    return JSON.stringify({ live: 'false', notificationItems });
  }

  /** The item that reports a payment that was made. */
  authorisation({ pspReference, reference, amount, resultCode }: AdyenPayment, over: Members = {}): Members {
    const success = String(resultCode === 'Authorised');
    return this.item('AUTHORISATION', {
      pspReference,
      merchantReference: reference,
      amount,
      success,
      ...over,
    });
  }

  pspReference(): string {
    return `QFQTPCQ8HX${String(++this.made).padStart(6, '0')}`;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const url = new URL(request.url ?? '/', 'http://adyen');
    const text = Buffer.concat(chunks).toString();
    const key = request.headers['idempotency-key'];
    const call: AdyenCall = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      body: text === '' ? {} : (JSON.parse(text) as Members),
      key: typeof key === 'string' ? key : null,
    };
    this.calls.push(call);
    await this.during?.();
    const fault = this.failing.get(String(call.body['shopperReference'])) ?? this.faults.shift() ?? null;
    if (fault === 'close') {
      request.socket.destroy();
      return;
    }
    if (fault !== null && typeof fault === 'object') {
      const { status, headers = {}, body = errorOf(status, `status_${String(status)}`).body } = fault;
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
      return;
    }
    const { status, body } = this.once(call, () =>
      request.headers['x-api-key'] === this.apiKey ? this.answer(call) : errorOf(401, '000'),
    );
    this.send(response, fault, status, JSON.stringify(body));
  }

  private send(response: ServerResponse, fault: AdyenFault | null, status: number, text: string): void {
    if (fault === 'silent') return;
    const json = { 'content-type': 'application/json' };
    if (fault === 'lost') response.writeHead(503, json).end(JSON.stringify(errorOf(503, '905').body));
    else if (fault === 'html')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>502 Bad Gateway</html>');
    else if (fault === 'cut') response.writeHead(status, json).end(text.slice(0, text.length / 2));
    else if (fault === 'wrong types')
      response.writeHead(status, json).end(JSON.stringify({ pspReference: 5, resultCode: [], id: {} }));
    else response.writeHead(status, json).end(text);
  }

  /** Answers a repeated key as it did the first time. */
  private once({ key }: AdyenCall, run: () => Answer): Answer {
    const known = key === null ? undefined : this.answered.get(key);
    const answer = known ?? run();
    if (key !== null && answer.status < 500) this.answered.set(key, answer);
    return answer;
  }

  private answer(call: AdyenCall): Answer {
    const { method, path, query, body, key } = call;
    const [, resource = '', id = '', modification = ''] = path.split('/');
    const account = method === 'GET' ? query.get('merchantAccount') : body['merchantAccount'];
    if (method !== 'PATCH' && account !== this.merchantAccount) return errorOf(403, '901');
    if (key !== null && key.length > LONGEST_KEY) return errorOf(422, '704');
    const refused =
      method === 'POST' ? refusalOf([resource, modification].filter(Boolean).join('/'), body) : null;
    if (refused !== null) return refused;
    if (method === 'POST' && modification === 'refunds') return this.refund(id, body);
    if (method === 'POST' && modification === 'cancels')
      return this.cancel((payment) => payment.pspReference === id);
    switch (`${method} ${resource}`) {
      case 'POST paymentLinks':
        return this.open(body);
      case 'PATCH paymentLinks':
        return this.close(id, body);
      case 'POST payments':
        return this.pay(body);
      case 'POST cancels':
        return this.cancel(({ reference }) => reference === body['paymentReference']);
      case 'GET storedPaymentMethods':
        return {
          status: 200,
          body: { storedPaymentMethods: this.methods.get(query.get('shopperReference') ?? '') ?? [] },
        };
      default:
        return errorOf(404, '404');
    }
  }

  private open({ reference }: Members): Answer {
    const id = `PL${String(++this.made)}`;
    this.pages.set(id, 'active');
    return { status: 201, body: { id, reference, url: `https://pay.adyen.test/${id}`, status: 'active' } };
  }

  private close(id: string, { status }: Members): Answer {
    if (this.pages.get(id) !== 'active') return errorOf(422, '29_003');
    this.pages.set(id, String(status));
    return { status: 200, body: { id, status } };
  }

  private pay(body: Members): Answer {
    const { storedPaymentMethodId: method } = body['paymentMethod'] as Record<string, string>;
    if (method === 'INVALID') return errorOf(422, '101', 'Invalid card number');
    const { resultCode = 'Authorised', ...result } = RESULTS[method ?? ''] ?? {};
    const payment: AdyenPayment = {
      pspReference: this.pspReference(),
      reference: String(body['reference']),
      amount: body['amount'] as AdyenPayment['amount'],
      shopperReference: String(body['shopperReference']),
      resultCode: String(resultCode),
      isHeld:
        resultCode === 'Authorised' &&
        (body['additionalData'] as Members | undefined)?.['manualCapture'] === 'true',
    };
    this.payments.push(payment);
    const { pspReference, reference } = payment;
    return { status: 200, body: { pspReference, merchantReference: reference, resultCode, ...result } };
  }

  /** Whether there is anything to cancel is said by a message only. */
  private cancel(isNamed: (payment: AdyenPayment) => boolean): Answer {
    for (const payment of this.payments) if (isNamed(payment)) payment.isHeld = false;
    return { status: 201, body: { pspReference: this.pspReference(), status: 'received' } };
  }

  private refund(paymentPspReference: string, { reference, amount }: Members): Answer {
    const refund = { pspReference: this.pspReference(), paymentPspReference, reference, amount };
    this.refunds.push(refund);
    return { status: 201, body: { ...refund, status: 'received' } };
  }
}

/** The refusal of a call that lacks members, or has wrong ones. */
function refusalOf(resource: string, body: Members): Answer | null {
  const missing = (REQUIRED[resource] ?? []).filter((member) => (body[member] ?? '') === '');
  if (missing.length > 0) return errorOf(422, '14_0408', `Required: ${missing.join(', ')}`);
  const { reference, amount } = body as { reference?: string; amount?: { value: unknown } };
  if ((reference ?? '').length > LONGEST_REFERENCE) return errorOf(422, '128', 'Reference too long');
  if (amount !== undefined && !Number.isSafeInteger(amount.value))
    return errorOf(422, '137', 'Amount is not an integer of minor units');
  return null;
}

function errorOf(status: number, errorCode: string, message = `Refused: ${errorCode}.`): Answer {
  const pspReference = 'QFQTPCQ8HXERROR1';
  return { status, body: { status, errorCode, message, errorType: 'validation', pspReference } };
}

function sign(item: Members, key: string): string {
  const { value, currency } = item['amount'] as Members;
  const text = [
    item['pspReference'],
    item['originalReference'] ?? '',
    item['merchantAccountCode'],
    item['merchantReference'],
    value,
    currency,
    item['eventCode'],
    item['success'],
  ].join(':');
  return createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('base64');
}
