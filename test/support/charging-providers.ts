import { unique } from './builders.js';
import { GocardlessStandIn } from './gocardless-stand-in.js';
import { StripeStandIn } from './stripe-stand-in.js';

/** A message of a provider, as it is posted to the server. */
export interface PostedMessage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A charge that the provider was asked for. */
interface AskedCharge {
  readonly amountCents: number;
  readonly chargeReference: string | undefined;
}

/** Members of a payment at the provider, in its own words. */
type MadeResource = Readonly<Record<string, unknown>> & { readonly id: string };

/** The stand-in of a payment provider, as tests that concern all providers see it. */
export interface ChargingProvider {
  readonly type: 'stripe' | 'gocardless';
  readonly standIn: StripeStandIn | GocardlessStandIn;
  /** The input of a connection with it. */
  readonly settings: object;
  /** The statuses of a payment that has failed, and of one that has no outcome yet. */
  readonly failed: string;
  readonly processed: string;
  /** The message that a customer of the provider can be charged from now on. */
  methodAdded(providerCustomerId: string): PostedMessage;
  charges(): AskedCharge[];
  /** The lists of payments that were read. */
  reads(): number;
  /** What it has made, the most recent first. */
  payments(): MadeResource[];
  refunds(): MadeResource[];
  /** Changes a payment. */
  change(id: string, members: Readonly<Record<string, unknown>>): void;
  /** Dates a payment. */
  createdAt(id: string, at: Date): void;
}

export async function startStripe(): Promise<ChargingProvider> {
  const standIn = await StripeStandIn.start();
  const charges = (method: string) =>
    standIn.callsTo('/v1/payment_intents').filter((call) => call.method === method);
  const change = (id: string, members: Readonly<Record<string, unknown>>): void => {
    Object.assign(standIn.intents.find((intent) => intent['id'] === id) ?? {}, members);
  };
  return {
    type: 'stripe',
    standIn,
    settings: { stripe: { secretKey: 'sk_test_right' } },
    failed: 'requires_payment_method',
    processed: 'processing',
    methodAdded: (customer) => {
      const intent = { id: unique('seti'), customer, payment_method: 'pm_card' };
      const { body, signature } = standIn.event('setup_intent.succeeded', intent);
      return { body, headers: { 'stripe-signature': signature } };
    },
    charges: () =>
      charges('POST').map(({ fields }) => ({
        amountCents: Number(fields['amount']),
        chargeReference: fields['metadata[svc_charge_reference]'],
      })),
    reads: () => charges('GET').length,
    payments: () => standIn.intents.map((intent) => ({ ...intent, id: String(intent['id']) })),
    refunds: () => standIn.refunds.map((refund) => ({ ...refund, id: String(refund['id']) })),
    change,
    createdAt: (id, at) => {
      change(id, { created: Math.floor(at.getTime() / 1_000) });
    },
  };
}

/** Its payments and refunds are paid at once, as if the days of a direct debit had passed. */
export async function startGocardless(): Promise<ChargingProvider> {
  const standIn = await GocardlessStandIn.start();
  standIn.firstStatuses = { payments: 'paid_out', refunds: 'paid' };
  return {
    type: 'gocardless',
    standIn,
    settings: { gocardless: { accessToken: 'token_right', webhookSecret: standIn.webhookSecret } },
    failed: 'failed',
    processed: 'pending_submission',
    methodAdded: (customer) => {
      const mandate = standIn.addMandate(customer);
      const { body, signature } = standIn.message(standIn.event('mandates', 'active', mandate));
      return { body, headers: { 'webhook-signature': signature } };
    },
    charges: () =>
      standIn.callsTo('POST', '/payments').map(({ members }) => ({
        amountCents: Number(members['amount']),
        chargeReference: (members['metadata'] as Record<string, string>)['svc_charge_reference'],
      })),
    reads: () => standIn.callsTo('GET', '/payments').filter(({ path }) => path === '/payments').length,
    payments: () => standIn.all('payments'),
    refunds: () => standIn.all('refunds'),
    change: (id, members) => {
      standIn.change(id, members);
    },
    createdAt: (id, at) => {
      standIn.change(id, { created_at: at.toISOString() });
    },
  };
}
