import { groupBy, indexBy } from '../../platform/collections/grouping.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import type { Actor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/tables/ids.js';
import { refuseTaken } from '../../platform/db/postgres/postgres-error.js';
import { notAllowed, notFound } from '../../platform/errors/app-error.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import type { BillableMetric } from '../billable-metrics/billable-metric.table.js';
import type { Plan } from '../plans/plan.table.js';
import type { CouponsNeeds } from './coupons.needs.js';
import { appliedCouponRepository } from './applied-coupon.repository.js';
import type { CreateCoupon, SentCouponLimits, UpdateCoupon } from './coupon.input.js';
import { couponRepository } from './coupon.repository.js';
import {
  changedTerms,
  checkTerms,
  editableWhenApplied,
  newCoupon,
  newTerms,
  reportTerms,
} from './coupon.rules.js';
import type { Coupon, CouponLimitRow } from './coupon.table.js';

const refuseTakenCode = refuseTaken('coupons_code', 'code');

/** What a coupon is to be limited to. */
interface RequestedLimits {
  readonly to: NonNullable<Coupon['limitedTo']>;
  readonly ids: readonly string[];
}

/** Reads and changes coupons. Source: coupons.md §1. */
export class CouponService {
  constructor(
    private readonly needs: Pick<
      CouponsNeeds,
      'plans' | 'billableMetrics' | 'clock' | 'jobsDb' | 'snapshots' | 'changes'
    >,
  ) {}

  /** @throws AppError `coupon_not_found`. */
  async get(db: Db, actor: Actor, by: { id: string } | { code: string }): Promise<Coupon> {
    if ('id' in by && !isUuid(by.id)) throw notFound('coupon');
    const coupon = await couponRepository.find(db, actor.organizationId, by);
    if (coupon === null) throw notFound('coupon');
    return coupon;
  }

  /** The coupons with these ids, including deleted ones, since customers keep what was applied. */
  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Coupon>> {
    return indexBy(await couponRepository.findWithDeleted(db, actor.organizationId, ids), ({ id }) => id);
  }

  list(db: Db, actor: Actor, query: ListQuery): Promise<Page<Coupon>> {
    return couponRepository.list(db, actor.organizationId, query);
  }

  /** The plans that coupons are limited to, without deleted ones, by coupon id. */
  async plansOf(db: Db, actor: Actor, couponIds: readonly string[]): Promise<Map<string, Plan[]>> {
    const limits = await couponRepository.findLimits(db, actor.organizationId, couponIds);
    const ids = limits.flatMap(({ planId }) => planId ?? []);
    const plans = await this.needs.plans.getMany(db, actor, ids);
    return ofCoupons(limits, ({ planId }) => plans.get(planId ?? ''));
  }

  /** The metrics that coupons are limited to, without deleted ones, by coupon id. */
  async metricsOf(
    db: Db,
    actor: Actor,
    couponIds: readonly string[],
  ): Promise<Map<string, BillableMetric[]>> {
    const limits = await couponRepository.findLimits(db, actor.organizationId, couponIds);
    const ids = limits.flatMap(({ billableMetricId }) => billableMetricId ?? []);
    const metrics = await this.needs.billableMetrics.getMany(db, actor, ids);
    return ofCoupons(limits, ({ billableMetricId }) => metrics.get(billableMetricId ?? ''));
  }

  /**
   * @throws AppError `validation_errors` (coupons.md §1); `plans_not_found`, `billable_metrics_not_found`; kind
   *   `notAllowed`, `only_one_limitation_type_per_coupon_allowed`.
   */
  async create(tx: Tx, actor: Actor, input: CreateCoupon): Promise<Coupon> {
    const { clock, changes } = this.needs;
    const now = clock.now();
    const terms = newTerms(input);
    checkTerms(terms, input, now);
    const limits = await this.requestedLimits(tx, actor, input.appliesTo ?? {}, null);
    const { organizationId } = actor;
    const coupon = newCoupon(terms, { organizationId, limitedTo: limits?.to ?? null }, now);
    await couponRepository.insert(tx, coupon).catch(refuseTakenCode);
    if (limits !== null) await this.replaceLimits(tx, coupon, limits);
    await changes.announce(tx, actor, { type: 'coupon.created', coupon });
    return coupon;
  }

