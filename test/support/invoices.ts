import { Big } from '../../src/core/money/decimal.js';
import { billingSettingsOf } from '../../src/modules/customers/records/billing-settings.js';
import type { Customer } from '../../src/modules/customers/records/customer.table.js';
import type { BillableMetric } from '../../src/modules/billable-metrics/billable-metric.table.js';
import type { ChargeSource, PlannedFee } from '../../src/modules/invoices/composing/planned-fee.js';
import type {
  BilledPeriods,
  InvoicePart,
  PlannedInvoice,
} from '../../src/modules/invoices/composing/planned-invoice.js';
import type { Invoice } from '../../src/modules/invoices/records/invoice.table.js';
import type { BillingEntity } from '../../src/modules/billing-entities/records/billing-entity.table.js';
import type { Charge } from '../../src/modules/plans/charges/charge.table.js';
import type { Plan } from '../../src/modules/plans/plan.table.js';
import type { Subscription } from '../../src/modules/subscriptions/records/subscription.table.js';
import type { Tax } from '../../src/modules/taxes/tax.table.js';
import { type Actor, systemActor } from '../../src/platform/actor.js';
import { createCustomer, createMetric, createPlan, subscribe, unique } from './builders.js';
import type { Client } from './client.js';
import type { SharedServer } from './server.js';
import { NO_TAXES } from '../../src/core/taxes/tax.js';

/** A subscribed customer with the records that its invoices refer to. */
export interface BilledCustomer {
  readonly server: SharedServer;
  readonly client: Client;
  readonly actor: Actor;
  readonly customer: Customer;
  readonly billingEntity: BillingEntity;
  readonly subscription: Subscription;
  readonly plan: Plan;
  readonly metric: BillableMetric;
  readonly charges: readonly Charge[];
}

/** Midnight of 1 February 2027, UTC: the billing day of January's invoices in these tests. */
export const FEBRUARY = new Date('2027-02-01T00:00:00Z');
export const JANUARY = { from: new Date('2027-01-01T00:00:00Z'), to: FEBRUARY };

/** Creates a customer with a subscription to a plan of 10.00, with one charge. @param over members of the customer. */
export async function billedCustomer(
  server: SharedServer,
  client: Client,
  over: Record<string, unknown> = {},
): Promise<BilledCustomer> {
  const { svc_id: customerId } = await createCustomer(client, over);
  const { svc_id: metricId } = await createMetric(client, { description: 'Calls answered' });
  const charge = {
    billable_metric_id: metricId,
    charge_model: 'standard',
    properties: { amount: '0.01' },
    invoice_display_name: 'Answered calls',
  };
  const { svc_id: planId } = await createPlan(client, { amount_cents: 1_000, charges: [charge] });
  const { billingEntities, billableMetrics, plans, customers } = server.app.services;
  const { db } = server.pool;
  const actor = systemActor(client.organizationId, null);
  const customer = await customers.get(db, actor, { id: customerId });
  const plan = await plans.get(db, actor, { id: planId });
  return {
    server,
    client,
    actor,
    customer,
    plan,
    billingEntity: await billingEntities.getWithArchived(db, actor, customer.billingEntityId),
    metric: await billableMetrics.get(db, actor, { id: metricId }),
    charges: (await plans.chargesOf(db, actor, [planId])).get(planId) ?? [],
    subscription: await subscribeAgain({ server, client, actor, customer, plan }),
  };
}

/** Adds a subscription of the customer to the same plan. */
export async function subscribeAgain({
  server,
  client,
  actor,
  customer,
  plan,
}: Pick<BilledCustomer, 'server' | 'client' | 'actor' | 'customer' | 'plan'>): Promise<Subscription> {
  const { svc_id: id } = await subscribe(client, { external_id: customer.externalId }, plan);
  return server.app.services.subscriptions.get(server.pool.db, actor, { id });
}

/** Members of a planned invoice, and of what it bills of subscriptions. */
export type PlannedInvoiceMembers = Partial<PlannedInvoice> & Partial<Omit<BilledPeriods, 'kind'>>;

