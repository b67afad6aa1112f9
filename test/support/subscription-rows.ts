import { eq } from 'drizzle-orm';
import { customers } from '../../src/modules/customers/records/customer.table.js';
import { billingEntities } from '../../src/modules/billing-entities/records/billing-entity.table.js';
import { plans } from '../../src/modules/plans/plan.table.js';
import {
  type Subscription,
  subscriptions,
} from '../../src/modules/subscriptions/records/subscription.table.js';
import type { Pool } from '../../src/platform/db/pool.js';
import { newId } from '../../src/platform/db/tables/ids.js';
import { unique } from './builders.js';

interface SubscriptionRow {
  readonly externalId?: string;
  readonly startedAt: string;
  readonly status?: Subscription['status'];
  readonly terminatedAt?: string;
  readonly testClockId?: string;
}

let customersInserted = 0;

/** Inserts a subscription in any state, with its own customer and plan, bypassing every rule of the API. */
export async function insertSubscription(
  { db }: Pool,
  organizationId: string,
  row: SubscriptionRow,
): Promise<Subscription> {
  const [entity] = await db
    .select()
    .from(billingEntities)
    .where(eq(billingEntities.organizationId, organizationId));
  if (entity === undefined) throw new Error('An organization has a billing entity.');
  const startedAt = new Date(row.startedAt);
  const common = { organizationId, createdAt: startedAt, updatedAt: startedAt };
  const [customerId, planId] = [newId(), newId()];
  customersInserted += 1;
  await db.insert(customers).values({
    ...common,
    id: customerId,
    billingEntityId: entity.id,
    testClockId: row.testClockId ?? null,
    externalId: unique('customer'),
    sequentialId: 1_000_000 + customersInserted,
    slug: `TEST-${customersInserted}`,
  });
  await db.insert(plans).values({
    ...common,
    id: planId,
    code: unique('plan'),
    name: 'Plan',
    interval: 'monthly',
    amountCents: 0n,
    amountCurrency: 'EUR',
    payInAdvance: false,
  });
  const [subscription] = await db
    .insert(subscriptions)
    .values({
      ...common,
      id: newId(),
      customerId,
      planId,
      externalId: row.externalId ?? unique('sub'),
      status: row.status ?? 'active',
      billingTime: 'calendar',
      subscriptionAt: startedAt,
      startedAt,
      usageFrom: startedAt,
      terminatedAt: row.terminatedAt === undefined ? null : new Date(row.terminatedAt),
    })
    .returning();
  if (subscription === undefined) throw new Error('An inserted row is returned.');
  return subscription;
}
