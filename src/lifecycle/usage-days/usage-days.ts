import type { Temporal } from 'temporal-polyfill';
import { currentUsagePeriod } from '../../core/invoicing/subscriptions/billing-windows.js';
import { localDate, startOfLocalDay } from '../../core/time/calendar.js';
import { sum } from '../../core/money/decimal.js';
import { isEmpty, type Period } from '../../core/time/period.js';
import { addUpPriced } from '../../core/usage-reading/breakdown.js';
import type { WindowUsage } from '../../modules/analytics/usage/daily-usage.service.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import type {
  RatedSubscription,
  SubscriptionWindow,
} from '../../modules/usage/current-usage/customer-usage.service.js';
import type { RatedCharge } from '../../modules/usage/rating/rated-charge.js';
import { type Actor, systemActor } from '../../platform/actor.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Tx } from '../../platform/db/database.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { DueWorkHandler } from '../due-work/due-work-engine.js';
import type { UsageDaysNeeds } from './usage-days.needs.js';

/** A local day of a subscription, and the charges window that holds its end. */
interface EndedDay extends SubscriptionWindow {
  readonly day: Temporal.PlainDate;
}

/** What is known of a subscription when a reading falls due. */
interface Reading {
  readonly context: SubscriptionContext;
  /** The day whose usage is read; null: the reading fell due in the middle of one, since the customer's zone has changed. */
  readonly ended: EndedDay | null;
  /** The end of the first day that is read next, if any is. */
  readonly nextAt: Date;
}

/**
 * Reads the usage of subscriptions at the ends of their local days, and records what the days have added. A day is read if
 * events arrived on it, and after a day that had usage; so is the first day of a window to which units are carried.
 * Source: analytics.md §6; docs/adr/0087.
 */
export class UsageDays {
  constructor(
    private readonly needs: Pick<
      UsageDaysNeeds,
      'testClocks' | 'subscriptionContexts' | 'customerUsage' | 'dailyUsage'
    >,
  ) {}

  readonly readDue: DueWorkHandler = async (
    tx,
    actor,
    { subjectIds, dueAt, testClockId, organizationId },
  ) => {
    const { subscriptionContexts, testClocks, dailyUsage } = this.needs;
    // The last instant of the day that ends now.
    const atEnd = systemActor(organizationId, new Date(dueAt.getTime() - 1));
    const contexts = await subscriptionContexts.getMany(tx, atEnd, subjectIds);
    const readings = [...contexts.values()].flatMap((context) => readingOf(context, dueAt) ?? []);
    const ended = readings.flatMap((reading) => reading.ended ?? []);
    const rated = indexBy(await this.rate(tx, atEnd, ended), ({ context }) => context.subscription.id);
    const usages = ended.flatMap((each) => usagesOf(each, rated.get(each.context.subscription.id)));
    const changed = await dailyUsage.record(tx, actor, usages);
    const nows = await testClocks.nows(tx, systemActor(organizationId, null), [testClockId]);
    const now = nows.get(testClockId) ?? dueAt;
    const works = readings.flatMap((reading) => {
      const { subscription, customer } = reading.context;
      const own = rated.get(subscription.id)?.rated ?? [];
      const nextAt = nextReadingAt(reading, {
        isChanged: changed.has(subscription.id),
        carriesUnits: !(own instanceof AppError) && own.some(carriesUnits),
        now,
      });
      if (nextAt === null) return [];
      return [
        {
          kind: 'usage_day',
          subjectId: subscription.id,
          customerId: customer.id,
          testClockId: customer.testClockId,
          dueAt: nextAt,
        } as const,
      ];
    });
    await dailyUsage.schedule(tx, actor, works);
  };

  /** Rates the charges of windows that have not been invoiced. */
  private async rate(tx: Tx, actor: Actor, ended: readonly EndedDay[]): Promise<RatedSubscription[]> {
    if (ended.length === 0) return [];
    const { customerUsage, dailyUsage } = this.needs;
    const subscriptionIds = ended.map(({ context }) => context.subscription.id);
    const from = new Date(Math.min(...ended.map(({ window }) => window.from.getTime())));
    const invoiced = await dailyUsage.invoicedCharges(tx, actor, { subscriptionIds, from });
    const done = new Set(
      invoiced.map(({ subscriptionId, chargeId, windowFrom }) => keyOf(subscriptionId, chargeId, windowFrom)),
    );
    const windows = indexBy(ended, ({ context }) => context.subscription.id);
    return customerUsage.usageIn(tx, actor, ended, {
      isRated: ({ subscription: { id } }, { charge }) => {
        const window = windows.get(id)?.window;
        return window === undefined || !done.has(keyOf(id, charge.id, window.from));
      },
    });
  }
}