  /**
   * Changes a coupon. Once it was applied, only its name, description and expiration change; other members are ignored.
   * @throws AppError `coupon_not_found`; as `create`.
   */
  async update(tx: Tx, actor: Actor, { id, ...sent }: UpdateCoupon): Promise<Coupon> {
    const { clock, snapshots, changes } = this.needs;
    const { organizationId } = actor;
    const coupon = await this.lock(tx, actor, id);
    const isApplied = await appliedCouponRepository.isApplied(tx, organizationId, { couponId: id });
    const errors = new FieldErrors();
    const input = isApplied
      ? editableWhenApplied(errors, sent, coupon, await this.limitsOf(tx, actor, id))
      : sent;
    const now = clock.now();
    const terms = changedTerms(coupon, input);
    reportTerms(errors, terms, input, now);
    errors.addOtherValues('', input, { frequencyDuration: terms.frequencyDuration });
    errors.throwIfAny();
    const before = await snapshots.take(tx, actor, 'coupon', coupon);
    const limits = await this.requestedLimits(tx, actor, input.appliesTo ?? {}, coupon.limitedTo);
    const limitedTo = limits === null ? coupon.limitedTo : limits.ids.length === 0 ? null : limits.to;
    const changed: Coupon = { ...coupon, ...terms, limitedTo, updatedAt: now };
    await couponRepository.update(tx, organizationId, id, changed).catch(refuseTakenCode);
    if (limits !== null) await this.replaceLimits(tx, changed, limits);
    await changes.announce(tx, actor, { type: 'coupon.updated', coupon: changed, before });
    return changed;
  }

  /**
   * Soft-deletes a coupon; customers lose what they have of it.
   * @returns the coupon as it was. @throws AppError `coupon_not_found`.
   */
  async delete(tx: Tx, actor: Actor, id: string): Promise<Coupon> {
    const { clock, snapshots, changes } = this.needs;
    const coupon = await this.lock(tx, actor, id);
    const before = await snapshots.take(tx, actor, 'coupon', coupon);
    await couponRepository.update(tx, actor.organizationId, id, { deletedAt: clock.now() });
    await changes.announce(tx, actor, { type: 'coupon.deleted', coupon, before });
    return coupon;
  }

  /**
   * Terminates a coupon before its time: it can no longer be applied, and what customers have of it stays. A coupon that is
   * terminated already stays as it is.
   * @throws AppError `coupon_not_found`.
   */
  async terminate(tx: Tx, actor: Actor, id: string): Promise<Coupon> {
    const { clock, snapshots, changes } = this.needs;
    const coupon = await this.lock(tx, actor, id);
    if (coupon.status === 'terminated') return coupon;
    const before = await snapshots.take(tx, actor, 'coupon', coupon);
    const now = clock.now();
    const terminated: Coupon = { ...coupon, status: 'terminated', terminatedAt: now, updatedAt: now };
    await couponRepository.update(tx, actor.organizationId, id, terminated);
    await changes.announce(tx, actor, { type: 'coupon.updated', coupon: terminated, before });
    return terminated;
  }

  /** Terminates the coupons of all organizations whose time is over. What customers have of them stays. */
  async terminateExpired(): Promise<void> {
    const { jobsDb, clock } = this.needs;
    await jobsDb.transaction((tx) => couponRepository.terminateExpired(tx, clock.now()));
  }

  private async lock(tx: Tx, actor: Actor, id: string): Promise<Coupon> {
    const coupon = isUuid(id) ? await couponRepository.lock(tx, actor.organizationId, id) : null;
    if (coupon === null) throw notFound('coupon');
    return coupon;
  }

