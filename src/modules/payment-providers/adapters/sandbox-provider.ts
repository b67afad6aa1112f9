import { newId } from '../../../platform/db/tables/ids.js';
import type { Customer } from '../../customers/records/customer.table.js';
import {
  type Charge,
  type Hold,
  type MadePayment,
  type MadeRefund,
  type MethodDescription,
  type MethodDetails,
  type PaymentPage,
  type PaymentProvider,
  type PaymentState,
  type ProviderConnection,
  type ProviderEvent,
  ProviderRefusal,
  type Refund,
  type RefundState,
} from './payment-provider.js';
import type { SandboxPages } from './sandbox-pages.js';

/** The words that link a customer, each with a method that behaves in its own way. Source: payment-providers.md §9. */
export const SANDBOX_WORDS = [
  'ok',
  'declined',
  'processing_ok',
  'processing_failed',
  'action_ok',
  'too_small',
  'network',
] as const;
export type SandboxWord = (typeof SANDBOX_WORDS)[number];

const card = (brand: string, lastDigits: string): MethodDetails => ({
  kind: 'card',
  brand,
  lastDigits,
  expiryMonth: 12,
  expiryYear: 2050,
});
const debit = (lastDigits: string): MethodDetails => ({
  kind: 'sepa_debit',
  brand: null,
  lastDigits,
  expiryMonth: null,
  expiryYear: null,
});

/** How the sandbox describes its methods. Those that are processed for a day are direct debits. */
const SANDBOX_DETAILS: Readonly<Record<SandboxWord, MethodDetails>> = {
  ok: card('visa', '4242'),
  declined: card('visa', '0002'),
  processing_ok: debit('3000'),
  processing_failed: debit('3001'),
  action_ok: card('mastercard', '3155'),
  too_small: card('mastercard', '4444'),
  network: card('amex', '0005'),
};

/** How the pages of the sandbox call its methods. */
export const SANDBOX_LABELS: Readonly<Record<SandboxWord, string>> = {
  ok: 'Visa •••• 4242: pays',
  declined: 'Visa •••• 0002: is declined',
  processing_ok: 'Direct debit •••• 3000: pays a day later',
  processing_failed: 'Direct debit •••• 3001: fails a day later',
  action_ok: 'Mastercard •••• 3155: asks for a confirmation',
  too_small: 'Mastercard •••• 4444: takes no amount this small',
  network: 'American Express •••• 0005: pays at the third attempt',
};

const METHOD_PREFIX = 'sandbox_';

/** How often the method `network` fails before it works. */
const NETWORK_FAILURES = 2;

export function isSandboxWord(text: string): text is SandboxWord {
  return (SANDBOX_WORDS as readonly string[]).includes(text);
}

/** The method of a word, as the sandbox describes it. */
export function sandboxMethod(
  word: SandboxWord,
  describedAt: Date,
): { readonly providerMethodId: string; readonly description: MethodDescription } {
  return {
    providerMethodId: `${METHOD_PREFIX}${word}`,
    description: { ...SANDBOX_DETAILS[word], describedAt },
  };
}

/** The word of a method; null for a text that is none of ours. */
export function wordOfMethod(providerMethodId: string): SandboxWord | null {
  const word = providerMethodId.slice(METHOD_PREFIX.length);
  return providerMethodId.startsWith(METHOD_PREFIX) && isSandboxWord(word) ? word : null;
}

export function sandboxPaymentId(paymentId: string): string {
  return `sandbox_pay_${paymentId}`;
}

/** The refusal of the card that is declined. */
export const SANDBOX_DECLINE = { message: 'Your card was declined.', errorCode: 'card_declined' } as const;

/** The outcome of a payment that is processed for a day, by its method; null if the method settles at once. */
export function laterOutcome(providerMethodId: string): 'succeeded' | 'failed' | null {
  const word = wordOfMethod(providerMethodId);
  if (word === 'processing_ok') return 'succeeded';
  return word === 'processing_failed' ? 'failed' : null;
}

/**
 * A provider within this server, which moves no money: without network, and with outcomes that only depend on the method.
 * Source: payment-providers.md §9.
 */
export class SandboxProvider implements PaymentProvider {
  readonly type = 'sandbox';
  readonly abilities = {
    hasPaymentPages: true,
    hasCheckoutPages: true,
    chargesMethods: true,
    holdsAmounts: true,
    isSimulated: true,
  };
  readonly secretNames = [];
  readonly settingNames = [];
  readonly messageAnswer = null;

  constructor(private readonly pages: SandboxPages) {}

