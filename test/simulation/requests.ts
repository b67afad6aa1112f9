// Translates actions into REST requests.
import { randomUUID } from 'node:crypto';
import { ExactNumber } from '../../src/core/money/exact-number.js';
import type { Resource } from '../support/builders.js';
import type { Client, RestAnswer, RestOptions } from '../support/client.js';
import { couponName, decimal, planName, SERVICE, thresholdsOf } from './catalog.js';
import {
  type Action,
  type ActionKind,
  type FeeChange,
  LONGEST_AGO_DAYS,
  type OwnTerms,
  type UseSpec,
  type WalletSpec,
} from './actions.js';
import { externalIdReuseCall } from './external-id-reuse.js';
import { previewRequest } from './previews.js';

export type Call = () => Promise<RestAnswer>;

export const CUSTOMER = 'customer';
export const DAY_MS = 86_400_000;

/** The time of an event: half a second off all other instants, so that no event lies on a boundary by chance. */
export function happenedAt(now: number, secondsAgo: number): number {
  return now - secondsAgo * 1_000 - 500;
}

export function nameOf(chain: number): string {
  return `chain-${chain}`;
}

export function isoOf(at: number): string {
  return new Date(at).toISOString();
}

/** Identifies an invoice across organizations. */
export interface InvoiceName {
  readonly at: string;
  /** The subscriptions on the invoice, each with its invoicing reason. */
  readonly parts: readonly string[];
  /** The names of its fees. */
  readonly fees: readonly string[];
  readonly number: string;
}

/** A call, and the invoice that it refers to, if any. */
export interface Request {
  readonly call: Call;
  /** The same request as a new one. */
  readonly again?: Call;
  readonly invoice?: InvoiceName;
}

/** Null: the history has no object for the action. */
type Made = Request | null;

/** Translates actions into calls. Repeating a call has no further effect. */
export class Requests {
  private events = 0;

  constructor(private readonly client: Client) {}

  async of(action: Action, now: number): Promise<Made> {
    const make = this.makers[action.kind] as (action: Action, now: number) => Made | Promise<Made>;
    return make(action, now);
  }

