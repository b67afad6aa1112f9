import type { Actor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import type { Page, PageRequest } from '../../platform/paging/page.js';
import type { CreateFixedChargeInput, UpdateFixedChargeInput } from './fixed-charge.schema.js';
import type { FixedChargeService, QuantityChange } from './fixed-charge.service.js';
import type { FixedCharge } from './fixed-charge.table.js';
import type { PlanService } from './plan.service.js';

/** What a change of a fixed charge comes to. */
interface Saved {
  readonly fixedCharge: FixedCharge;
  readonly quantities: readonly QuantityChange[];
}

/** Fixed charges of a plan one by one; each change is one of the plan. Source: fixed-charges-and-commitments.md §1. */
export class PlanFixedChargeService {
  constructor(
    private readonly plans: PlanService,
    private readonly fixedCharges: FixedChargeService,
  ) {}

  /** @throws AppError `plan_not_found`, `fixed_charge_not_found`. */
  async get(
    db: Db,
    actor: Actor,
    { planCode, code }: { readonly planCode: string; readonly code: string },
  ): Promise<FixedCharge> {
    const { id: planId } = await this.plans.get(db, actor, { code: planCode });
    return this.fixedCharges.get(db, actor, { planId, code });
  }

  /** The fixed charges of a plan, newest first. @throws AppError `plan_not_found`. */
  async list(db: Db, actor: Actor, planCode: string, page: PageRequest): Promise<Page<FixedCharge>> {
    const { id } = await this.plans.get(db, actor, { code: planCode });
    return this.fixedCharges.list(db, actor, id, page);
  }

  /** @throws AppError `plan_not_found`; as `FixedChargeService.save`. */
  create(tx: Tx, actor: Actor, { planId, ...input }: CreateFixedChargeInput): Promise<FixedCharge> {
    return this.saving(tx, actor, planId, (subscribed) =>
      this.fixedCharges.save(tx, actor, { planId, subscribed }, input),
    );
  }

  /** @throws AppError as `FixedChargeService.save`. */
  async update(tx: Tx, actor: Actor, { ...input }: UpdateFixedChargeInput): Promise<FixedCharge> {
    const { planId } = await this.fixedCharges.get(tx, actor, { id: input.id });
    return this.saving(tx, actor, planId, (subscribed) =>
      this.fixedCharges.save(tx, actor, { planId, subscribed }, input),
    );
  }

  /** @returns the fixed charge as it was. @throws AppError `fixed_charge_not_found`. */
  async delete(tx: Tx, actor: Actor, id: string): Promise<FixedCharge> {
    const { planId } = await this.fixedCharges.get(tx, actor, { id });
    return this.plans.edit(tx, actor, { id: planId }, async () => {
      // Read again: it may have changed before its plan was locked.
      const fixedCharge = await this.fixedCharges.get(tx, actor, { id });
      await this.fixedCharges.delete(tx, actor, fixedCharge);
      return fixedCharge;
    });
  }

  private async saving(
    tx: Tx,
    actor: Actor,
    planId: string,
    save: (subscribed: boolean) => Promise<Saved>,
  ): Promise<FixedCharge> {
    const { plan, fixedCharge, quantities } = await this.plans.edit(
      tx,
      actor,
      { id: planId },
      async (edited, subscribed) => ({ plan: edited, ...(await save(subscribed)) }),
    );
    await this.plans.changeQuantities(tx, actor, plan, quantities);
    return fixedCharge;
  }
}
