import { currencyDecimals } from '../../../core/money/money.js';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { OutgoingHttp } from '../../../platform/outgoing/outgoing-http.js';
import type { Customer } from '../../customers/records/customer.table.js';
import { GocardlessHttp } from './gocardless-http.js';
import {
  eventsOfMandate,
  eventsOfPayment,
  eventsOfRefund,
  madePayment,
  stateOfPayment,
  stateOfRefund,
} from './gocardless-objects.js';
import {
  type Fields,
  fieldsIn,
  numberIn,
  textIn,
  textsIn,
} from '../../../platform/outgoing/received-fields.js';
import {
  type Charge,
  CHARGE_REFERENCE,
  type JsonObject,
  type MadePayment,
  type MadeRefund,
  type MethodDetails,
  paymentAmong,
  type PaymentProvider,
  type PaymentState,
  type ProviderConnection,
  type ProviderEvent,
  ProviderRefusal,
  type ReceivedMessage,
  type Refund,
  type RefundState,
  type SentMessage,
} from './payment-provider.js';

/** Where payers return to without a page of the organization. */
const HOME_PAGE = 'https://gocardless.com';

/** The longest description of a payment. */
const DESCRIPTION_LENGTH = 255;

/** What is noted with payments and refunds: GoCardless keeps three members at most. */
const PAYMENT_METADATA = ['svc_payment_id', 'svc_invoice_id', 'svc_payment_request_id', CHARGE_REFERENCE];
const REFUND_METADATA = ['svc_refund_id', 'svc_payment_id', 'svc_credit_note_id'];

/** Numbers that GoCardless takes. */
const PHONE = /^\+\d{6,15}$/;

/** Direct debits by GoCardless. A method is a mandate. Source: payments.md §7, payment-providers.md. */
export class GocardlessProvider implements PaymentProvider {
  readonly type = 'gocardless';
  readonly abilities = {
    hasPaymentPages: false,
    hasCheckoutPages: true,
    chargesMethods: true,
    holdsAmounts: false,
    isSimulated: false,
  };
  readonly secretNames = ['access_token'];
  readonly settingNames = [];
  readonly messageAnswer = null;

  private readonly http: GocardlessHttp;

  /** @param baseUrl of the API; null for that of the account. */
  constructor(baseUrl: string | null, outgoing: OutgoingHttp) {
    this.http = new GocardlessHttp(outgoing, baseUrl);
  }

  /** Addresses of messages are registered on the pages of GoCardless only. */
  registerCallback(): Promise<Readonly<Record<string, string>>> {
    return Promise.resolve({});
  }

  async createCustomer(connection: ProviderConnection, customer: Customer): Promise<string> {
    const metadata = { svc_customer_id: customer.id, svc_organization_id: customer.organizationId };
    const key = `${customer.id}:${connection.id}:${String(customer.updatedAt.getTime())}`;
    const created = await this.http.create(
      connection,
      'customers',
      { ...contactOf(customer), metadata },
      key,
    );
    return textIn(created, 'id') ?? '';
  }

  async updateCustomer(
    connection: ProviderConnection,
    providerCustomerId: string,
    customer: Customer,
  ): Promise<void> {
    await this.http.update(connection, 'customers', providerCustomerId, contactOf(customer));
  }

  async checkoutUrl(
    connection: ProviderConnection,
    { currency }: Customer,
    providerCustomerId: string,
  ): Promise<string | null> {
    const request = await this.http.create(connection, 'billing_requests', {
      mandate_request: currency === null ? {} : { currency },
      links: { customer: providerCustomerId },
    });
    const address = connection.successRedirectUrl ?? HOME_PAGE;
    const flow = await this.http.create(connection, 'billing_request_flows', {
      redirect_uri: address,
      exit_uri: address,
      links: { billing_request: textIn(request, 'id') },
    });
    return textIn(flow, 'authorisation_url');
  }

  /** Of mandates none is the default there. */
  setDefaultMethod(): Promise<void> {
    return Promise.resolve();
  }

  async describeMethod(connection: ProviderConnection, providerMethodId: string): Promise<MethodDetails> {
    const mandate = await this.http.get(connection, 'mandates', providerMethodId);
    const accountId = textIn(fieldsIn(mandate, 'links') ?? {}, 'customer_bank_account');
    const account =
      accountId === null ? null : await this.http.find(connection, 'customer_bank_accounts', accountId);
    return {
      kind: textIn(mandate, 'scheme'),
      brand: textIn(account ?? {}, 'bank_name'),
      lastDigits: textIn(account ?? {}, 'account_number_ending'),
      expiryMonth: null,
      expiryYear: null,
    };
  }

  async createPayment(connection: ProviderConnection, charge: Charge): Promise<PaymentState> {
    const { amountCents, currency, reference, metadata, providerMethodId, idempotencyKey } = charge;
    if (currencyDecimals(currency) !== DECIMALS) throw unknownCurrency(currency);
    const payment = await this.http.create(
      connection,
      'payments',
      {
        amount: Number(amountCents),
        currency,
        description: reference.slice(0, DESCRIPTION_LENGTH),
        metadata: only(PAYMENT_METADATA, metadata),
        links: { mandate: providerMethodId },
      },
      idempotencyKey,
    );
    return stateOfPayment(payment);
  }

  async findPayment(
    connection: ProviderConnection,
    { paymentId, providerCustomerId }: Charge,
  ): Promise<MadePayment | null> {
    return paymentAmong(await this.madePayments(connection, { providerCustomerId, since: null }), paymentId);
  }

