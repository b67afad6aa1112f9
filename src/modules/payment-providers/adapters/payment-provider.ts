import type { Customer, ProviderPaymentMethod } from '../../customers/records/customer.table.js';
import type { ProviderSettings } from '../records/payment-provider.table.js';

/** A connection with its secrets, as an implementation needs it for a call. */
export interface ProviderConnection {
  readonly id: string;
  readonly organizationId: string;
  readonly code: string;
  readonly settings: ProviderSettings;
  readonly secrets: Readonly<Record<string, string>>;
  readonly successRedirectUrl: string | null;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** How a payment stands at the provider. A payer who has to do something finds what in `nextAction`. */
export interface PaymentState {
  readonly providerPaymentId: string;
  /** The provider's word. */
  readonly providerStatus: string;
  readonly status: 'processing' | 'succeeded' | 'failed';
  readonly nextAction: JsonObject | null;
  readonly error: ProviderError | null;
}

/** An error as the provider gave it. */
export interface ProviderError {
  readonly message: string;
  readonly errorCode: string;
}

/** What the payment of one document asks of a provider. */
export interface Charge {
  readonly paymentId: string;
  readonly amountCents: bigint;
  readonly currency: string;
  readonly providerCustomerId: string;
  readonly providerMethodId: string;
  /** The payer's e-mail address; null if it is not known. */
  readonly email: string | null;
  readonly reference: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** The same key never charges twice. */
  readonly idempotencyKey: string;
  /** How often this charge has been asked for, this time included. */
  readonly attempt: number;
  /** True if the payer can be asked to confirm the payment. */
  readonly isPayerPresent: boolean;
}

/** An amount that a provider is asked to hold on a method, without charging it. Source: docs/adr/0200. */
export interface Hold extends Pick<
  Charge,
  | 'amountCents'
  | 'currency'
  | 'providerCustomerId'
  | 'providerMethodId'
  | 'email'
  | 'reference'
  | 'idempotencyKey'
  | 'attempt'
> {
  readonly holdId: string;
}

/** A hold that may have been made. */
export interface MadeHold extends Pick<Hold, 'holdId' | 'providerCustomerId'> {
  /** Null if the provider has not answered. */
  readonly providerPaymentId: string | null;
}

/** A page on which a customer pays one document. */
export interface PaymentPage {
  readonly linkId: string;
  readonly customerId: string;
  readonly amountCents: bigint;
  readonly currency: string;
  readonly providerCustomerId: string;
  readonly methods: readonly ProviderPaymentMethod[];
  /** The payer's e-mail address; null if it is not known. */
  readonly email: string | null;
  readonly reference: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly idempotencyKey: string;
  readonly expiresAt: Date;
}

export interface Refund {
  readonly refundId: string;
  readonly providerPaymentId: string;
  readonly providerMethodId: string | null;
  readonly amountCents: bigint;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly idempotencyKey: string;
}

export interface RefundState {
  readonly providerRefundId: string;
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly error: ProviderError | null;
}

/** How a provider describes a method, in its words; null what it does not report. */
export interface MethodDetails {
  /** Such as "card" or "sepa_debit". */
  readonly kind: string | null;
  /** Of a card, or the name of a bank. */
  readonly brand: string | null;
  readonly lastDigits: string | null;
  readonly expiryMonth: number | null;
  readonly expiryYear: number | null;
}

/** How a provider has described a method at an instant. */
export type MethodDescription = MethodDetails & { readonly describedAt: Date };

/**
 * The member of a payment's metadata that says what it pays in words that are the same when a restored server makes the document again:
 * see `billedReference`.
 */
export const CHARGE_REFERENCE = 'svc_charge_reference';

/** A payment as its provider knows it. */
export type MadePayment = PaymentState & {
  /** What we noted at the provider; it finds the payment before its provider id is known. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly amountCents: bigint;
  readonly currency: string;
  readonly providerCustomerId: string | null;
  /** The method that paid, if it can be charged again. */
  readonly providerMethodId: string | null;
  readonly at: Date;
};

/** A refund as its provider knows it. */
export type MadeRefund = RefundState & {
  readonly amountCents: bigint;
  readonly metadata: Readonly<Record<string, string>>;
};

/** The most payments of a customer, or refunds of a payment, that are looked through for one that we do not know. */
export const MOST_LISTED = 5_000;

/** What a message of a provider says about records of the organization. */
export type ProviderEvent =
  | (MadePayment & { readonly type: 'payment' })
  | { readonly type: 'method_added'; readonly providerCustomerId: string; readonly providerMethodId: string }
  | {
      readonly type: 'default_method';
      readonly providerCustomerId: string;
      readonly providerMethodId: string;
    }
  | {
      readonly type: 'method_described';
      readonly providerMethodId: string;
      readonly description: MethodDescription;
    }
  | { readonly type: 'method_removed'; readonly providerMethodId: string }
  | (RefundState & { readonly type: 'refund'; readonly metadata: Readonly<Record<string, string>> })
  | { readonly type: 'dispute_lost'; readonly providerPaymentId: string; readonly reason: string };

/** An event of a message whose signature is valid. */
export interface ReceivedMessage {
  readonly providerEventId: string;
  readonly eventType: string;
  readonly payload: JsonObject;
}

/** A message as it arrived. */
export interface SentMessage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What a type of provider can do. */
export interface ProviderAbilities {
  /** It has pages on which customers pay. */
  readonly hasPaymentPages: boolean;
  /** It has pages on which customers register methods. */
  readonly hasCheckoutPages: boolean;
  /** Stored methods can be charged. */
  readonly chargesMethods: boolean;
  /** Amounts can be held on stored methods without charging them. */
  readonly holdsAmounts: boolean;
  /** It moves no money, so it may also be called for customers on test clocks. */
  readonly isSimulated: boolean;
}

/**
 * An implementation of payments by a provider. Every method but `readMessage` may call the provider, so none of them is called
 * inside of a transaction. @throws ProviderRefusal. Source: payments.md §7.
 */
export interface PaymentProvider {
  readonly type: string;
  readonly abilities: ProviderAbilities;
  /** Names of the secrets that a connection needs. */
  readonly secretNames: readonly string[];
  /** Names of the settings that a connection needs. */
  readonly settingNames: readonly (keyof ProviderSettings)[];
  /** The body of the answer to an accepted message; null for an empty one. */
  readonly messageAnswer: string | null;
  /** @returns secrets that the provider hands out for its messages. */
  registerCallback(connection: ProviderConnection, url: string): Promise<Readonly<Record<string, string>>>;
  /** @returns the provider's id of the customer. */
  createCustomer(connection: ProviderConnection, customer: Customer): Promise<string>;
  updateCustomer(
    connection: ProviderConnection,
    providerCustomerId: string,
    customer: Customer,
  ): Promise<void>;
  /** @returns the address of a new page; null if the provider gave none. */
  checkoutUrl(
    connection: ProviderConnection,
    customer: Customer,
    providerCustomerId: string,
  ): Promise<string | null>;
  setDefaultMethod(
    connection: ProviderConnection,
    providerCustomerId: string,
    providerMethodId: string,
  ): Promise<void>;
  describeMethod(
    connection: ProviderConnection,
    providerMethodId: string,
    providerCustomerId: string,
  ): Promise<MethodDetails>;
  createPayment(connection: ProviderConnection, charge: Charge): Promise<PaymentState>;
  /**
   * Looks for the payment that an earlier call may have made for a charge that is no longer due.
   * @returns null if it was never made; `cancelled` if the provider cannot be asked for it, and was asked to cancel it instead.
   */
  findPayment(connection: ProviderConnection, charge: Charge): Promise<PaymentState | 'cancelled' | null>;
  /**
   * Holds an amount. @returns the provider's id of the hold. @throws ProviderRefusal if the amount is not held; with a
   * `providerPaymentId`, the provider keeps something that has to be released.
   */
  holdAmount(connection: ProviderConnection, hold: Hold): Promise<string>;
  /** Releases a hold, if it was made. @throws ProviderRefusal of the kind `declined` if nothing is held any more. */
  releaseHold(connection: ProviderConnection, hold: MadeHold): Promise<void>;
  /**
   * The payments of a customer, among which an earlier call may have made one without our knowing. None of a provider that
   * lists no payments: that repeats its answer to a known key.
   * @param since the earliest instant of a payment; null for the latest hundred.
   * @throws ProviderRefusal `too_many` for more than `MOST_LISTED`.
   */
  madePayments(
    connection: ProviderConnection,
    customer: { readonly providerCustomerId: string; readonly since: Date | null },
  ): Promise<MadePayment[]>;
  /** The refunds of a payment. @throws ProviderRefusal `too_many` for more than `MOST_LISTED`. */
  madeRefunds(connection: ProviderConnection, providerPaymentId: string): Promise<MadeRefund[]>;
  /** @returns the page; without an address if the provider gave none. */
  paymentUrl(
    connection: ProviderConnection,
    page: PaymentPage,
  ): Promise<{ readonly url: string | null; readonly sessionId: string }>;
  expirePaymentUrl(connection: ProviderConnection, sessionId: string): Promise<void>;
  refund(connection: ProviderConnection, refund: Refund): Promise<RefundState>;
  /** Checks the signature of a message. @returns its events; null if it is forged, too old or not readable. */
  readMessage(
    connection: ProviderConnection,
    sent: SentMessage,
    now: Date,
  ): readonly ReceivedMessage[] | null;
  /** What an event that `readMessage` has accepted says. */
  eventsIn(connection: ProviderConnection, payload: JsonObject): Promise<ProviderEvent[]>;
}

/** Why a call of a provider did not do what it was asked to. Source: payment-providers.md §7. */
export type RefusalKind =
  | 'declined'
  | 'authentication_required'
  | 'amount_too_small'
  | 'configuration'
  /** Nobody knows whether it was done: the same call may be repeated, with the same key. */
  | 'retriable';

/** The payment among others that was made for a payment of ours; null if there is none. */
export function paymentAmong(made: readonly MadePayment[], paymentId: string): MadePayment | null {
  return made.find(({ metadata }) => metadata['svc_payment_id'] === paymentId) ?? null;
}

/** Nobody can tell what is among so many records. */
export function tooMany(): ProviderRefusal {
  return new ProviderRefusal(
    'configuration',
    'too_many',
    `The provider lists more than ${MOST_LISTED} payments or refunds.`,
  );
}

/** The provider refused, or gave no answer. */
export class ProviderRefusal extends Error implements ProviderError {
  constructor(
    readonly kind: RefusalKind,
    readonly errorCode: string,
    message: string,
    /** The payment that was refused, if the provider has made one. */
    readonly providerPaymentId: string | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ProviderRefusal';
  }
}