  private readonly makers: {
    readonly [Kind in ActionKind]: (action: Action<Kind>, now: number) => Made | Promise<Made>;
  } = {
    subscribe: (action, now) => this.post('/subscriptions', { subscription: subscriptionOf(action, now) }),
    gatedSubscribe: ({ chain, plan, timeoutHours: timeout_hours }) =>
      this.post('/subscriptions', {
        subscription: {
          external_customer_id: CUSTOMER,
          external_id: nameOf(chain),
          plan_code: planName(plan),
          activation_rules: [{ type: 'payment', timeout_hours }],
        },
      }),
    activate: async ({ chain, isPaid }) => {
      const path = `/subscriptions/${nameOf(chain)}?status=incomplete`;
      const { status, body } = await this.client.get(path);
      if (status !== 200) return null;
      const [{ svc_invoice_id: invoice_id, due_amount_cents: amount_cents }] =
        body.subscription.activation_rules;
      return isPaid
        ? this.post('/payments', { payment: { invoice_id, amount_cents, reference: 'start' } })
        : this.put(`/invoices/${invoice_id}`, { invoice: { payment_status: 'failed' } });
    },
    terminate: ({ chain, invoiced, unused }) => {
      const invoice = invoiced ? 'generate' : 'skip';
      const options = `on_termination_credit_note=${unused}&on_termination_invoice=${invoice}`;
      return this.delete(`/subscriptions/${nameOf(chain)}?${options}`);
    },
    cancel: ({ chain }) => this.delete(`/subscriptions/${nameOf(chain)}?status=pending`),
    end: ({ chain, endsIn }, now) => {
      const ending_at = endsIn === null ? null : isoOf(now + endsIn * DAY_MS);
      return this.put(`/subscriptions/${nameOf(chain)}`, { subscription: { ending_at } });
    },
    endOnFirstDay: async ({ chain, secondOfDay, events }) => {
      const path = `/subscriptions/${nameOf(chain)}`;
      const { status, body } = await this.client.get(path);
      if (status !== 200) return null;
      const ending =
        Date.parse(body.subscription.current_billing_period_ending_at) + 1_000 + secondOfDay * 1_000;
      const sent = { events: events.flatMap((use) => this.eventsOf(chain, use, ending)) };
      const subscription = { ending_at: isoOf(ending) };
      let isSent = false;
      return {
        call: async () => {
          const answer = isSent ? null : await this.client.post('/events/batch', sent);
          if (answer !== null && answer.status >= 500) return answer;
          isSent = true;
          return this.client.put(path, { subscription });
        },
      };
    },
    reuseExternalId: ({ chain, events }, now) => ({
      call: externalIdReuseCall(this.client, {
        externalId: nameOf(chain),
        from: isoOf(now - LONGEST_AGO_DAYS * DAY_MS - DAY_MS),
        now: isoOf(now),
        events: events.flatMap((use) => this.eventsOf(chain, use, now)),
      }),
    }),
    use: ({ chain, events }, now) => {
      const sent = { events: events.flatMap((use) => this.eventsOf(chain, use, now)) };
      return { ...this.post('/events/batch', sent), again: () => this.client.post('/events/batch', sent) };
    },

    reprice: ({ plan, amountCents: amount_cents, cascades: cascade_updates }) =>
      this.put(`/plans/${planName(plan)}`, { plan: { amount_cents, cascade_updates } }),
    retariff: ({ plan, metric, price, cascades: cascade_updates }) =>
      this.put(`/plans/${planName(plan)}/charges/${metric}`, {
        charge: { properties: { amount: decimal(price) }, cascade_updates },
      }),
    resize: ({ plan, units, atOnce: apply_units_immediately, cascades: cascade_updates }) =>
      this.put(`/plans/${planName(plan)}/fixed_charges/seats`, {
        fixed_charge: { units, apply_units_immediately, cascade_updates },
      }),
    describe: ({ plan, name, taxes, cascades: cascade_updates }) =>
      this.put(`/plans/${planName(plan)}`, {
        plan: { name: `Name ${name}`, tax_codes: taxes, cascade_updates },
      }),
    commit: ({ plan, cents, cascades: cascade_updates }) =>
      this.put(`/plans/${planName(plan)}`, {
        plan: { minimum_commitment: cents === 0 ? {} : { amount_cents: cents }, cascade_updates },
      }),

    override: ({ chain, own, isForeign }) => {
      const plan_overrides = { ...overridesOf(own), ...(isForeign ? { amount_currency: 'USD' } : {}) };
      return this.put(`/subscriptions/${nameOf(chain)}`, { subscription: { plan_overrides } });
    },
    retariffOne: ({ chain, metric, price }) =>
      this.put(`/subscriptions/${nameOf(chain)}/charges/${metric}`, {
        charge: { properties: { amount: decimal(price) } },
      }),
    resizeOne: ({ chain, units, atOnce: apply_units_immediately }) =>
      this.put(`/subscriptions/${nameOf(chain)}/fixed_charges/seats`, {
        fixed_charge: { units, apply_units_immediately },
      }),

    setThresholds: ({ plan, thresholds }) =>
      this.put(`/plans/${planName(plan)}`, { plan: { usage_thresholds: thresholdsOf(thresholds) } }),
    setOwnThresholds: ({ chain, thresholds }) =>
      this.put(`/subscriptions/${nameOf(chain)}`, {
        subscription: { usage_thresholds: thresholdsOf(thresholds) },
      }),
    billProgressively: ({ chain, isOn }) =>
      this.put(`/subscriptions/${nameOf(chain)}`, { subscription: { progressive_billing_disabled: !isOn } }),
    importUsage: ({ chain, cents: external_historical_usage_amount_cents }) =>
      this.put(`/subscriptions/${nameOf(chain)}/lifetime_usage`, {
        lifetime_usage: { external_historical_usage_amount_cents },
      }),

    strike: ({ plan, metric }) => this.delete(`/plans/${planName(plan)}/charges/${metric}`),
    unmeter: ({ metric }) => this.delete(`/billable_metrics/${metric}`),
    unseat: () => this.delete('/add_ons/seats'),
    untax: ({ tax }) => this.delete(`/taxes/${tax}`),
    withdraw: ({ plan }) => this.delete(`/plans/${planName(plan)}`),

    grace: ({ days: invoice_grace_period }) =>
      this.post('/customers', {
        customer: { external_id: CUSTOMER, billing_configuration: { invoice_grace_period } },
      }),
    relocate: ({ timezone }) => this.post('/customers', { customer: { external_id: CUSTOMER, timezone } }),
    refresh: async ({ place }) =>
      this.withInvoice(place, isDraft, ({ svc_id }) => this.putOnce(`/invoices/${svc_id}/refresh`)),
    finalize: async () =>
      this.withInvoice(0, isDraft, ({ svc_id }) => this.putOnce(`/invoices/${svc_id}/finalize`)),
    discard: async ({ place }) =>
      this.withInvoice(place, isDraft, ({ svc_id }) => this.deleteOnce(`/invoices/${svc_id}`)),
    pay: async ({ place, share }) =>
      this.withInvoice(place, isDue, ({ svc_id: invoice_id, total_due_amount_cents: due }) => {
        const payment = { invoice_id, amount_cents: Math.ceil(due * share), reference: 'paid' };
        return this.postOnce('/payments', { payment });
      }),
    credit: async ({ place, share, as }) =>
      this.withInvoice(place, isIssued, (invoice) => this.creditCall(invoice, share, as)),
    voidCredit: async ({ place }) => {
      const path = `/credit_notes?external_customer_id=${CUSTOMER}&per_page=100`;
      const notes: Resource[] = (await this.client.get(path)).body.credit_notes ?? [];
      const progressive = (await this.allInvoices()).filter(isProgressive).map(({ svc_id }) => svc_id);
      // The ledger does not see when a credit note is voided, which matters to those of progressive invoices.
      const isMeant = ({ balance_amount_cents: balance, svc_invoice_id: invoiceId }: Resource) =>
        balance > 0 && !progressive.includes(invoiceId);
      const note = chosen(notes, place, isMeant);
      return note === null ? null : this.put(`/credit_notes/${note.svc_id}/void`, undefined);
    },
    void: async ({ place, noteShare }) =>
      this.withInvoice(place, isFinal, ({ svc_id, total_amount_cents: cents }) => {
        const note = { generate_credit_note: true, credit_amount: Math.floor(cents * (noteShare ?? 0)) };
        return this.postOnce(`/invoices/${svc_id}/void`, noteShare === null ? undefined : note);
      }),
    regenerate: async ({ place, change }) => {
      const hasDrafts = (await this.allInvoices()).some(isDraft);
      // The ledger does not see what drafts are credited for a progressive invoice, which is what another one is not.
      const isMeant = (invoice: Resource) => isVoided(invoice) && !(hasDrafts && isProgressive(invoice));
      return this.withInvoice(place, isMeant, (invoice) => this.regenerationCall(invoice, change));
    },
    billOnce: ({ fees }) =>
      this.post('/invoices', {
        invoice: {
          external_customer_id: CUSTOMER,
          currency: 'EUR',
          fees: fees.map(({ tenths, cents }) => ({
            add_on_code: SERVICE,
            units: tenths / 10,
            unit_amount_cents: cents,
          })),
        },
      }),
    applyCoupon: ({ coupon }) =>
      this.post('/applied_coupons', {
        applied_coupon: { external_customer_id: CUSTOMER, coupon_code: couponName(coupon) },
      }),
    preview: (action) => this.post('/invoices/preview', previewRequest(CUSTOMER, action)),
    dropCoupon: async ({ place }) => {
      const path = `/applied_coupons?external_customer_id=${CUSTOMER}&status=active&per_page=100`;
      const applied: Resource[] = (await this.client.get(path)).body.applied_coupons;
      const dropped = chosen(applied, place, () => true);
      return dropped === null
        ? null
        : this.delete(`/customers/${CUSTOMER}/applied_coupons/${dropped.svc_id}`);
    },
    openWallet: ({ wallet, spec }, now) =>
      this.post('/wallets', { wallet: { code: walletName(wallet), ...walletOf(spec, now) } }),
    closeWallet: async ({ wallet }) => {
      const open = await this.openWallet(wallet);
      return open === null ? null : this.delete(`/wallets/${open.svc_id}`);
    },
    book: async ({ wallet, granted, paid, voided, priority, isPaidFirst }) => {
      const open = await this.openWallet(wallet);
      if (open === null) return null;
      return this.post('/wallet_transactions', {
        wallet_transaction: {
          wallet_id: open.svc_id,
          granted_credits: hundredths(granted),
          paid_credits: hundredths(paid),
          voided_credits: hundredths(voided),
          priority,
          invoice_requires_successful_payment: isPaidFirst,
        },
      });
    },
    settle: async ({ place, isPaid }) => {
      const purchases = await this.purchases();
      // What has failed may be paid later, but does not fail again.
      const isMeant = ({ status }: Resource) => status === 'pending' || (isPaid && status === 'failed');
      const purchase = chosen(purchases, place, isMeant);
      if (purchase === null) return null;
      const { svc_invoice_id: invoice_id, amount } = purchase;
      if (!isPaid) return this.put(`/invoices/${invoice_id}`, { invoice: { payment_status: 'failed' } });
      // A part may have been paid before, unless the invoice is hidden until it is paid.
      const { body } = await this.client.get(`/invoices/${invoice_id}`);
      const amount_cents = body.invoice?.total_due_amount_cents ?? Math.round(Number(amount) * 100);
      // Credit notes may have settled it.
      if (amount_cents === 0) return null;
      return this.post('/payments', { payment: { invoice_id, amount_cents, reference: 'top-up' } });
    },
  };

