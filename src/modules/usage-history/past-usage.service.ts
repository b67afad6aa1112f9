import { contains, shownEnd } from '../../core/time/period.js';
import type { Actor } from '../../platform/actor.js';
import { groupBy } from '../../platform/collections/grouping.js';
import type { Db } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/tables/ids.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import type { Page } from '../../platform/paging/page.js';
import type { BillableMetricService } from '../billable-metrics/billable-metric.service.js';
import { byMetricName, type ChargeUsage } from '../usage/current-usage/charge-usage.js';
import type { CustomerUsage } from '../usage/current-usage/customer-usage.service.js';
import { requireAmount } from '../usage/events/usage-limits.js';
import { billedChargeUsage } from './billed-charge-usage.js';
import {
  type BilledFee,
  type BilledUsage,
  type PastUsageQuery,
  pastUsageRepository,
} from './past-usage.repository.js';

export interface PastUsageQuestion extends PastUsageQuery {
  /** Only charges on this metric; null: all. */
  readonly billableMetricCode: string | null;
}

/** Reads the usage of billed periods from their fees. Source: current-usage.md §2. */
export class PastUsageService {
  constructor(private readonly billableMetrics: BillableMetricService) {}

  /**
   * The billed periods of all subscriptions that had the external id, latest first; empty for an unknown customer.
   * @throws AppError `validation_errors`, `billable_metric_not_found`.
   */
  async list(db: Db, actor: Actor, question: PastUsageQuestion): Promise<Page<CustomerUsage>> {
    const { billableMetricCode: code, ...requested } = question;
    const metric = code === null ? null : await this.billableMetrics.get(db, actor, { code });
    const page = await pastUsageRepository.list(db, actor.organizationId, checked(requested));
    const fees = await pastUsageRepository.findFees(db, actor.organizationId, {
      invoiceIds: page.rows.map(({ invoiceId }) => invoiceId),
      subscriptionIds: [...new Set(page.rows.map(({ subscriptionId }) => subscriptionId))],
      billableMetricId: metric?.id ?? null,
    });
    const byInvoice = groupBy(fees, ({ fee }) => fee.invoiceId ?? '');
    return page.map((billed) => pastUsage(billed, byInvoice.get(billed.invoiceId) ?? []));
  }
}

/** @throws AppError `validation_errors`. */
function checked(query: PastUsageQuery): PastUsageQuery {
  const { customer, externalSubscriptionId, periodsCount } = query;
  const errors = new FieldErrors();
  if (externalSubscriptionId === '') errors.add('externalSubscriptionId', 'value_is_mandatory');
  if (periodsCount !== null && periodsCount < 1) errors.add('periodsCount', 'value_is_out_of_range');
  errors.throwIfAny();
  // A text that is not an id matches no customer.
  return { ...query, customer: 'id' in customer && !isUuid(customer.id) ? { externalId: '' } : customer };
}

/** @param fees of its invoice, for any subscription. */
function pastUsage(billed: BilledUsage, fees: readonly BilledFee[]): CustomerUsage {
  const { feesAmountCents: amountCents, taxesAmountCents, currency } = billed;
  const totalAmountCents = amountCents + taxesAmountCents;
  requireAmount(totalAmountCents);
  return {
    from: billed.from,
    to: shownEnd(billed),
    issuingDate: billed.issuingDate,
    invoiceId: billed.isIssued ? billed.invoiceId : null,
    currency,
    amountCents,
    taxesAmountCents,
    totalAmountCents,
    chargesUsage: chargesUsage(
      fees.filter(({ fee }) => fee.subscriptionId === billed.subscriptionId && isUsageOf(billed, fee)),
      currency,
    ),
  };
}

function chargesUsage(fees: readonly BilledFee[], amountCurrency: string): ChargeUsage[] {
  const ofCharges = Map.groupBy(fees, ({ charge }) => charge.id);
  const usages = [...ofCharges.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const billed = billedChargeUsage(
      first.charge,
      first.metric,
      own.map(({ fee }) => fee),
    );
    return [{ ...billed, amountCurrency }];
  });
  return usages.toSorted(byMetricName);
}

/** False for a fee in arrears of another window: a closing invoice may bill two of one subscription (periods.md §11). */
function isUsageOf(billed: BilledUsage, { payInAdvance, fromAt }: BilledFee['fee']): boolean {
  return payInAdvance || fromAt === null || contains(billed, fromAt);
}
