import type { CouponLimit } from '../../core/invoicing/coupons.js';
import type { Actor } from '../../platform/actor.js';
import { groupBy, indexBy } from '../../platform/collections/grouping.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/tables/ids.js';
import { invalid, notAllowed, notFound } from '../../platform/errors/app-error.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { Page } from '../../platform/paging/page.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { CouponsNeeds } from './coupons.needs.js';
import {
  type AppliedCouponOwners,
  type AppliedCouponQuery,
  appliedCouponRepository,
} from './applied-coupon.repository.js';
import {
  type AvailableCoupon,
  newApplication,
  released,
  terminated,
  type Use,
  used,
} from './applied-coupon.rules.js';
import type { ApplyCoupon } from './coupon.input.js';
import { couponRepository } from './coupon.repository.js';
import type { AppliedCoupon, Coupon } from './coupon.table.js';

/** What an invoice has used of an applied coupon. */
export interface CouponUse extends Use {
  /** Id of the applied coupon. */
  readonly id: string;
  readonly at: Date;
}

/** Gives coupons to customers, and keeps account of what invoices use of them. Source: coupons.md §2–6. */
export class AppliedCouponService {
  constructor(
    private readonly needs: Pick<
      CouponsNeeds,
      'customers' | 'customerLocks' | 'testClocks' | 'charges' | 'snapshots' | 'changes'
    >,
  ) {}

  /**
   * @param externalCustomerId of the customer who must have it; null: any customer.
   * @throws AppError `customer_not_found`, `applied_coupon_not_found`.
   */
  async get(db: Db, actor: Actor, id: string, externalCustomerId: string | null): Promise<AppliedCoupon> {
    const { customers } = this.needs;
    const owner =
      externalCustomerId === null ? null : await customers.get(db, actor, { externalId: externalCustomerId });
    const [applied] = isUuid(id) ? await this.find(db, actor, [id]) : [];
    const customer =
      applied && (await customers.getMany(db, actor, [applied.customerId])).get(applied.customerId);
    if (applied === undefined || customer?.deletedAt !== null || (owner !== null && owner.id !== customer.id))
      throw notFound('applied_coupon');
    return applied;
  }

  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, AppliedCoupon>> {
    return indexBy(await this.find(db, actor, ids), ({ id }) => id);
  }

  list(db: Db, actor: Actor, query: AppliedCouponQuery): Promise<Page<AppliedCoupon>> {
    return appliedCouponRepository.list(db, actor.organizationId, query);
  }

  /** A page of the applied coupons of each owner, by the owner's id. */
  listByOwner(
    db: Db,
    actor: Actor,
    owners: AppliedCouponOwners,
    query: AppliedCouponQuery,
  ): Promise<Map<string, Page<AppliedCoupon>>> {
    return appliedCouponRepository.listByOwner(db, actor.organizationId, owners, query);
  }

  /**
   * Gives a coupon to a customer.
   * @throws AppError `customer_not_found`, `coupon_not_found`; kind `notAllowed`, `plan_overlapping`;
   *   `validation_errors`, `coupon: coupon_is_not_reusable` (coupons.md §2).
   */
  async apply(tx: Tx, actor: Actor, input: ApplyCoupon): Promise<AppliedCoupon> {
    const { customers, customerLocks, testClocks, changes } = this.needs;
    const { organizationId } = actor;
    await customers.get(tx, actor, { externalId: input.externalCustomerId });
    // Coupons are locked before customers, as when a coupon is deleted.
    const coupon = await couponRepository.lockForUse(tx, organizationId, input.couponCode);
    const customer = await customerLocks.lockNamed(tx, actor, input.externalCustomerId);
    const now = await testClocks.now(tx, actor, customer.testClockId);
    if (coupon === null || !isUsable(coupon, now)) throw notFound('coupon');
    await this.refuseOverlap(tx, actor, customer, coupon);
    const ofCustomer = { couponId: coupon.id, customerId: customer.id };
    if (!coupon.reusable && (await appliedCouponRepository.isApplied(tx, organizationId, ofCustomer)))
      throw invalid({ coupon: ['coupon_is_not_reusable'] });
    const applied = newApplication(coupon, customer, input, now);
    await appliedCouponRepository.insert(tx, applied);
    if (coupon.couponType === 'fixed_amount' && applied.amountCurrency !== null)
      await customers.setCurrencyIfMissing(tx, actor, customer, applied.amountCurrency);
    await changes.announce(tx, actor, { type: 'applied_coupon.created', applied, customer });
    return applied;
  }