  private async wallets(): Promise<Resource[]> {
    return (await this.client.get(`/wallets?external_customer_id=${CUSTOMER}&per_page=100`)).body.wallets;
  }

  private async openWallet(wallet: number): Promise<Resource> {
    const isOpen = ({ code, status }: Resource) => code === walletName(wallet) && status === 'active';
    return (await this.wallets()).find(isOpen) ?? null;
  }

  /** The paid top-ups of all wallets. */
  private async purchases(): Promise<Resource[]> {
    const lists = [];
    for (const { svc_id } of await this.wallets()) {
      const path = `/wallets/${svc_id}/wallet_transactions?transaction_status=purchased&per_page=100`;
      lists.push((await this.client.get(path)).body.wallet_transactions);
    }
    return lists.flat();
  }

  /** Credits a share of every fee, wholly as one of credit, refund or offset. */
  private async creditCall(
    { svc_id, fees, invoice_type }: Resource,
    share: number,
    as: string,
  ): Promise<Call> {
    const items = fees.map((fee: Resource) => ({
      fee_id: fee.svc_id,
      amount_cents: Math.floor(fee.amount_cents * share),
    }));
    const requested = { invoice_id: svc_id, items };
    const estimate = await this.client.post('/credit_notes/estimate', { credit_note: requested });
    if (estimate.status !== 200) return () => Promise.resolve(estimate);
    const { estimated_credit_note: most } = estimate.body;
    const most_cents =
      invoice_type === 'credit' && as !== 'credit'
        ? most[as === 'refund' ? 'max_refundable_amount_cents' : 'max_offsettable_amount_cents']
        : most.max_creditable_amount_cents;
    const credit_note = { ...requested, [`${as}_amount_cents`]: most_cents };
    return this.postOnce('/credit_notes', { credit_note });
  }