function keyOf(subscriptionId: string, chargeId: string, windowFrom: Date): string {
  return `${subscriptionId} ${chargeId} ${windowFrom.getTime()}`;
}

/** @returns null for a subscription that has never been active. */
function readingOf(context: SubscriptionContext, dueAt: Date): Reading | null {
  const { subscription, terms, now } = context;
  const { timezone } = terms;
  if (subscription.status === 'terminated' && subscription.terminatedAt !== null) {
    const { terminatedAt } = subscription;
    const last = new Date(Math.min(now.getTime(), terminatedAt.getTime() - 1));
    return { context, ended: endedDay(context, last, terminatedAt), nextAt: dueAt };
  }
  if (subscription.status !== 'active') return null;
  const day = localDate(now, timezone);
  const dayEnd = startOfLocalDay(day.add({ days: 1 }), timezone);
  if (dayEnd.getTime() === dueAt.getTime()) {
    const nextAt = startOfLocalDay(day.add({ days: 2 }), timezone);
    return { context, ended: endedDay(context, now, null), nextAt };
  }
  // The zone has changed. If that has ended the window, its last day is not read again.
  const before = new Date(startOfLocalDay(day, timezone).getTime() - 1);
  const earlier = before < terms.startedAt ? null : endedDay(context, before, null);
  const isOver = earlier !== null && earlier.window.from < currentUsagePeriod(terms, now).from;
  return { context, ended: isOver ? earlier : null, nextAt: dayEnd };
}

/** The day of an instant, and the charges window that holds it. @param endAt where the window ends at the latest. */
function endedDay(context: SubscriptionContext, at: Date, endAt: Date | null): EndedDay | null {
  const period = currentUsagePeriod(context.terms, at);
  const window: Period = {
    from: period.from,
    to: endAt === null || period.to < endAt ? period.to : endAt,
  };
  if (isEmpty(window)) return null;
  return { context, window, day: localDate(at, context.terms.timezone) };
}

function usagesOf({ window, day }: EndedDay, rated: RatedSubscription | undefined): WindowUsage[] {
  if (rated === undefined || rated.rated instanceof AppError) return [];
  const { subscription, plan } = rated.context;
  return rated.rated.map(({ charge, metric, buckets }) => {
    const figures = addUpPriced(buckets.map((bucket) => bucket.rated));
    return {
      subscriptionId: subscription.id,
      chargeId: charge.id,
      windowFrom: window.from,
      day: day.toString(),
      billableMetricId: metric.id,
      currency: plan.amountCurrency,
      units: figures.units.toFixed(),
      amountCents: figures.amountCents,
    };
  });
}

/** True if units of a charge are carried to the next window. */
function carriesUnits({ metric, buckets }: RatedCharge): boolean {
  return metric.recurring && !sum(buckets.map(({ rated }) => rated.units)).eq(0);
}

/**
 * When the usage of a subscription is read next, unless events arrive before; null: not before. The day after one with usage
 * is read, since its first events may have been read with the day before.
 */
function nextReadingAt(
  { context, ended, nextAt }: Reading,
  facts: { readonly isChanged: boolean; readonly carriesUnits: boolean; readonly now: Date },
): Date | null {
  if (context.subscription.status !== 'active') return null;
  if (ended === null) return nextAt;
  const { timezone } = context.terms;
  const isLastDay = ended.window.to < nextAt;
  // Late work has not seen what belongs to a later window.
  const isLate = nextAt <= facts.now;
  if (facts.isChanged || isLastDay || isLate) return nextAt;
  if (!facts.carriesUnits) return null;
  return startOfLocalDay(localDate(ended.window.to, timezone).add({ days: 1 }), timezone);
}
