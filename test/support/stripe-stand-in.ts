import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Fields = Record<string, string>;
type StripeObject = Record<string, unknown>;

/** A call as it arrived. */
export interface StripeCall {
  readonly method: string;
  readonly path: string;
  readonly fields: Fields;
  readonly key: string | null;
  readonly version: string | null;
}

interface Answer {
  readonly status: number;
  readonly body: StripeObject;
}

/** What a method does, by its id; any other one pays. */
const DECLINES: Record<string, StripeObject> = {
  pm_declined: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'No funds.',
  },
  pm_3ds: { type: 'card_error', code: 'authentication_required', message: 'The bank wants a confirmation.' },
  pm_small: { type: 'invalid_request_error', code: 'amount_too_small', message: 'Too small.' },
};

/**
 * Speaks the protocol of Stripe's API, as far as this server uses it: forms, idempotency keys, errors, objects and signed
 * events.
 */
export class StripeStandIn {
  readonly calls: StripeCall[] = [];
  /** Calls that are answered with an error of the server, after they had their effect. */
  lostAnswers = 0;
  /** True: calls have their effect, and are never answered. */
  isSilent = false;
  /** True: connections are closed. */
  isAway = false;
  /** True: what is read is answered with an object without members. */
  isGarbled = false;
  /** Objects in a page of a list. */
  pageSize = 2;
  readonly webhookSecret = 'whsec_stand_in';
  readonly intents: StripeObject[] = [];
  readonly refunds: StripeObject[] = [];
  /** The methods that it knows, by their ids. */
  readonly methods = new Map<string, StripeObject>();
  private readonly kept = new Map<string, { fields: string; answer: Answer }>();
  private made = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<StripeStandIn> {
    const server = createServer();
    const standIn = new StripeStandIn(server);
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

  callsTo(path: string): StripeCall[] {
    return this.calls.filter((call) => call.path.startsWith(path));
  }

  /** The body and the signature of an event. */
  event(
    type: string,
    object: StripeObject,
    { created = Math.floor(Date.now() / 1_000), id = `evt_${String(++this.made)}` } = {},
  ): { body: string; signature: string } {
    const body = JSON.stringify({ id, object: 'event', type, created, data: { object } });
    return { body, signature: this.sign(body) };
  }

  sign(body: string, secret = this.webhookSecret, at = Math.floor(Date.now() / 1_000)): string {
    const mac = createHmac('sha256', secret)
      .update(`${String(at)}.${body}`)
      .digest('hex');
    return `t=${String(at)},v1=${mac}`;
  }

  /** Clears what it was asked, and what it made. */
  reset(): void {
    for (const list of [this.calls, this.intents, this.refunds]) list.length = 0;
    this.clearKeys();
  }

  clearKeys(): void {
    this.kept.clear();
  }

  /** The payer pays on a page that a call has made. */
  pays({ fields }: StripeCall, customer: string): void {
    const metadata = membersOf(fields, 'payment_intent_data[metadata]');
    const amount = Number(fields['line_items[0][price_data][unit_amount]']);
    const status = 'succeeded';
    const id = `pi_${String(++this.made)}`;
    const created = Math.floor(Date.now() / 1_000);
    this.intents.unshift({ id, created, amount, currency: 'eur', customer, metadata, status });
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const url = new URL(request.url ?? '/', 'http://stripe');
    const text = Buffer.concat(chunks).toString();
    const fields = Object.fromEntries([...new URLSearchParams(text), ...url.searchParams]);
    const key = request.headers['idempotency-key'];
    const call = {
      method: request.method ?? '',
      path: url.pathname,
      fields,
      key: typeof key === 'string' ? key : null,
      version: String(request.headers['stripe-version'] ?? ''),
    };
    this.calls.push(call);
    const answer = this.once(call, text, () =>
      request.headers.authorization === 'Bearer sk_test_right'
        ? this.answer(call)
        : { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API key.' } } },
    );
    if (this.isSilent) return;
    if (this.isAway) {
      request.socket.destroy();
      return;
    }
    const isLost = this.lostAnswers > 0 && call.method === 'POST';
    if (isLost) this.lostAnswers -= 1;
    const { status, body } = isLost
      ? { status: 503, body: { error: { type: 'api_error', message: 'Try again.' } } }
      : answer;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  /** Answers a repeated key as it did the first time, and refuses it with other fields. */
  private once({ key }: StripeCall, fields: string, run: () => Answer): Answer {
    const known = key === null ? undefined : this.kept.get(key);
    if (known !== undefined && known.fields !== fields)
      return { status: 400, body: { error: { type: 'idempotency_error', message: 'Other parameters.' } } };
    const answer = known?.answer ?? run();
    if (key !== null) this.kept.set(key, { fields, answer });
    return answer;
  }

  private answer({ method, path, fields }: StripeCall): Answer {
    const ok = (body: StripeObject): Answer => ({ status: 200, body });
    if (this.isGarbled && method === 'GET') return ok({});
    const id = (prefix: string) => `${prefix}_${String(++this.made)}`;
    if (path === '/v1/payment_intents') {
      if (method === 'GET') return ok(this.listed(this.intents, fields));
      return this.pay(fields);
    }
    if (path.startsWith('/v1/payment_intents/') && path.endsWith('/cancel'))
      return this.cancel(path.split('/')[3] ?? '');
    if (path === '/v1/webhook_endpoints')
      return method === 'GET'
        ? ok({ object: 'list', data: [] })
        : ok({ id: id('we'), secret: this.webhookSecret, metadata: {} });
    if (path === '/v1/customers') return ok({ id: id('cus'), object: 'customer' });
    if (path.startsWith('/v1/customers/')) return ok({ id: path.split('/')[3], object: 'customer' });
    if (path === '/v1/checkout/sessions') {
      const session = id('cs');
      return ok({ id: session, object: 'checkout.session', url: `https://checkout.stripe.test/${session}` });
    }
    const known = this.methods.get(path.split('/')[3] ?? '');
    if (path.startsWith('/v1/payment_methods/') && known !== undefined) return ok(known);
    if (path.endsWith('/expire')) return ok({ id: path.split('/')[4], status: 'expired' });
    if (path === '/v1/refunds') {
      if (method === 'GET') return ok(this.listed(this.refunds, fields));
      const { payment_intent, amount } = fields;
      const refund = {
        id: id('re'),
        object: 'refund',
        status: 'succeeded',
        payment_intent,
        amount: Number(amount),
        currency: 'eur',
        metadata: membersOf(fields, 'metadata'),
      };
      this.refunds.unshift(refund);
      return ok(refund);
    }
    return { status: 404, body: { error: { type: 'invalid_request_error', message: `No ${path}.` } } };
  }

  /** A page of objects: those that have the members, and were not made before. */
  private listed(
    all: readonly StripeObject[],
    { 'created[gte]': since = '0', starting_after: after, customer, payment_intent }: Fields,
  ): StripeObject {
    const fitting = all.filter(
      (object) =>
        (customer ?? object['customer']) === object['customer'] &&
        (payment_intent ?? object['payment_intent']) === object['payment_intent'] &&
        Number(object['created'] ?? since) >= Number(since),
    );
    const start = fitting.findIndex(({ id }) => id === after) + 1;
    const data = fitting.slice(start, start + this.pageSize);
    return { object: 'list', url: '/v1', has_more: start + data.length < fitting.length, data };
  }

  private pay(fields: Fields): Answer {
    const { payment_method: method = '', amount, currency, customer } = fields;
    const needsPayer = method === 'pm_3ds' && fields['off_session'] !== 'true';
    const error = needsPayer ? undefined : DECLINES[method];
    const isHold = fields['capture_method'] === 'manual';
    if (error !== undefined && !isHold) return { status: 402, body: { error } };
    const metadata = membersOf(fields, 'metadata');
    const paid = isHold ? 'requires_capture' : 'succeeded';
    const unpaid = error !== undefined && 'requires_payment_method';
    const status = unpaid || (needsPayer ? 'requires_action' : method === 'pm_slow' ? 'processing' : paid);
    const intent = {
      id: `pi_${String(++this.made)}`,
      object: 'payment_intent',
      created: Math.floor(Date.now() / 1_000),
      amount: Number(amount),
      currency,
      customer,
      metadata,
      payment_method: method,
      status,
      next_action: needsPayer
        ? { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.test' } }
        : null,
      last_payment_error: null,
    };
    this.intents.unshift(intent);
    if (error !== undefined)
      return { status: 402, body: { error: { ...error, payment_intent: { ...intent } } } };
    return { status: 200, body: { ...intent } };
  }

  /** Cancels a payment intent, which releases what it holds. */
  private cancel(id: string): Answer {
    const intent = this.intents.find((each) => each['id'] === id);
    const type = 'invalid_request_error';
    if (intent === undefined) {
      const code = 'resource_missing';
      return { status: 404, body: { error: { type, code, message: code } } };
    }
    if (['canceled', 'processing', 'succeeded'].includes(String(intent['status']))) {
      const code = 'payment_intent_unexpected_state';
      return { status: 400, body: { error: { type, code, message: code, payment_intent: { ...intent } } } };
    }
    intent['status'] = 'canceled';
    return { status: 200, body: { ...intent } };
  }
}

/** The members of a form such as `metadata[name]`. */
function membersOf(fields: Fields, object: string): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith(`${object}[`) ? [[name.slice(object.length + 1, -1), value]] : [],
    ),
  );
}