  private regenerationCall({ svc_id, fees }: Resource, change: FeeChange | null): Call {
    const fee = change === null ? undefined : inOrderOfNames(fees)[change.fee % fees.length];
    const units = change === null ? '' : (change.tenths / 10).toFixed(1);
    const changed =
      fee === undefined || change === null
        ? []
        : [{ id: fee.svc_id, units, unitAmountCents: String(change.cents) }];
    const input = { voidedInvoiceId: svc_id, fees: changed };
    return async () => {
      const { data, errors, headers } = await this.client.graphql(REGENERATE, { input });
      const status = errors === undefined ? 200 : Number(errors[0]?.extensions?.['status']);
      return { status, headers, body: errors ?? data };
    };
  }

  private async allInvoices(): Promise<Resource[]> {
    const path = `/invoices?external_customer_id=${CUSTOMER}&per_page=100`;
    return (await this.client.get(path)).body.invoices ?? [];
  }

  private async withInvoice(
    place: number,
    isMeant: (invoice: Resource) => boolean,
    callOn: (invoice: Resource) => Call | Promise<Call>,
  ): Promise<Made> {
    const listed = chosen(await this.allInvoices(), place, isMeant);
    if (listed === null) return null;
    const { invoice } = (await this.client.get(`/invoices/${listed.svc_id}`)).body;
    return { call: await callOn(invoice), invoice: nameOfInvoice(invoice) };
  }