/** January's invoice with one part, before it is issued. */
export function plannedInvoice(
  billed: BilledCustomer,
  { occasion = 'periodic', parts = [partOf(billed)], ...over }: PlannedInvoiceMembers = {},
): PlannedInvoice {
  const { customer, billingEntity } = billed;
  return {
    customer,
    billingEntity,
    settings: billingSettingsOf(customer, billingEntity),
    currency: 'EUR',
    billedAt: FEBRUARY,
    purchaseOrderNumber: null,
    billed: { kind: 'subscription_periods', occasion, parts },
    ...over,
  };
}

export function partOf(billed: BilledCustomer, over: Partial<InvoicePart> = {}): InvoicePart {
  const { subscription, plan } = billed;
  return {
    subscription,
    plan,
    invoicingReason: 'subscription_periodic',
    windows: { subscription: JANUARY, charges: JANUARY, fixedCharges: null },
    occasion: null,
    fees: [feeOf(billed)],
    usageMoments: [],
    standaloneFees: [],
    ...over,
  };
}

/** A planned subscription fee; 10.00 by default. */
export function feeOf(
  { subscription, plan }: Pick<BilledCustomer, 'subscription' | 'plan'>,
  over: Partial<PlannedFee> = {},
): PlannedFee {
  const amountCents = over.amountCents ?? 1_000n;
  const amount = new Big(amountCents).div(100);
  return {
    source: { type: 'subscription', subscriptionId: subscription.id },
    item: { code: plan.code, name: plan.name, description: null, displayName: plan.name },
    amountCents,
    preciseAmount: amount,
    units: new Big(1),
    totalAggregatedUnits: null,
    preciseUnitAmount: amount,
    eventsCount: null,
    amountDetails: { plan_amount_cents: Number(plan.amountCents) },
    payInAdvance: false,
    invoiceable: true,
    from: JANUARY.from,
    to: JANUARY.to,
    taxes: NO_TAXES,
    ...over,
  };
}

/** A planned fee for the plan's charge: one cent per unit. @param over members of its source. */
export function chargeFeeOf(
  billed: BilledCustomer,
  { units, ...members }: { readonly units: number } & Partial<Omit<PlannedFee, 'units' | 'source'>>,
  over: Partial<ChargeSource> = {},
): PlannedFee & { readonly source: ChargeSource } {
  const { metric, charges } = billed;
  const [charge] = charges;
  const fee = feeOf(billed, {
    item: {
      code: metric.code,
      name: metric.name,
      description: metric.description,
      displayName: charge?.invoiceDisplayName ?? metric.name,
    },
    amountCents: BigInt(units),
    units: new Big(units),
    totalAggregatedUnits: new Big(units),
    preciseUnitAmount: new Big('0.01'),
    eventsCount: BigInt(units),
    amountDetails: {},
    ...members,
  });
  return {
    ...fee,
    source: {
      type: 'charge',
      subscriptionId: billed.subscription.id,
      chargeId: charge?.id ?? '',
      billableMetricId: metric.id,
      filter: null,
      groupedBy: {},
      targetWalletCode: null,
      presentationBreakdowns: null,
      pricingUnitDetails: null,
      eventTransactionId: null,
      trueUp: null,
      ...over,
    },
  };
}

/** Creates a tax of the organization. @returns it as planned fees refer to it. */
export async function taxOf(
  { server, actor }: Pick<BilledCustomer, 'server' | 'actor'>,
  ratePercent: number,
): Promise<Tax> {
  const code = unique(`tax-${ratePercent}`);
  return server.pool.db.transaction((tx) =>
    server.app.services.taxes.create(tx, actor, { code, name: `Tax ${ratePercent}`, rate: ratePercent }),
  );
}

/** Issues an invoice in a transaction of its own. */
export function issue({ server, actor }: BilledCustomer, planned: PlannedInvoice): Promise<Invoice | null> {
  return server.pool.db.transaction((tx) => server.app.services.issuing.issue(tx, actor, planned));
}
