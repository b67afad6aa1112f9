import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Tx } from '../../platform/db/database.js';
import { queryRows } from '../../platform/db/statements/query-rows.js';
import { refersTo } from '../../platform/db/tables/tenant-keys.js';
import { billingPeriods } from '../invoices/records/invoice.table.js';
import { charges } from '../plans/charges/charge.table.js';
import { subscriptions } from '../subscriptions/records/subscription.table.js';
import { wallets } from '../wallets/records/wallet.table.js';
import { alerts } from './alert.table.js';

const billed = alias(subscriptions, 'billed');

/** What has changed, so that alerts have to be reviewed. Omitted and empty: none. */
export interface ReviewedOwners {
  /** Subscriptions with these external ids. */
  readonly externalSubscriptionIds?: readonly string[];
  /** Subscriptions on these plans. */
  readonly planIds?: readonly string[];
  /** Subscriptions on plans with a charge for this metric, deleted or not. */
  readonly metricId?: string;
  /** Subscriptions that these invoices bill. */
  readonly invoiceIds?: readonly string[];
  /** Wallets of these customers: what happens to one changes the ongoing balances of the others. */
  readonly walletsOf?: readonly string[];
}

interface WatchedAlert {
  readonly id: string;
  readonly customerId: string;
}

export const watchedAlertRepository = {
  /** The alerts of active subscriptions and wallets to which something has happened, with the customers of these. */
  async find(tx: Tx, organizationId: string, owners: ReviewedOwners): Promise<WatchedAlert[]> {
    // A union: with `or`, Postgres would compare all alerts of the organization with each condition.
    const parts = [
      ...namedSubscriptions(tx, organizationId, owners).map((named) =>
        ofSubscriptions(tx, organizationId, named),
      ),
      ...ofWallets(tx, organizationId, owners),
    ];
    if (parts.length === 0) return [];
    return queryRows(tx, sql`select * from (${sql.join(parts, sql` union `)}) as watched`);
  },
};

/** Conditions on subscriptions, of which any is enough. */
function namedSubscriptions(
  tx: Tx,
  organizationId: string,
  { externalSubscriptionIds, planIds, metricId, invoiceIds }: ReviewedOwners,
): SQL[] {
  const named: SQL[] = [];
  if (isGiven(externalSubscriptionIds))
    named.push(isOneOf(subscriptions.externalId, externalSubscriptionIds));
  if (isGiven(planIds)) named.push(isOneOf(subscriptions.planId, planIds));
  if (metricId !== undefined) {
    const charged = tx
      .select({ planId: charges.planId })
      .from(charges)
      .where(and(eq(charges.organizationId, organizationId), eq(charges.billableMetricId, metricId)));
    named.push(isOneOf(subscriptions.planId, charged));
  }
  if (isGiven(invoiceIds)) {
    // The subscription that an invoice bills may have ended, and another one have its external id.
    const billedIds = tx
      .select({ externalId: billed.externalId })
      .from(billingPeriods)
      .innerJoin(billed, refersTo(billingPeriods.subscriptionId, billed))
      .where(
        and(eq(billingPeriods.organizationId, organizationId), isOneOf(billingPeriods.invoiceId, invoiceIds)),
      );
    named.push(isOneOf(subscriptions.externalId, billedIds));
  }
  return named;
}

function ofSubscriptions(tx: Tx, organizationId: string, named: SQL): SQL {
  const found = tx
    .select({ id: alerts.id, customerId: sql`${subscriptions.customerId}`.as('customerId') })
    .from(alerts)
    .innerJoin(
      subscriptions,
      and(
        eq(subscriptions.organizationId, alerts.organizationId),
        eq(subscriptions.externalId, alerts.externalSubscriptionId),
        eq(subscriptions.status, 'active'),
      ),
    )
    .where(and(eq(alerts.organizationId, organizationId), named));
  return sql`${found}`;
}

function ofWallets(tx: Tx, organizationId: string, { walletsOf }: ReviewedOwners): SQL[] {
  if (!isGiven(walletsOf)) return [];
  const found = tx
    .select({ id: alerts.id, customerId: sql`${wallets.customerId}`.as('customerId') })
    .from(alerts)
    .innerJoin(
      wallets,
      and(
        eq(wallets.organizationId, alerts.organizationId),
        eq(wallets.id, alerts.walletId),
        eq(wallets.status, 'active'),
      ),
    )
    .where(and(eq(alerts.organizationId, organizationId), isOneOf(wallets.customerId, walletsOf)));
  return [sql`${found}`];
}

function isGiven(names: readonly string[] | undefined): names is readonly string[] {
  return names !== undefined && names.length > 0;
}