  private post(path: string, body: unknown): Request {
    return { call: this.postOnce(path, body) };
  }

  private put(path: string, body: unknown): Request {
    return { call: this.putOnce(path, body) };
  }

  private delete(path: string): Request {
    return { call: this.deleteOnce(path) };
  }

  private postOnce(path: string, body: unknown): Call {
    return once((options) => this.client.post(path, body, options));
  }

  private putOnce(path: string, body?: unknown): Call {
    return once((options) => this.client.put(path, body, options));
  }

  private deleteOnce(path: string): Call {
    return once((options) => this.client.delete(path, options));
  }

  /**
   * The events of a use. A quantity that is odd is sent as the difference of two numbers, of which a double cannot hold the
   * first one (events-ingest.md §1).
   */
  private eventsOf(chain: number, { metric, secondsAgo, amount }: UseSpec, now: number) {
    const isSplit = metric === 'load' && amount % 2 === 1;
    const parts = isSplit
      ? [ExactNumber.read(String(BEYOND_DOUBLES + BigInt(amount))), -Number(BEYOND_DOUBLES)]
      : [amount];
    return parts.map((part) => {
      this.events += 1;
      return {
        transaction_id: `event-${this.events}`,
        external_subscription_id: nameOf(chain),
        code: metric,
        timestamp: String(happenedAt(now, secondsAgo) / 1_000),
        properties: { amount: part },
      };
    });
  }
}

/** From here on a double skips the odd integers. */
const BEYOND_DOUBLES = 2n ** 53n;

function subscriptionOf(action: Action<'subscribe'>, now: number): Record<string, unknown> {
  const startsAt = now + action.startsIn * DAY_MS;
  const endsAt = action.endsIn === null ? null : Math.max(startsAt, now) + action.endsIn * DAY_MS;
  return {
    external_customer_id: CUSTOMER,
    external_id: nameOf(action.chain),
    plan_code: planName(action.plan),
    billing_time: action.anniversary ? 'anniversary' : 'calendar',
    subscription_at: isoOf(startsAt),
    ...(endsAt === null ? {} : { ending_at: isoOf(endsAt) }),
    ...(action.alone ? { consolidate_invoice: false } : {}),
    ...(action.own === null ? {} : { plan_overrides: overridesOf(action.own) }),
  };
}

