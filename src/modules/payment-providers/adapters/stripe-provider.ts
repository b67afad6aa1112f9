import Stripe from 'stripe';
import type { OutgoingHttp } from '../../../platform/outgoing/outgoing-http.js';
import type { Customer, ProviderPaymentMethod } from '../../customers/records/customer.table.js';
import {
  type Charge,
  type Hold,
  type JsonObject,
  type MadeHold,
  type MadePayment,
  type MadeRefund,
  type MethodDetails,
  MOST_LISTED,
  paymentAmong,
  type PaymentPage,
  type PaymentProvider,
  type PaymentState,
  type ProviderConnection,
  type ProviderEvent,
  ProviderRefusal,
  type ReceivedMessage,
  type Refund,
  type RefundState,
  type RefusalKind,
  type SentMessage,
  tooMany,
} from './payment-provider.js';
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.js';
import {
  detailsOfMethod,
  instantOf,
  paymentOfIntent,
  readStripeEvent,
  stateOfIntent,
  stateOfRefund,
  STRIPE_EVENTS,
} from './stripe-events.js';
import { StripeHttp } from './stripe-http.js';

/** Limits each phase of a call. */
const TIMEOUT_MS = 20_000;

/** Seconds for which a signature is valid. */
const TOLERANCE_SECONDS = 300;

/** Records in an answer to a call that lists. */
const PAGE = 100;

/** Where payers return to without a page of the organization. */
const HOME_PAGE = 'https://stripe.com';

/** Ways to pay that cannot be charged again later. */
const ONCE_ONLY: ReadonlySet<string> = new Set(['boleto', 'crypto', 'customer_balance']);

/** The member of a payment intent's metadata that says which hold of ours it is. */
const HOLD_ID = 'svc_payment_hold_id';

/** The payer cannot be asked to confirm a payment. */
const WITHOUT_PAYER = {
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  off_session: true,
} as const;

type Session = Stripe.Checkout.SessionCreateParams;

/** Payments by Stripe. Source: payments.md §7, payment-providers.md. */
export class StripeProvider implements PaymentProvider {
  readonly type = 'stripe';
  readonly abilities = {
    hasPaymentPages: true,
    hasCheckoutPages: true,
    chargesMethods: true,
    holdsAmounts: true,
    isSimulated: false,
  };
  readonly secretNames = ['secret_key'];
  readonly settingNames = [];
  readonly messageAnswer = null;

  private readonly http: StripeHttp;

  /** @param baseUrl of Stripe's API. */
  constructor(
    private readonly baseUrl: string,
    outgoing: OutgoingHttp,
  ) {
    this.http = new StripeHttp(outgoing);
  }

  async registerCallback(
    connection: ProviderConnection,
    url: string,
  ): Promise<Readonly<Record<string, string>>> {
    return this.call(connection, async (stripe) => {
      const known = await stripe.webhookEndpoints.list({ limit: 100 });
      const former = known.data.filter(
        ({ metadata }) => metadata['svc_payment_provider_id'] === connection.id,
      );
      const { secret } = await stripe.webhookEndpoints.create({
        url,
        enabled_events: [...STRIPE_EVENTS],
        api_version: API_VERSION,
        metadata: { svc_payment_provider_id: connection.id },
      });
      for (const { id } of former) await stripe.webhookEndpoints.del(id);
      return secret === undefined ? {} : { webhook_secret: secret };
    });
  }

  async createCustomer(connection: ProviderConnection, customer: Customer): Promise<string> {
    return this.call(connection, async (stripe) => {
      const { id } = await stripe.customers.create(
        {
          ...contactOf(customer),
          metadata: { svc_customer_id: customer.id, svc_organization_id: customer.organizationId },
        },
        { idempotencyKey: `${customer.id}:${connection.id}:${String(customer.updatedAt.getTime())}` },
      );
      return id;
    });
  }

  async updateCustomer(
    connection: ProviderConnection,
    providerCustomerId: string,
    customer: Customer,
  ): Promise<void> {
    await this.call(connection, (stripe) => stripe.customers.update(providerCustomerId, contactOf(customer)));
  }

  async checkoutUrl(
    connection: ProviderConnection,
    customer: Customer,
    providerCustomerId: string,
  ): Promise<string | null> {
    const methods = customer.providerPaymentMethods.filter(
      (method) => !ONCE_ONLY.has(method) || method === 'boleto',
    );
    return this.call(connection, async (stripe) => {
      const { url } = await stripe.checkout.sessions.create({
        mode: 'setup',
        customer: providerCustomerId,
        client_reference_id: customer.id,
        success_url: connection.successRedirectUrl ?? HOME_PAGE,
        allowed_payment_method_types: kinds(methods),
        ...(connection.settings.requireTermsOfServiceConsent === true
          ? { consent_collection: { terms_of_service: 'required' as const } }
          : {}),
        metadata: { svc_customer_id: customer.id, svc_organization_id: customer.organizationId },
      });
      return url;
    });
  }

