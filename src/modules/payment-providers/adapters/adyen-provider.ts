import type { Clock } from '../../../platform/clock.js';
import type { OutgoingHttp } from '../../../platform/outgoing/outgoing-http.js';
import type { Customer } from '../../customers/records/customer.table.js';
import { toAdyenAmount } from './adyen-amounts.js';
import { AdyenHttp, invalidAnswer } from './adyen-http.js';
import { eventIdOf, eventsOfItem, isSigned, itemsIn } from './adyen-items.js';
import { documentPart, referenceTo } from './adyen-references.js';
import { type Fields, fieldsIn, textIn } from '../../../platform/outgoing/received-fields.js';
import {
  type Charge,
  type Hold,
  type JsonObject,
  type MadeHold,
  type MadePayment,
  type MadeRefund,
  type MethodDetails,
  type PaymentPage,
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
const HOME_PAGE = 'https://www.adyen.com';

/** How long a page is valid on which a customer registers a method. Source: integrations.md §15. */
const CHECKOUT_MS = 86_400_000;

/** The currency of a registration, which moves no money, for a customer without one (choice). */
const REGISTRATION_CURRENCY = 'EUR';

/** What Adyen stores of methods: they are charged when something is due, without the payer. */
const STORED = { recurringProcessingModel: 'UnscheduledCardOnFile' } as const;

/** Results of payments that have an outcome; all others are processed. Source: integrations.md §15. */
const RESULTS: Readonly<Record<string, PaymentState['status']>> = {
  Authorised: 'succeeded',
  Refused: 'failed',
  Error: 'failed',
  Cancelled: 'failed',
};

/** Payments by Adyen. Sources: integrations.md §15, payments.md §7, payment-providers.md. */
export class AdyenProvider implements PaymentProvider {
  readonly type = 'adyen';
  readonly abilities = {
    hasPaymentPages: true,
    hasCheckoutPages: true,
    chargesMethods: true,
    holdsAmounts: true,
    isSimulated: false,
  };
  readonly secretNames = ['api_key'];
  readonly settingNames = ['merchantAccount'] as const;
  readonly messageAnswer = '[accepted]';

  private readonly http: AdyenHttp;

  /** @param baseUrl of the API; null for that of the account. */
  constructor(
    baseUrl: string | null,
    outgoing: OutgoingHttp,
    private readonly clock: Clock,
  ) {
    this.http = new AdyenHttp(outgoing, baseUrl);
  }

  /** The address of messages and the key of their signatures are set on the pages of Adyen only. */
  registerCallback(): Promise<Readonly<Record<string, string>>> {
    return Promise.resolve({});
  }

  /** Adyen keeps no customers: methods are stored under the id that we give. */
  createCustomer(_: ProviderConnection, { id }: Customer): Promise<string> {
    return Promise.resolve(id);
  }

  updateCustomer(): Promise<void> {
    return Promise.resolve();
  }

  async checkoutUrl(
    connection: ProviderConnection,
    { id, currency, email }: Customer,
    providerCustomerId: string,
  ): Promise<string | null> {
    const page = await this.openPage(connection, {
      reference: referenceTo(['reg', id]),
      amount: { value: 0, currency: currency ?? REGISTRATION_CURRENCY },
      shopperReference: providerCustomerId,
      ...emailOf(email),
      expiresAt: new Date(this.clock.now().getTime() + CHECKOUT_MS).toISOString(),
    });
    return textIn(page, 'url');
  }

  /** Of stored methods none is the default there. */
  setDefaultMethod(): Promise<void> {
    return Promise.resolve();
  }

  async describeMethod(
    connection: ProviderConnection,
    providerMethodId: string,
    providerCustomerId: string,
  ): Promise<MethodDetails> {
    const query = new URLSearchParams({
      merchantAccount: merchantAccountOf(connection),
      shopperReference: providerCustomerId,
    });
    const path = `/storedPaymentMethods?${query.toString()}`;
    const { storedPaymentMethods } = await this.http.call(connection, { method: 'GET', path });
    const stored = Array.isArray(storedPaymentMethods) ? storedPaymentMethods : [];
    const methods = stored.map((each: unknown) => fieldsIn({ each }, 'each') ?? {});
    const method = methods.find((each) => textIn(each, 'id') === providerMethodId);
    if (method === undefined)
      throw new ProviderRefusal('declined', 'resource_missing', `No such method: ${providerMethodId}`);
    return detailsOf(method);
  }

  async createPayment(connection: ProviderConnection, charge: Charge): Promise<PaymentState> {
    return stateOfPayment(await this.pay(connection, charge, { reference: referenceOf(charge) }));
  }

  async holdAmount(connection: ProviderConnection, hold: Hold): Promise<string> {
    const { status, providerPaymentId, providerStatus, error } = stateOfPayment(
      await this.pay(connection, hold, {
        reference: referenceTo(['hld', hold.holdId]),
        additionalData: { manualCapture: 'true' },
      }),
    );
    if (status === 'succeeded') return providerPaymentId;
    const { errorCode, message } = error ?? {
      errorCode: providerStatus,
      message: `The payment is not authorised: ${providerStatus}.`,
    };
    // One that was refused holds nothing.
    throw new ProviderRefusal('declined', errorCode, message, status === 'failed' ? null : providerPaymentId);
  }

  /** The outcome of a cancellation comes as a message. */
  async releaseHold(connection: ProviderConnection, { holdId, providerPaymentId }: MadeHold): Promise<void> {
    const merchantAccount = merchantAccountOf(connection);
    const reference = referenceTo(['hld', holdId]);
    await this.http.call(connection, {
      method: 'POST',
      ...(providerPaymentId === null
        ? { path: '/cancels', body: { merchantAccount, paymentReference: reference } }
        : {
            path: `/payments/${encodeURIComponent(providerPaymentId)}/cancels`,
            body: { merchantAccount, reference },
          }),
    });
  }

  /** Adyen can be asked for no payment. What a call may have made is cancelled. */
  async findPayment(connection: ProviderConnection, charge: Charge): Promise<'cancelled'> {
    const body = { merchantAccount: merchantAccountOf(connection), paymentReference: referenceOf(charge) };
    try {
      await this.http.call(connection, { method: 'POST', path: '/cancels', body });
    } catch (error) {
      // What cannot be cancelled is given back if it succeeds.
      if (!(error instanceof ProviderRefusal) || error.kind !== 'declined') throw error;
    }
    return 'cancelled';
  }

  /** Adyen lists no payments. What was charged before a restore is found by its key, as long as Adyen keeps that. */
  madePayments(): Promise<MadePayment[]> {
    return Promise.resolve([]);
  }

  madeRefunds(): Promise<MadeRefund[]> {
    return Promise.resolve([]);
  }

  async paymentUrl(
    connection: ProviderConnection,
    page: PaymentPage,
  ): Promise<{ url: string | null; sessionId: string }> {
    const { linkId, amountCents, currency, email, metadata, expiresAt, idempotencyKey } = page;
    const made = await this.openPage(
      connection,
      {
        reference: referenceTo(documentPart(metadata), ['lnk', linkId]),
        amount: { value: toAdyenAmount(amountCents, currency), currency },
        shopperReference: page.providerCustomerId,
        ...emailOf(email),
        expiresAt: expiresAt.toISOString(),
      },
      idempotencyKey,
    );
    const sessionId = textIn(made, 'id');
    if (sessionId === null) throw invalidAnswer('The page has no id.');
    return { url: textIn(made, 'url'), sessionId };
  }

  /** A page that was paid, or has expired by itself, is refused. */
  async expirePaymentUrl(connection: ProviderConnection, sessionId: string): Promise<void> {
    const path = `/paymentLinks/${encodeURIComponent(sessionId)}`;
    await this.http.call(connection, { method: 'PATCH', path, body: { status: 'expired' } });
  }

  /** The outcome comes as a message. */
  async refund(connection: ProviderConnection, refund: Refund): Promise<RefundState> {
    const { refundId, providerPaymentId, amountCents, currency, metadata, idempotencyKey } = refund;
    const answer = await this.http.call(connection, {
      method: 'POST',
      path: `/payments/${encodeURIComponent(providerPaymentId)}/refunds`,
      body: {
        merchantAccount: merchantAccountOf(connection),
        amount: { value: toAdyenAmount(amountCents, currency), currency },
        reference: referenceTo(['ref', refundId], ['pay', metadata['svc_payment_id'] ?? '']),
      },
      idempotencyKey,
    });
    const providerRefundId = textIn(answer, 'pspReference');
    if (providerRefundId === null) throw invalidAnswer('The refund has no pspReference.');
    return { providerRefundId, status: 'pending', error: null };
  }

  /** A message has many items. All of them must be signed, and about the merchant account of the connection. */
  readMessage(connection: ProviderConnection, { body }: SentMessage): ReceivedMessage[] | null {
    const { webhook_secret: hmacKey } = connection.secrets;
    const items = itemsIn(body);
    if (hmacKey === undefined || items === null || items.length === 0) return null;
    const merchantAccount = merchantAccountOf(connection);
    const isOurs = (item: Fields) =>
      textIn(item, 'merchantAccountCode') === merchantAccount && isSigned(item, hmacKey);
    if (!items.every(isOurs)) return null;
    return items.map((item) => ({
      providerEventId: eventIdOf(item),
      eventType: textIn(item, 'eventCode') ?? '',
      payload: item,
    }));
  }

  eventsIn(_: ProviderConnection, item: JsonObject): Promise<ProviderEvent[]> {
    return Promise.resolve(eventsOfItem(item));
  }

  /** Asks for a payment with a stored method, without the payer. */
  private pay(connection: ProviderConnection, payment: Charge | Hold, members: Fields): Promise<Fields> {
    const { amountCents, currency, email, idempotencyKey } = payment;
    return this.http.call(connection, {
      method: 'POST',
      path: '/payments',
      body: {
        merchantAccount: merchantAccountOf(connection),
        ...members,
        amount: { value: toAdyenAmount(amountCents, currency), currency },
        paymentMethod: { type: 'scheme', storedPaymentMethodId: payment.providerMethodId },
        shopperReference: payment.providerCustomerId,
        ...emailOf(email),
        shopperInteraction: 'ContAuth',
        ...STORED,
        returnUrl: returnUrlOf(connection),
        merchantOrderReference: payment.reference,
      },
      idempotencyKey,
    });
  }

  /** Makes a page that stores the method with which the payer pays, or registers one. */
  private openPage(connection: ProviderConnection, page: Fields, idempotencyKey?: string): Promise<Fields> {
    return this.http.call(connection, {
      method: 'POST',
      path: '/paymentLinks',
      body: {
        merchantAccount: merchantAccountOf(connection),
        ...page,
        storePaymentMethodMode: 'enabled',
        ...STORED,
        returnUrl: returnUrlOf(connection),
      },
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
  }
}

/** How a payment that was asked for stands. @throws ProviderRefusal for one that asks the payer, who is not there. */
function stateOfPayment(answer: Fields): PaymentState {
  const providerPaymentId = textIn(answer, 'pspReference');
  const resultCode = textIn(answer, 'resultCode');
  if (fieldsIn(answer, 'action') !== null)
    throw new ProviderRefusal(
      'declined',
      'authentication_required',
      'The bank asks the payer to confirm the payment, which is done on payment pages only.',
      providerPaymentId,
    );
  if (providerPaymentId === null || resultCode === null)
    throw invalidAnswer('The payment has no pspReference or no resultCode.');
  const status = RESULTS[resultCode] ?? 'processing';
  const error = {
    message: textIn(answer, 'refusalReason') ?? '',
    errorCode: textIn(answer, 'refusalReasonCode') ?? resultCode,
  };
  return {
    providerPaymentId,
    providerStatus: resultCode,
    status,
    nextAction: null,
    error: status === 'failed' ? error : null,
  };
}

/** How Adyen describes a stored method. Years may have two digits. */
function detailsOf(method: Fields): MethodDetails {
  const month = Number(textIn(method, 'expiryMonth') ?? '');
  const year = textIn(method, 'expiryYear') ?? '';
  return {
    kind: textIn(method, 'type'),
    brand: textIn(method, 'brand'),
    lastDigits: textIn(method, 'lastFour'),
    expiryMonth: Number.isInteger(month) && month >= 1 && month <= 12 ? month : null,
    expiryYear: /^(?:\d{2}|\d{4})$/.test(year) ? Number(year.length === 2 ? `20${year}` : year) : null,
  };
}

function referenceOf({ paymentId, metadata }: Charge): string {
  return referenceTo(['pay', paymentId], documentPart(metadata));
}

function merchantAccountOf({ settings }: ProviderConnection): string {
  return settings.merchantAccount ?? '';
}

function returnUrlOf({ successRedirectUrl }: ProviderConnection): string {
  return successRedirectUrl ?? HOME_PAGE;
}

function emailOf(email: string | null): { readonly shopperEmail?: string } {
  return email === null ? {} : { shopperEmail: email };
}