  /**
   * Takes a coupon from a customer. A coupon that has ended already stays as it is.
   * @throws AppError `applied_coupon_not_found`; kind `notAllowed`, `test_clock_advancing`.
   */
  async terminate(tx: Tx, actor: Actor, id: string): Promise<AppliedCoupon> {
    const { customerId } = await this.get(tx, actor, id, null);
    const customers = await this.needs.customerLocks.lockWithIdleClocks(tx, actor, [customerId]);
    const applied = await this.get(tx, actor, id, null);
    const [ended] = await this.end(tx, actor, [applied], customers);
    return ended ?? applied;
  }

  /** Takes a coupon, which the caller has locked, from all customers. */
  async terminateOf(tx: Tx, actor: Actor, coupon: Coupon): Promise<void> {
    const find = () => appliedCouponRepository.findActiveOf(tx, actor.organizationId, coupon.id);
    const customerIds = (await find()).map(({ customerId }) => customerId);
    if (customerIds.length === 0) return;
    const customers = await this.needs.customerLocks.lockMany(tx, actor, [...new Set(customerIds)]);
    // Invoices may have used some up until their customers were locked.
    await this.end(tx, actor, await find(), customers);
  }

  /**
   * What invoices of customers can use, by customer id, in the order in which coupons were applied. One whose months are used
   * up is among them: it serves further invoices of its last month. The caller has locked the customers.
   */
  async available(
    db: Db,
    actor: Actor,
    customerIds: readonly string[],
  ): Promise<Map<string, AvailableCoupon[]>> {
    const found = await appliedCouponRepository.findServing(db, actor.organizationId, customerIds);
    const limits = await this.limitsOf(
      db,
      actor,
      found.map(({ coupon }) => coupon),
    );
    const available = found.map(({ applied, coupon }) => ({
      applied,
      coupon,
      limit: limits.get(coupon.id) ?? null,
    }));
    return groupBy(available, ({ applied }) => applied.customerId);
  }

  /** Records what invoices have used, in their order. The caller has locked the customers. */
  async take(tx: Tx, actor: Actor, uses: readonly CouponUse[]): Promise<void> {
    await change(tx, await this.find(tx, actor, idsOf(uses)), uses, (applied, use) =>
      used(applied, use, use.at),
    );
  }

  /** Gives back what an invoice had used that is voided or closed. The caller has locked the customer. */
  async giveBack(tx: Tx, actor: Actor, uses: readonly CouponUse[]): Promise<void> {
    const all = await this.find(tx, actor, idsOf(uses));
    const couponIds = all.map(({ couponId }) => couponId);
    const found = await couponRepository.findWithDeleted(tx, actor.organizationId, couponIds);
    const coupons = indexBy(found, ({ id }) => id);
    await change(tx, all, uses, (applied, use) =>
      released(applied, expectPresent(coupons.get(applied.couponId), 'the applied coupon'), use, use.at),
    );
  }