  registerCallback(): Promise<Readonly<Record<string, string>>> {
    return Promise.resolve({});
  }

  createCustomer(): Promise<string> {
    return Promise.resolve('ok');
  }

  updateCustomer(): Promise<void> {
    return Promise.resolve();
  }

  /** Each call makes a new link. Source: payment-providers.md §5. */
  checkoutUrl({ organizationId }: ProviderConnection, { id }: Customer): Promise<string> {
    return this.pages.urlOf({ organizationId, page: 'checkout', id, link: newId() });
  }

  setDefaultMethod(): Promise<void> {
    return Promise.resolve();
  }

  describeMethod(_: ProviderConnection, providerMethodId: string): Promise<MethodDetails> {
    const word = wordOfMethod(providerMethodId);
    if (word === null) throw unknownMethod(providerMethodId);
    return Promise.resolve(SANDBOX_DETAILS[word]);
  }

  async createPayment({ organizationId }: ProviderConnection, charge: Charge): Promise<PaymentState> {
    const { paymentId, providerMethodId, attempt } = charge;
    const providerPaymentId = sandboxPaymentId(paymentId);
    const settled = { providerPaymentId, nextAction: null, error: null };
    switch (wordOfMethod(providerMethodId)) {
      case 'ok':
        return { ...settled, providerStatus: 'succeeded', status: 'succeeded' };
      case 'processing_ok':
      case 'processing_failed':
        return { ...settled, providerStatus: 'processing', status: 'processing' };
      case 'action_ok': {
        const url = await this.pages.urlOf({ organizationId, page: 'action', id: paymentId, link: null });
        const nextAction = { type: 'redirect_to_url', redirect_to_url: { url } };
        return { ...settled, providerStatus: 'requires_action', status: 'processing', nextAction };
      }
      case 'too_small':
        throw new ProviderRefusal('amount_too_small', 'amount_too_small', 'The amount is too small.');
      case 'network':
        if (attempt <= NETWORK_FAILURES)
          throw new ProviderRefusal('retriable', 'network', 'The sandbox did not answer.');
        return { ...settled, providerStatus: 'succeeded', status: 'succeeded' };
      case 'declined':
        throw new ProviderRefusal('declined', SANDBOX_DECLINE.errorCode, SANDBOX_DECLINE.message);
      case null:
        throw unknownMethod(providerMethodId);
    }
  }

  /** Nothing is asked of the payer, who is not there, and a direct debit holds nothing. */
  async holdAmount(connection: ProviderConnection, { holdId, ...hold }: Hold): Promise<string> {
    const { status, providerPaymentId, providerStatus } = await this.createPayment(connection, {
      ...hold,
      paymentId: holdId,
      metadata: {},
      isPayerPresent: false,
    });
    if (status === 'succeeded') return providerPaymentId;
    throw new ProviderRefusal(
      'declined',
      providerStatus,
      'The sandbox does not hold amounts on this method.',
    );
  }

  releaseHold(): Promise<void> {
    return Promise.resolve();
  }

  /** It moves no money: what was not recorded has left nothing here. */
  findPayment(): Promise<null> {
    return Promise.resolve(null);
  }

  madePayments(): Promise<MadePayment[]> {
    return Promise.resolve([]);
  }

  madeRefunds(): Promise<MadeRefund[]> {
    return Promise.resolve([]);
  }

  async paymentUrl(
    { organizationId }: ProviderConnection,
    { linkId }: PaymentPage,
  ): Promise<{ url: string; sessionId: string }> {
    const url = await this.pages.urlOf({ organizationId, page: 'pay', id: linkId, link: null });
    return { url, sessionId: linkId };
  }

  /** The page shows by itself that it is closed. */
  expirePaymentUrl(): Promise<void> {
    return Promise.resolve();
  }

  refund(_: ProviderConnection, { refundId, providerMethodId }: Refund): Promise<RefundState> {
    const fails = providerMethodId !== null && laterOutcome(providerMethodId) === 'succeeded';
    return Promise.resolve({
      providerRefundId: `sandbox_refund_${refundId}`,
      status: fails ? 'failed' : 'succeeded',
      error: fails ? { message: 'The refund was refused.', errorCode: 'refund_refused' } : null,
    });
  }

  /** It sends no messages. */
  readMessage(): null {
    return null;
  }

  eventsIn(): Promise<ProviderEvent[]> {
    return Promise.resolve([]);
  }
}

function unknownMethod(providerMethodId: string): ProviderRefusal {
  return new ProviderRefusal('declined', 'resource_missing', `No such method: ${providerMethodId}`);
}
