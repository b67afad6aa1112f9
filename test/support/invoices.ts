import { Big } from '../../src/core/decimal.js';
import { billingSettingsOf } from '../../src/modules/customers/billing-settings.js';
import type { Customer } from '../../src/modules/customers/customer.table.js';
import type { FeeDraft, InvoiceDraft, InvoicePart } from '../../src/modules/invoices/invoice-draft.js';
import type { Invoice } from '../../src/modules/invoices/invoice.table.js';
import type { BillingEntity } from '../../src/modules/organizations/billing-entity.table.js';
import { type Plan, plans } from '../../src/modules/plans/plan.table.js';
import { type Subscription, subscriptions } from '../../src/modules/subscriptions/subscription.table.js';
import type { Tax } from '../../src/modules/taxes/tax.table.js';
import { type Actor, systemActor } from '../../src/platform/actor.js';
import { newId } from '../../src/platform/db/ids.js';
import { createCustomer, unique } from './builders.js';
import type { Client } from './client.js';
import type { TestServer } from './server.js';

/** A subscribed customer, and what invoices of it are made of. */
export interface BilledCustomer {
  readonly server: TestServer;
  readonly actor: Actor;
  readonly customer: Customer;
  readonly billingEntity: BillingEntity;
  readonly subscription: Subscription;
  readonly plan: Plan;
}

/** Midnight of 1 February 2027, UTC: the billing day of January's invoices in these tests. */
export const FEBRUARY = new Date('2027-02-01T00:00:00Z');
const JANUARY = { from: new Date('2027-01-01T00:00:00Z'), to: FEBRUARY };

/** Creates a customer with a subscription. @param over members of the REST customer. */
export async function billedCustomer(
  server: TestServer,
  client: Client,
  over: Record<string, unknown> = {},
): Promise<BilledCustomer> {
  const { svc_id: id } = await createCustomer(client, over);
  const { organizations, customers } = server.app.services;
  const { db } = server.pool;
  const actor = systemActor(client.organizationId, null);
  const customer = await customers.get(db, actor, { id });
  const billingEntity = await organizations.billingEntity(db, actor, customer.billingEntityId);
  const [plan] = await db.insert(plans).values(planRow(actor.organizationId)).returning();
  if (plan === undefined) throw new Error('No plan.');
  const subscription = await subscribe({ server, actor, customer, plan });
  return { server, actor, customer, billingEntity, subscription, plan };
}

/** One more subscription of the customer. */
export async function subscribe({
  server,
  actor,
  customer,
  plan,
}: Pick<BilledCustomer, 'server' | 'actor' | 'customer' | 'plan'>): Promise<Subscription> {
  const [subscription] = await server.pool.db
    .insert(subscriptions)
    .values({
      id: newId(),
      organizationId: actor.organizationId,
      customerId: customer.id,
      planId: plan.id,
      externalId: unique('subscription'),
      status: 'active',
      billingTime: 'calendar',
      subscriptionAt: JANUARY.from,
      startedAt: JANUARY.from,
      createdAt: JANUARY.from,
      updatedAt: JANUARY.from,
    })
    .returning();
  if (subscription === undefined) throw new Error('No subscription.');
  return subscription;
}

function planRow(organizationId: string): typeof plans.$inferInsert {
  return {
    id: newId(),
    organizationId,
    code: unique('plan'),
    name: 'Pro',
    interval: 'monthly',
    amountCents: 1_000n,
    amountCurrency: 'EUR',
    payInAdvance: false,
    createdAt: JANUARY.from,
    updatedAt: JANUARY.from,
  };
}

/** A draft of January's invoice with one part. */
export function draftOf(billed: BilledCustomer, over: Partial<InvoiceDraft> = {}): InvoiceDraft {
  const { customer, billingEntity } = billed;
  return {
    customer,
    billingEntity,
    settings: billingSettingsOf(customer, billingEntity),
    invoiceType: 'subscription',
    currency: 'EUR',
    billedAt: FEBRUARY,
    periodic: true,
    purchaseOrderNumber: null,
    parts: [partOf(billed)],
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
    fees: [feeOf(billed)],
    ...over,
  };
}

/** A subscription fee of 10.00; of `amountCents` when given. */
export function feeOf(
  { subscription, plan }: Pick<BilledCustomer, 'subscription' | 'plan'>,
  over: Partial<FeeDraft> = {},
): FeeDraft {
  const amountCents = over.amountCents ?? 1_000n;
  const amount = new Big(amountCents).div(100);
  return {
    feeType: 'subscription',
    subscriptionId: subscription.id,
    chargeId: null,
    billableMetricId: null,
    item: { code: plan.code, name: plan.name, description: null, displayName: plan.name },
    amountCents,
    preciseAmount: amount,
    units: new Big(1),
    totalAggregatedUnits: null,
    preciseUnitAmount: amount,
    eventsCount: null,
    amountDetails: { plan_amount_cents: Number(plan.amountCents) },
    payInAdvance: false,
    from: JANUARY.from,
    to: JANUARY.to,
    taxes: [],
    ...over,
  };
}

/** A tax of the organization, as a draft carries it. */
export async function taxOf(
  { server, actor }: Pick<BilledCustomer, 'server' | 'actor'>,
  ratePercent: number,
): Promise<Tax> {
  const code = unique(`tax-${ratePercent}`);
  return server.pool.db.transaction((tx) =>
    server.app.services.taxes.create(tx, actor, { code, name: `Tax ${ratePercent}`, rate: ratePercent }),
  );
}

/** Issues a draft in a transaction of its own. */
export function issue({ server, actor }: BilledCustomer, draft: InvoiceDraft): Promise<Invoice | null> {
  return server.pool.db.transaction((tx) => server.app.services.invoices.issue(tx, actor, draft));
}