  async setDefaultMethod(
    connection: ProviderConnection,
    providerCustomerId: string,
    providerMethodId: string,
  ): Promise<void> {
    await this.call(connection, (stripe) =>
      stripe.customers.update(providerCustomerId, {
        invoice_settings: { default_payment_method: providerMethodId },
      }),
    );
  }

  async describeMethod(connection: ProviderConnection, providerMethodId: string): Promise<MethodDetails> {
    return this.call(connection, async (stripe) =>
      detailsOfMethod({ ...(await stripe.paymentMethods.retrieve(providerMethodId)) }),
    );
  }

  async createPayment(connection: ProviderConnection, charge: Charge): Promise<PaymentState> {
    const { isPayerPresent, metadata } = charge;
    return this.confirmIntent(connection, charge, {
      metadata,
      ...(isPayerPresent
        ? {
            automatic_payment_methods: { enabled: true },
            return_url: connection.successRedirectUrl ?? HOME_PAGE,
          }
        : WITHOUT_PAYER),
    });
  }

  async holdAmount(connection: ProviderConnection, hold: Hold): Promise<string> {
    const { providerPaymentId, providerStatus } = await this.confirmIntent(connection, hold, {
      metadata: { [HOLD_ID]: hold.holdId },
      capture_method: 'manual',
      ...WITHOUT_PAYER,
    });
    if (providerStatus === 'requires_capture') return providerPaymentId;
    const message = `The payment intent is not held: ${providerStatus}.`;
    throw new ProviderRefusal('declined', providerStatus, message, providerPaymentId);
  }

  async releaseHold(
    connection: ProviderConnection,
    { holdId, providerCustomerId, providerPaymentId }: MadeHold,
  ): Promise<void> {
    const customer = { providerCustomerId, since: null };
    const isHold = ({ metadata }: MadePayment) => metadata[HOLD_ID] === holdId;
    const id =
      providerPaymentId ??
      (await this.madePayments(connection, customer)).find(isHold)?.providerPaymentId ??
      null;
    if (id !== null) await this.call(connection, (stripe) => cancel(stripe, id));
  }

  async findPayment(
    connection: ProviderConnection,
    { paymentId, providerCustomerId }: Charge,
  ): Promise<MadePayment | null> {
    return paymentAmong(await this.madePayments(connection, { providerCustomerId, since: null }), paymentId);
  }

  async madePayments(
    connection: ProviderConnection,
    { providerCustomerId, since }: { readonly providerCustomerId: string; readonly since: Date | null },
  ): Promise<MadePayment[]> {
    return this.call(connection, async (stripe) => {
      const created = since === null ? {} : { created: { gte: Math.floor(since.getTime() / 1_000) } };
      const page = stripe.paymentIntents.list({ customer: providerCustomerId, limit: PAGE, ...created });
      const intents = since === null ? (await page).data : await allOf(page);
      return intents.map((intent) => paymentOfIntent({ ...intent }, instantOf({ ...intent })));
    });
  }

  async madeRefunds(connection: ProviderConnection, providerPaymentId: string): Promise<MadeRefund[]> {
    return this.call(connection, async (stripe) => {
      const refunds = await allOf(stripe.refunds.list({ payment_intent: providerPaymentId, limit: PAGE }));
      return refunds.map((refund) => ({
        ...stateOfRefund({ ...refund }),
        amountCents: fromStripeAmount(BigInt(refund.amount), refund.currency.toUpperCase()),
        metadata: refund.metadata ?? {},
      }));
    });
  }