function overridesOf({ amountCents, commitmentCents }: OwnTerms): Record<string, unknown> {
  const commitment = { minimum_commitment: { amount_cents: commitmentCents } };
  return { amount_cents: amountCents, ...(commitmentCents === null ? {} : commitment) };
}

export function walletName(wallet: number): string {
  return `wallet-${wallet}`;
}

function hundredths(amount: number): string {
  return (amount / 100).toFixed(2);
}

function walletOf(spec: WalletSpec, now: number): Record<string, unknown> {
  const { expiresIn, feeTypes, paysCalls } = spec;
  const limits = { fee_types: feeTypes, billable_metric_codes: paysCalls ? ['calls'] : [] };
  return {
    external_customer_id: CUSTOMER,
    currency: 'EUR',
    rate_amount: hundredths(spec.rateCents),
    priority: spec.priority,
    granted_credits: hundredths(spec.granted),
    paid_credits: hundredths(spec.paid),
    invoice_requires_successful_payment: spec.isPaidFirst,
    ...(expiresIn === null ? {} : { expiration_at: isoOf(now + expiresIn * DAY_MS) }),
    ...(feeTypes === null ? {} : { applies_to: limits }),
  };
}

/** A call that does nothing when it is repeated because its answer was lost, for instance after its commit. */
function once(send: (options: RestOptions) => Promise<RestAnswer>): Call {
  const headers = { 'idempotency-key': randomUUID() };
  return () => send({ headers });
}

/** The record at a place among those that qualify, oldest first; ids grow with time. */
function chosen(all: readonly Resource[], place: number, isMeant: (one: Resource) => boolean): Resource {
  const meant = all.filter(isMeant).toSorted((one, other) => (one.svc_id < other.svc_id ? -1 : 1));
  return meant.length === 0 ? null : meant[place % meant.length];
}

function isDraft({ status }: Resource): boolean {
  return status === 'draft';
}

function isVoided({ status, invoice_type: type }: Resource): boolean {
  return status === 'voided' && type !== 'credit';
}

function isProgressive({ invoice_type: type }: Resource): boolean {
  return type === 'progressive_billing';
}

function isFinal({ status }: Resource): boolean {
  return status === 'finalized';
}

function isIssued({ status, fees_amount_cents: fees }: Resource): boolean {
  return status === 'finalized' && fees > 0;
}

function isDue({ status, total_due_amount_cents: due }: Resource): boolean {
  return status === 'finalized' && due > 0;
}

function nameOfInvoice({ created_at: at, billing_periods: periods, fees, number }: Resource): InvoiceName {
  const parts = periods.map(
    (period: Resource) => `${period.external_subscription_id} ${period.invoicing_reason}`,
  );
  // A closing invoice may have two parts of one subscription, of which a draft gets the second one late.
  return {
    at,
    parts: [...new Set<string>(parts)].toSorted(),
    fees: inOrderOfNames(fees).map(nameOfFee),
    number,
  };
}

function inOrderOfNames(fees: readonly Resource[]): Resource[] {
  return fees.toSorted((one, other) => (nameOfFee(one) < nameOfFee(other) ? -1 : 1));
}

function nameOfFee({ external_subscription_id: of, item, units, amount_cents: cents }: Resource): string {
  const code = item.type === 'subscription' ? '' : item.code;
  return feeName(of, [item.type, code, Number(units), cents]);
}

/** Identifies a fee of an invoice in several organizations; equal fees have the same name. */
export function feeName(subscription: string, fee: readonly unknown[]): string {
  return JSON.stringify([subscription, ...fee]);
}

const REGENERATE = `mutation ($input: RegenerateInvoiceInput!) {
  regenerateInvoice(input: $input) { invoice { id } } }`;