  /** Deletes the rows of customers. */
  deleteForGood(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<void> {
    return appliedCouponRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
  }

  private find(db: Db, actor: Actor, ids: readonly string[]): Promise<AppliedCoupon[]> {
    return appliedCouponRepository.findMany(db, actor.organizationId, ids);
  }

  /** Terminates those that are active. @param customers their customers, locked. */
  private async end(
    tx: Tx,
    actor: Actor,
    all: readonly AppliedCoupon[],
    customers: readonly Customer[],
  ): Promise<AppliedCoupon[]> {
    const { testClocks, snapshots, changes } = this.needs;
    const active = all.filter(({ status }) => status === 'active');
    if (active.length === 0) return [];
    const owners = indexBy(customers, ({ id }) => id);
    const nows = await testClocks.nows(tx, actor, [...new Set(customers.map((each) => each.testClockId))]);
    const befores = await snapshots.takeAll(tx, actor, 'applied_coupon', active);
    const ended = active.map((each, index) => {
      const customer = expectPresent(owners.get(each.customerId), 'the customer of the coupon');
      const now = expectPresent(nows.get(customer.testClockId), 'the time of the customer');
      const before = expectPresent(befores[index], 'the coupon before its end');
      return { applied: terminated(each, now), customer, before };
    });
    const applied = ended.map((each) => each.applied);
    await appliedCouponRepository.updateAll(tx, applied);
    await changes.announce(tx, actor, { type: 'applied_coupon.deleted', ended });
    return applied;
  }

  /** The limits of those coupons that have any, by coupon id. */
  private async limitsOf(
    db: Db,
    { organizationId }: Actor,
    coupons: readonly Coupon[],
  ): Promise<Map<string, CouponLimit>> {
    const limited = new Map(
      coupons.flatMap(({ id, limitedTo }) => (limitedTo === null ? [] : [[id, limitedTo]])),
    );
    if (limited.size === 0) return new Map();
    const rows = await couponRepository.findLimits(db, organizationId, [...limited.keys()]);
    const byCoupon = groupBy(rows, ({ couponId }) => couponId);
    return new Map(
      [...limited].map(([id, to]) => [
        id,
        {
          to,
          ids: new Set((byCoupon.get(id) ?? []).flatMap((row) => row.planId ?? row.billableMetricId ?? [])),
        },
      ]),
    );
  }

  /**
   * Refuses a limited coupon for fees that an active coupon of the customer is limited to.
   * @throws AppError kind `notAllowed`, `plan_overlapping`. Source: coupons.md §2 check 3.
   */
  private async refuseOverlap(tx: Tx, actor: Actor, { id }: Customer, coupon: Coupon): Promise<void> {
    const limit = (await this.limitsOf(tx, actor, [coupon])).get(coupon.id);
    if (limit === undefined) return;
    const available = (await this.available(tx, actor, [id])).get(id) ?? [];
    const active = available.filter(({ applied }) => applied.status === 'active');
    const others = active.flatMap((each) => each.limit ?? []);
    const shared = others.flatMap(({ to, ids }) => (to === limit.to ? [...ids] : []));
    if (shared.some((target) => limit.ids.has(target))) throw notAllowed('plan_overlapping');
    const all = [limit, ...others.filter(({ to }) => to !== limit.to)];
    const targets = (kind: CouponLimit['to']) => all.flatMap(({ to, ids }) => (to === kind ? [...ids] : []));
    const metrics = new Set(targets('billable_metrics'));
    const charges = await this.needs.charges.ofPlans(tx, actor, targets('plans'));
    if ([...charges.values()].flat().some((charge) => metrics.has(charge.billableMetricId)))
      throw notAllowed('plan_overlapping');
  }
}

/** True for an active coupon whose time is not over at the customer's now. Source: coupons.md §1. */
function isUsable({ status, expiration, expirationAt }: Coupon, now: Date): boolean {
  const isOver = expiration === 'time_limit' && expirationAt !== null && expirationAt < now;
  return status === 'active' && !isOver;
}

function idsOf(uses: readonly CouponUse[]): string[] {
  return uses.map(({ id }) => id);
}

/** Changes each used coupon once for each of its uses; what is used for ever stays as it is. */
async function change(
  tx: Tx,
  all: readonly AppliedCoupon[],
  uses: readonly CouponUse[],
  changed: (applied: AppliedCoupon, use: CouponUse) => AppliedCoupon,
): Promise<void> {
  const byCoupon = groupBy(uses, ({ id }) => id);
  const after = all.map((applied) => (byCoupon.get(applied.id) ?? []).reduce(changed, applied));
  await appliedCouponRepository.updateAll(
    tx,
    after.filter((applied, index) => applied !== all[index]),
  );
}