  async paymentUrl(
    connection: ProviderConnection,
    page: PaymentPage,
  ): Promise<{ url: string | null; sessionId: string }> {
    const { methods, amountCents, currency, reference, metadata, expiresAt, idempotencyKey } = page;
    const isKept = !methods.some((method) => ONCE_ONLY.has(method));
    return this.call(connection, async (stripe) => {
      const { url, id } = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          customer: page.providerCustomerId,
          client_reference_id: page.customerId,
          success_url: connection.successRedirectUrl ?? HOME_PAGE,
          allowed_payment_method_types: kinds(methods),
          expires_at: Math.floor(expiresAt.getTime() / 1_000),
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: currency.toLowerCase(),
                unit_amount: toStripeAmount(amountCents, currency),
                product_data: { name: reference },
              },
            },
          ],
          payment_intent_data: {
            description: reference,
            metadata,
            ...(isKept ? { setup_future_usage: 'off_session' as const } : {}),
          },
          metadata,
        },
        { idempotencyKey },
      );
      return { url, sessionId: id };
    });
  }

  async expirePaymentUrl(connection: ProviderConnection, sessionId: string): Promise<void> {
    await this.call(connection, (stripe) => stripe.checkout.sessions.expire(sessionId));
  }

  async refund(connection: ProviderConnection, refund: Refund): Promise<RefundState> {
    const { providerPaymentId, amountCents, currency, metadata, idempotencyKey } = refund;
    return this.call(connection, async (stripe) => {
      const made = await stripe.refunds.create(
        { payment_intent: providerPaymentId, amount: toStripeAmount(amountCents, currency), metadata },
        { idempotencyKey },
      );
      return stateOfRefund({ ...made });
    });
  }

  readMessage(
    { secrets }: ProviderConnection,
    { body, headers }: SentMessage,
    now: Date,
  ): ReceivedMessage[] | null {
    const { webhook_secret: secret } = secrets;
    const signature = headers['stripe-signature'];
    if (secret === undefined || typeof signature !== 'string') return null;
    try {
      const event = Stripe.webhooks.constructEvent(
        body,
        signature,
        secret,
        TOLERANCE_SECONDS,
        undefined,
        now.getTime(),
      );
      return [{ providerEventId: event.id, eventType: event.type, payload: { ...event } }];
    } catch {
      // A wrong or old signature, or a body that is no event.
      return null;
    }
  }

  eventsIn(_: ProviderConnection, payload: JsonObject): Promise<ProviderEvent[]> {
    return Promise.resolve(readStripeEvent(payload));
  }

  /** Makes a payment intent, and confirms it at once. */
  private confirmIntent(
    connection: ProviderConnection,
    payment: Charge | Hold,
    params: Partial<Stripe.PaymentIntentCreateParams>,
  ): Promise<PaymentState> {
    const { amountCents, currency, providerCustomerId, providerMethodId, reference, idempotencyKey } =
      payment;
    return this.call(connection, async (stripe) => {
      const intent = await stripe.paymentIntents.create(
        {
          amount: toStripeAmount(amountCents, currency),
          currency: currency.toLowerCase(),
          customer: providerCustomerId,
          payment_method: providerMethodId,
          confirm: true,
          description: reference,
          ...params,
        },
        { idempotencyKey },
      );
      return stateOfIntent({ ...intent });
    });
  }

  /** Runs calls of one connection. @throws ProviderRefusal. */
  private async call<Result>(
    { secrets }: ProviderConnection,
    run: (stripe: Stripe) => Promise<Result>,
  ): Promise<Result> {
    const { protocol, hostname, port } = new URL(this.baseUrl);
    const isSecure = protocol === 'https:';
    const stripe = new Stripe(secrets['secret_key'] ?? '', {
      apiVersion: API_VERSION,
      httpClient: this.http,
      // Our jobs repeat calls; with the same key, so that nothing is done twice.
      maxNetworkRetries: 0,
      timeout: TIMEOUT_MS,
      telemetry: false,
      protocol: isSecure ? 'https' : 'http',
      host: hostname,
      port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    });
    try {
      return await run(stripe);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError) throw refusalOf(error);
      throw error;
    }
  }
}

/** Cancels a payment intent. @throws ProviderRefusal `retriable` for one that is processed, which may hold its amount later. */
async function cancel(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.paymentIntents.cancel(id);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.payment_intent?.status === 'processing')
      throw new ProviderRefusal('retriable', 'processing', error.message, id, { cause: error });
    throw error;
  }
}

/** The version of the API whose objects the package knows. */
const API_VERSION = Stripe.API_VERSION;

function refusalOf(error: Stripe.errors.StripeError): ProviderRefusal {
  const { code, decline_code: declineCode, payment_intent: intent } = error;
  // The package gives empty texts for members that Stripe omits.
  const errorCode = [declineCode, code, error.rawType].find((text) => (text ?? '') !== '') ?? error.type;
  return new ProviderRefusal(kindOf(error), errorCode, error.message, intent?.id ?? null, { cause: error });
}

/** Source: payment-providers.md §7. */
function kindOf(error: Stripe.errors.StripeError): RefusalKind {
  const { errors } = Stripe;
  if (error.code === 'authentication_required') return 'authentication_required';
  if (error.code === 'amount_too_small') return 'amount_too_small';
  if (error instanceof errors.StripeCardError) return 'declined';
  const isTransient =
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeRateLimitError ||
    error instanceof errors.StripeAPIError ||
    error.code === 'idempotency_key_in_use' ||
    error.code === 'lock_timeout';
  if (isTransient) return 'retriable';
  return error instanceof errors.StripeInvalidRequestError ? 'declined' : 'configuration';
}

function kinds(
  methods: readonly ProviderPaymentMethod[],
): NonNullable<Session['allowed_payment_method_types']> {
  return methods.length === 0 ? ['card'] : [...methods];
}

/** What Stripe knows of a customer; blank texts clear what it knew. */
function contactOf(customer: Customer): Stripe.CustomerUpdateParams {
  const { name, firstname, lastname, email, phone } = customer;
  const person = [firstname, lastname].filter((part) => part !== null).join(' ');
  return {
    name: name ?? person,
    email: email?.split(',')[0]?.trim() ?? '',
    phone: phone ?? '',
    address: {
      line1: customer.addressLine1 ?? '',
      line2: customer.addressLine2 ?? '',
      city: customer.city ?? '',
      postal_code: customer.zipcode ?? '',
      state: customer.state ?? '',
      country: customer.country ?? '',
    },
  };
}

/** Reads page after page of a list. @throws ProviderRefusal `too_many` for more than `MOST_LISTED`. */
async function allOf<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of list) {
    if (all.length === MOST_LISTED) throw tooMany();
    all.push(item);
  }
  return all;
}
