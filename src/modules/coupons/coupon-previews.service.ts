import type { Actor } from '../../platform/actor.js';
import type { Clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/db/database.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import type { Customer } from '../customers/records/customer.table.js';
import { appliedCouponRepository } from './applied-coupon.repository.js';
import { type AvailableCoupon, newApplication, terminated } from './applied-coupon.rules.js';
import type { AppliedCouponService } from './applied-coupon.service.js';
import { couponRepository } from './coupon.repository.js';
import { newCoupon, newTerms, reportTerms } from './coupon.rules.js';
import { type Coupon, coupons } from './coupon.table.js';

/** A coupon of the request. What is omitted is that of the coupon with its code, if there is one. */
export interface PreviewedCoupon {
  readonly code: string;
  readonly name?: string | null;
  readonly couponType?: string | null;
  readonly amountCents?: bigint | null;
  readonly amountCurrency?: string | null;
  readonly percentageRate?: string | null;
  readonly frequencyDuration?: number | null;
}

/** The invoice of a preview. */
export interface CouponPreview {
  readonly customer: Customer;
  /** Finds the sold plans of its subscriptions; the first decides on coupons that are limited to plans. */
  readonly planIds: () => Promise<readonly string[]>;
  readonly coupons: readonly PreviewedCoupon[];
}

/**
 * Prepares the coupons of a customer for a preview, which bills in a transaction that is rolled back. Source: coupons.md §7.
 */
export class CouponPreviews {
  constructor(
    private readonly appliedCoupons: AppliedCouponService,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives the customer the coupons of the request, if it has no active one. Ends those for metrics, and those for other plans
   * than the first; coupons for that plan are then for all plans of the preview.
   * @throws AppError `validation_errors` for a coupon that neither exists nor is described.
   */
  async prepare(tx: Tx, actor: Actor, { customer, planIds, coupons: sent }: CouponPreview): Promise<void> {
    const read = async () => {
      const ofCustomers = await this.appliedCoupons.available(tx, actor, [customer.id]);
      return (ofCustomers.get(customer.id) ?? []).filter(({ applied }) => applied.status === 'active');
    };
    let available = await read();
    if (available.length === 0 && sent.length > 0) {
      await this.give(tx, actor, customer, sent);
      available = await read();
    }
    const limited = available.filter(({ limit }) => limit !== null);
    if (limited.length === 0) return;
    const plans = await planIds();
    for (const coupon of limited) await this.adapt(tx, actor, coupon, plans);
  }

  private async give(
    tx: Tx,
    actor: Actor,
    customer: Customer,
    sent: readonly PreviewedCoupon[],
  ): Promise<void> {
    const now = this.clock.now();
    for (const [index, each] of sent.entries()) {
      const known = await couponRepository.find(tx, actor.organizationId, { code: each.code });
      const coupon = described(actor, each, { known, index, now });
      await couponRepository.insert(tx, coupon);
      if (known !== null) await this.copyLimits(tx, known, coupon);
      await appliedCouponRepository.insert(tx, newApplication(coupon, customer, {}, now));
    }
  }

  private async copyLimits(tx: Tx, { id, organizationId }: Coupon, { id: couponId }: Coupon): Promise<void> {
    const limits = await couponRepository.findLimits(tx, organizationId, [id]);
    await couponRepository.replaceLimits(
      tx,
      organizationId,
      couponId,
      limits.map((limit) => ({ ...limit, couponId })),
    );
  }

  private async adapt(
    tx: Tx,
    { organizationId }: Actor,
    { applied, coupon: { id: couponId }, limit }: AvailableCoupon,
    planIds: readonly string[],
  ): Promise<void> {
    const [first = ''] = planIds;
    if (limit?.to !== 'plans' || !limit.ids.has(first)) {
      await appliedCouponRepository.updateAll(tx, [terminated(applied, this.clock.now())]);
      return;
    }
    const limits = [...new Set(planIds)].map((planId) => ({
      organizationId,
      couponId,
      planId,
      billableMetricId: null,
    }));
    await couponRepository.replaceLimits(tx, organizationId, couponId, limits);
  }
}

/**
 * The coupon as it was sent, without members that do not belong to its type. It is none that callers find.
 * @param known the coupon with its code. @throws AppError `validation_errors`.
 */
function described(
  { organizationId }: Actor,
  { code, name, couponType, amountCents, amountCurrency, percentageRate, frequencyDuration }: PreviewedCoupon,
  { known, index, now }: { readonly known: Coupon | null; readonly index: number; readonly now: Date },
): Coupon {
  const sentType = couponType ?? known?.couponType;
  const type = coupons.couponType.enumValues.find((word) => word === sentType);
  const errors = new FieldErrors().forMember(`coupons.${String(index)}`);
  if (type === undefined) errors.add('couponType', 'value_is_invalid');
  const duration = frequencyDuration ?? known?.frequencyDuration ?? null;
  const amount = {
    amountCents: amountCents ?? known?.amountCents ?? null,
    amountCurrency: amountCurrency ?? known?.amountCurrency ?? null,
  };
  const terms = newTerms({
    ...(type === 'fixed_amount'
      ? amount
      : { percentageRate: percentageRate ?? known?.percentageRate ?? null }),
    code: code.trim() === '' ? 'coupon' : code,
    name: name ?? known?.name ?? code,
    couponType: type ?? 'percentage',
    frequency: known?.frequency ?? (duration === null ? 'forever' : 'recurring'),
    frequencyDuration: duration,
    expiration: 'no_expiration',
  });
  if (type !== undefined) reportTerms(errors, terms, {}, now);
  errors.throwIfAny();
  const limitedTo = known?.limitedTo ?? null;
  return { ...newCoupon(terms, { organizationId, limitedTo }, now), deletedAt: now };
}
