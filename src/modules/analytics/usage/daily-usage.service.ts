import { localDate, startOfLocalDay } from '../../../core/time/calendar.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { willBeRolledBack } from '../../../platform/db/statements/rolled-back-transaction.js';
import { distinct } from '../../../platform/collections/distinct-values.js';
import type { ScheduledWork } from '../../../platform/due-work/due-work-kinds.js';
import { expectPresent } from '../../../platform/expect-present.js';
import { billingSettingsOf } from '../../customers/records/billing-settings.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { BillingEntityService } from '../../billing-entities/records/billing-entity.service.js';
import type { UsedSubscription } from '../../usage/usage.changes.js';
import { DAILY_USAGE_WORK, type DailyUsageWorkKind } from './daily-usage-work.js';
import { dailyUsageRepository, type InvoicedCharge } from './daily-usage.repository.js';
import type { DailyUsage } from './daily-usage.table.js';

/** The usage of a charge in a window at the end of a day. */
export type WindowUsage = Omit<DailyUsage, 'organizationId' | 'isInvoiced'>;

/** Keeps the usage of each day, which the usage report adds up. Source: analytics.md §6; docs/adr/0087. */
export class DailyUsageService {
  constructor(private readonly dependencies: { readonly billingEntities: BillingEntityService }) {}

  /** Has the usage of subscriptions read when their local days end. */
  async request(tx: Tx, actor: Actor, used: readonly UsedSubscription[]): Promise<void> {
    if (used.length === 0 || willBeRolledBack()) return;
    const { billingEntities } = this.dependencies;
    const entityOf = ({ subscription, customer }: UsedSubscription) =>
      subscription.billingEntityId ?? customer.billingEntityId;
    const entities = await billingEntities.getManyWithArchived(tx, actor, distinct(used.map(entityOf)));
    const works = used.map((each) => {
      const entityId = entityOf(each);
      const entity = expectPresent(entities.get(entityId), `billing entity ${entityId}`);
      const { timezone } = billingSettingsOf(each.customer, entity);
      const dueAt = startOfLocalDay(localDate(each.now, timezone).add({ days: 1 }), timezone);
      return {
        kind: 'usage_day',
        subjectId: each.subscription.id,
        customerId: each.customer.id,
        testClockId: each.customer.testClockId,
        dueAt,
      } as const;
    });
    await this.schedule(tx, actor, works);
  }

  /** Schedules the reading of usage, or moves it to an earlier instant. */
  schedule(tx: Tx, actor: Actor, works: readonly ScheduledWork<DailyUsageWorkKind>[]): Promise<void> {
    return DAILY_USAGE_WORK.scheduleAtLatest(tx, actor, works);
  }

  /**
   * Records the usage of windows at the ends of days.
   * @returns the subscriptions for which a day has usage.
   */
  record(tx: Tx, { organizationId }: Actor, usages: readonly WindowUsage[]): Promise<Set<string>> {
    const totals = usages.map((usage) => ({ ...usage, organizationId, isInvoiced: false }));
    return dailyUsageRepository.record(tx, totals);
  }

  /** Has the days of the windows that final invoices bill add up to their fees. */
  async correct(tx: Tx, { organizationId }: Actor, finalized: readonly Invoice[]): Promise<void> {
    const ofUsage = finalized.filter(({ invoiceType }) => invoiceType === 'subscription');
    if (ofUsage.length === 0 || willBeRolledBack()) return;
    const ids = ofUsage.map(({ id }) => id);
    await dailyUsageRepository.correct(tx, organizationId, ids);
  }

  /** The charges whose windows, from an instant on, have been invoiced. */
  invoicedCharges(
    db: Db,
    { organizationId }: Actor,
    of: { readonly subscriptionIds: readonly string[]; readonly from: Date },
  ): Promise<InvoicedCharge[]> {
    return dailyUsageRepository.invoicedCharges(db, organizationId, of);
  }

  /** Deletes the days of customers that are deleted with their test clock. */
  removeCustomers(tx: Tx, { organizationId }: Actor, customerIds: readonly string[]): Promise<void> {
    return dailyUsageRepository.deleteOfCustomers(tx, organizationId, customerIds);
  }
}