  /**
   * What a caller wants a coupon to be limited to; null: what it is limited to already. An empty list removes the limit to
   * records of its kind.
   * @param current what the coupon is limited to.
   */
  private async requestedLimits(
    tx: Tx,
    actor: Actor,
    { planCodes, billableMetricCodes }: SentCouponLimits,
    current: Coupon['limitedTo'],
  ): Promise<RequestedLimits | null> {
    const planIds = await this.planIds(tx, actor, distinct(planCodes));
    const metricIds = await this.metricIds(tx, actor, distinct(billableMetricCodes));
    if (planIds.length > 0 && metricIds.length > 0)
      throw notAllowed('only_one_limitation_type_per_coupon_allowed');
    if (planIds.length > 0) return { to: 'plans', ids: planIds };
    if (metricIds.length > 0) return { to: 'billable_metrics', ids: metricIds };
    const isEmptied = { plans: isEmpty(planCodes), billable_metrics: isEmpty(billableMetricCodes) };
    return current !== null && isEmptied[current] ? { to: current, ids: [] } : null;
  }

  /** The codes that a coupon is limited to, sorted. */
  private async limitsOf(
    tx: Tx,
    actor: Actor,
    id: string,
  ): Promise<{ planCodes: string[]; billableMetricCodes: string[] }> {
    const codes = (of: Map<string, { readonly code: string }[]>) =>
      (of.get(id) ?? []).map(({ code }) => code).sort();
    return {
      planCodes: codes(await this.plansOf(tx, actor, [id])),
      billableMetricCodes: codes(await this.metricsOf(tx, actor, [id])),
    };
  }

  private async planIds(tx: Tx, actor: Actor, codes: readonly string[]): Promise<string[]> {
    if (codes.length === 0) return [];
    const found = await this.needs.plans.findByCodes(tx, actor, codes);
    if (found.length < codes.length) throw notFound('plans');
    return found.map(({ id }) => id);
  }

  private async metricIds(tx: Tx, actor: Actor, codes: readonly string[]): Promise<string[]> {
    if (codes.length === 0) return [];
    const found = await this.needs.billableMetrics.findByCodes(tx, actor, codes);
    if (found.length < codes.length) throw notFound('billable_metrics');
    return found.map(({ id }) => id);
  }

  private async replaceLimits(
    tx: Tx,
    { id: couponId, organizationId }: Coupon,
    { to, ids }: RequestedLimits,
  ): Promise<void> {
    const none = { organizationId, couponId, planId: null, billableMetricId: null };
    const rows = ids.map((id) =>
      to === 'plans' ? { ...none, planId: id } : { ...none, billableMetricId: id },
    );
    await couponRepository.replaceLimits(tx, organizationId, couponId, rows);
  }
}

function distinct(codes: readonly (string | null)[] | null | undefined): string[] {
  return [...new Set((codes ?? []).filter((code) => code !== null))];
}

/** True for a list without codes; false if none was sent. */
function isEmpty(codes: readonly (string | null)[] | null | undefined): boolean {
  return codes !== undefined && codes !== null && distinct(codes).length === 0;
}

/** The records that coupons are limited to, by coupon id; deleted ones are omitted. */
function ofCoupons<Limit extends { readonly deletedAt: Date | null }>(
  limits: readonly CouponLimitRow[],
  limitOf: (limit: CouponLimitRow) => Limit | undefined,
): Map<string, Limit[]> {
  const kept = limits.flatMap((row) => {
    const limit = limitOf(row);
    return limit === undefined || limit.deletedAt !== null ? [] : [{ couponId: row.couponId, limit }];
  });
  const byCoupon = groupBy(kept, ({ couponId }) => couponId);
  return new Map([...byCoupon].map(([couponId, group]) => [couponId, group.map(({ limit }) => limit)]));
}
