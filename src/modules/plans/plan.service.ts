import type { Actor } from '../../platform/actor.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/tables/ids.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import type { Tax } from '../taxes/tax.table.js';
import type { PlansNeeds } from './plans.needs.js';
import type { ChargeService } from './charges/charge.service.js';
import type { ChargeFilter } from './charges/filters/charge-filter.table.js';
import type { Charge } from './charges/charge.table.js';
import type { FixedChargeService } from './fixed-charges/fixed-charge.service.js';
import type { FixedCharge } from './fixed-charges/fixed-charge.table.js';
import type { MinimumCommitmentService } from './commitments/minimum-commitment.service.js';
import type { MinimumCommitment } from './commitments/minimum-commitment.table.js';
import { planRepository } from './plan.repository.js';
import type { PlanSizes } from './plan-sizes.js';
import { type Plan, planTaxList } from './plan.table.js';
import type { UsageThresholds } from './usage-thresholds/usage-threshold.service.js';
import type { UsageThreshold } from './usage-thresholds/usage-threshold.table.js';

interface Needs extends Pick<PlansNeeds, 'taxes'> {
  readonly sizes: PlanSizes;
  readonly charges: ChargeService;
  readonly fixedCharges: FixedChargeService;
  readonly commitments: MinimumCommitmentService;
  readonly usageThresholds: UsageThresholds;
}

/** Identifies one plan. */
export type PlanIdentity = { readonly id: string } | { readonly code: string };

/** Finds and locks plans, with their charges and taxes; `PlanEditor` changes them. Source: subscriptions.md §10. */
export class PlanService {
  constructor(private readonly needs: Needs) {}

  /** @throws AppError `plan_not_found`. */
  async get(db: Db, actor: Actor, by: PlanIdentity): Promise<Plan> {
    if ('id' in by && !isUuid(by.id)) throw notFound('plan');
    const plan = await planRepository.find(db, actor.organizationId, by);
    if (plan === null) throw notFound('plan');
    return plan;
  }

  /**
   * Locks the plan against change and deletion until the transaction ends, to put a subscription on it.
   * @throws AppError `plan_not_found`.
   */
  async lockForUse(tx: Tx, actor: Actor, by: PlanIdentity): Promise<Plan> {
    if ('id' in by && !isUuid(by.id)) throw notFound('plan');
    const plan = await planRepository.lockForUse(tx, actor.organizationId, by);
    if (plan === null) throw notFound('plan');
    return plan;
  }

  /**
   * Locks the sold plan that a plan is, or is a copy of, against changes until the transaction ends, to change the plan of
   * one subscription.
   * @returns the id of the sold plan.
   */
  async lockSold(tx: Tx, actor: Actor, planId: string): Promise<string> {
    const plan = (await this.getMany(tx, actor, [planId])).get(planId);
    if (plan === undefined) throw notFound('plan');
    const soldId = plan.parentId ?? plan.id;
    await planRepository.lockShared(tx, actor.organizationId, soldId);
    return soldId;
  }

  /** Locks sold plans to change them, in the order of their ids. @returns those that are not deleted. */
  lockMany(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Plan[]> {
    return planRepository.lockMany(tx, actor.organizationId, ids);
  }

  /** The plans with these ids, including deleted ones, since subscriptions outlive their plans. */
  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Plan>> {
    const plans = await planRepository.findWithDeleted(db, actor.organizationId, ids);
    return indexBy(plans, (plan) => plan.id);
  }

  /** The sold plans with these codes; unknown ones are omitted. */
  findByCodes(db: Db, actor: Actor, codes: readonly string[]): Promise<Plan[]> {
    return planRepository.findByCodes(db, actor.organizationId, codes);
  }

  list(db: Db, actor: Actor, query: ListQuery): Promise<Page<Plan>> {
    return planRepository.list(db, actor.organizationId, query);
  }

  /** Call before reading the charges of several plans. @throws AppError `per_page: value_is_out_of_range`. */
  requireReadable(db: Db, actor: Actor, planIds: readonly string[]): Promise<void> {
    return this.needs.sizes.requireReadable(db, actor, planIds);
  }

  /** The number of plans that can always be read together with their charges. */
  readableAtOnce(): number {
    return this.needs.sizes.readableAtOnce;
  }

  /** The charges of plans by plan id, in the order of each plan. */
  chargesOf(db: Db, actor: Actor, planIds: readonly string[]): Promise<Map<string, Charge[]>> {
    return this.needs.charges.ofPlans(db, actor, planIds);
  }

  /** The taxes of charges, by charge id. */
  taxesOfCharges(db: Db, actor: Actor, chargeIds: readonly string[]): Promise<Map<string, Tax[]>> {
    return this.needs.charges.taxesOf(db, actor, chargeIds);
  }

  /** The filters of charges by charge id, in the order of each charge. */
  filtersOfCharges(db: Db, actor: Actor, chargeIds: readonly string[]): Promise<Map<string, ChargeFilter[]>> {
    return this.needs.charges.filtersOf(db, actor, chargeIds);
  }

  /** The fixed charges of plans by plan id, in the order of each plan. */
  fixedChargesOf(db: Db, actor: Actor, planIds: readonly string[]): Promise<Map<string, FixedCharge[]>> {
    return this.needs.fixedCharges.ofPlans(db, actor, planIds);
  }

  /** The minimum commitments of plans by plan id; plans without one are omitted. */
  commitmentsOf(db: Db, actor: Actor, planIds: readonly string[]): Promise<Map<string, MinimumCommitment>> {
    return this.needs.commitments.ofPlans(db, actor, planIds);
  }

  /** The own usage thresholds of plans, by plan id; plans without any are omitted. */
  usageThresholdsOf(
    db: Db,
    actor: Actor,
    planIds: readonly string[],
  ): Promise<Map<string, UsageThreshold[]>> {
    return this.needs.usageThresholds.ofPlans(db, actor, planIds);
  }

  /** The taxes of plans, by plan id. */
  taxesOf(db: Db, actor: Actor, planIds: readonly string[]): Promise<Map<string, Tax[]>> {
    return this.needs.taxes.listsOf(db, actor, planTaxList, planIds);
  }

  /** The plans of all organizations that will be deleted once their subscriptions have ended. */
  pendingDeletion(db: Db): Promise<Pick<Plan, 'id' | 'organizationId'>[]> {
    return planRepository.findPendingDeletion(db);
  }
}