  holdAmount(): Promise<never> {
    return Promise.reject(withoutHolds());
  }

  releaseHold(): Promise<never> {
    return Promise.reject(withoutHolds());
  }

  async madePayments(
    connection: ProviderConnection,
    { providerCustomerId, since }: { readonly providerCustomerId: string; readonly since: Date | null },
  ): Promise<MadePayment[]> {
    const query = { customer: providerCustomerId };
    const payments =
      since === null
        ? await this.http.list(connection, 'payments', query)
        : await this.http.listAll(connection, 'payments', {
            ...query,
            'created_at[gte]': since.toISOString(),
          });
    return payments.map((payment) => madePayment(payment));
  }

  async madeRefunds(connection: ProviderConnection, providerPaymentId: string): Promise<MadeRefund[]> {
    const refunds = await this.http.listAll(connection, 'refunds', { payment: providerPaymentId });
    return refunds.map((refund) => ({
      ...stateOfRefund(refund),
      amountCents: BigInt(numberIn(refund, 'amount')),
      metadata: textsIn(refund, 'metadata'),
    }));
  }

  paymentUrl(): Promise<never> {
    return Promise.reject(withoutPages());
  }

  expirePaymentUrl(): Promise<never> {
    return Promise.reject(withoutPages());
  }

  /** GoCardless asks what all refunds of the payment add up to, this one included. */
  async refund(connection: ProviderConnection, refund: Refund): Promise<RefundState> {
    const { providerPaymentId, amountCents, metadata, idempotencyKey } = refund;
    const payment = await this.http.get(connection, 'payments', providerPaymentId);
    const made = await this.http.create(
      connection,
      'refunds',
      {
        amount: Number(amountCents),
        total_amount_confirmation: numberIn(payment, 'amount_refunded') + Number(amountCents),
        metadata: only(REFUND_METADATA, metadata),
        links: { payment: providerPaymentId },
      },
      idempotencyKey,
    );
    return stateOfRefund(made);
  }

  /** A message has many events. It is not dated, so that a repetition is known by the ids of its events only. */
  readMessage({ secrets }: ProviderConnection, { body, headers }: SentMessage): ReceivedMessage[] | null {
    const { webhook_secret: secret } = secrets;
    const signature = headers['webhook-signature'];
    if (secret === undefined || typeof signature !== 'string' || !isSigned(body, secret, signature))
      return null;
    return eventsIn(body).flatMap((payload) => {
      const providerEventId = textIn(payload, 'id');
      const eventType = `${textIn(payload, 'resource_type') ?? ''}.${textIn(payload, 'action') ?? ''}`;
      return providerEventId === null ? [] : [{ providerEventId, eventType, payload }];
    });
  }

  /** An event names what it is about, and no more. */
  async eventsIn(connection: ProviderConnection, event: JsonObject): Promise<ProviderEvent[]> {
    const links = fieldsIn(event, 'links') ?? {};
    const about = async (kind: string, read: (resource: Fields) => ProviderEvent[]) => {
      const id = textIn(links, kind.slice(0, -1));
      const found = id === null ? null : await this.http.find(connection, kind, id);
      return found === null ? [] : read(found);
    };
    switch (textIn(event, 'resource_type') ?? '') {
      case 'payments':
        return about('payments', (payment) => eventsOfPayment(event, payment));
      case 'refunds':
        return about('refunds', eventsOfRefund);
      case 'mandates':
        return about('mandates', (mandate) => eventsOfMandate(event, mandate));
      default:
        return [];
    }
  }
}
/** GoCardless counts every currency in hundredths; an amount of another one would be another amount there. */
const DECIMALS = 2;

function unknownCurrency(currency: string): ProviderRefusal {
  const message = `GoCardless takes no payments in ${currency}, which has no hundredths.`;
  return new ProviderRefusal('configuration', 'currency_not_supported', message);
}

function withoutPages(): ProviderRefusal {
  return new ProviderRefusal('configuration', 'no_payment_pages', 'GoCardless has no pages for payments.');
}

/** A direct debit is collected or not: nothing is held before. */
function withoutHolds(): ProviderRefusal {
  return new ProviderRefusal('configuration', 'no_holds', 'GoCardless holds no amounts.');
}

function only(
  names: readonly string[],
  metadata: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => names.includes(name)));
}

function isSigned(body: string, secret: string, signature: string): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'));
  const sent = Buffer.from(signature);
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

function eventsIn(body: string): Fields[] {
  try {
    const { events } = JSON.parse(body) as Fields;
    return Array.isArray(events) ? events.map((each: unknown) => fieldsIn({ each }, 'each') ?? {}) : [];
  } catch {
    return [];
  }
}

/** What GoCardless knows of a customer. */
function contactOf(customer: Customer): Fields {
  const { name, firstname, lastname, email, phone } = customer;
  const isPerson = firstname !== null && lastname !== null;
  return {
    company_name: isPerson ? null : name,
    given_name: isPerson ? firstname : null,
    family_name: isPerson ? lastname : null,
    email: email?.split(',')[0]?.trim() ?? null,
    phone_number: phone !== null && PHONE.test(phone) ? phone : null,
    address_line1: customer.addressLine1,
    address_line2: customer.addressLine2,
    city: customer.city,
    postal_code: customer.zipcode,
    region: customer.state,
    country_code: customer.country,
  };
}
