import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import type {
  CreateFixedCharge,
  DeleteFixedCharge,
  UpdateFixedCharge,
  UpdatePlanFixedCharge,
} from './fixed-charge.input.js';
import type { FixedChargeService } from './fixed-charge.service.js';
import type { FixedCharge } from './fixed-charge.table.js';
import type { PlanEditor } from '../plan-editor.service.js';
import type { PlanService } from '../plan.service.js';
import type { Plan } from '../plan.table.js';

/** Reads and changes single fixed charges; each change is an edit of their plan. Source: fixed-charges-and-commitments.md §1. */
export class PlanFixedChargeService {
  constructor(
    private readonly plans: PlanService,
    private readonly planEditor: PlanEditor,
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
  async list(db: Db, actor: Actor, planCode: string, query: ListQuery): Promise<Page<FixedCharge>> {
    const { id } = await this.plans.get(db, actor, { code: planCode });
    return this.fixedCharges.list(db, actor, id, query);
  }

  /** @throws AppError `plan_not_found`; as `FixedChargeService.save`. */
  create(tx: Tx, actor: Actor, { planId, ...input }: CreateFixedCharge): Promise<FixedCharge> {
    return this.saving(tx, actor, planId, input);
  }

  /** @throws AppError as `FixedChargeService.save`. */
  async update(tx: Tx, actor: Actor, { ...input }: UpdateFixedCharge): Promise<FixedCharge> {
    const { planId } = await this.fixedCharges.get(tx, actor, { id: input.id });
    return this.saving(tx, actor, planId, input);
  }

  /** @returns the fixed charge as it was. @throws AppError `fixed_charge_not_found`. */
  async delete(tx: Tx, actor: Actor, { id, cascadeUpdates }: DeleteFixedCharge): Promise<FixedCharge> {
    const { planId } = await this.fixedCharges.get(tx, actor, { id });
    const change = async () => {
      // The fixed charge is read again, as it may have changed before its plan was locked.
      const fixedCharge = await this.fixedCharges.get(tx, actor, { id });
      await this.fixedCharges.delete(tx, actor, fixedCharge);
      return { answer: fixedCharge };
    };
    return this.planEditor.edit(tx, actor, { id: planId }, change, cascadeUpdates);
  }

  /** Adds a fixed charge to a plan, or changes the one with the given id. */
  private saving(
    tx: Tx,
    actor: Actor,
    planId: string,
    { cascadeUpdates, ...input }: UpdatePlanFixedCharge & Pick<DeleteFixedCharge, 'cascadeUpdates'>,
  ): Promise<FixedCharge> {
    const save = async (_: Plan, subscribed: boolean) => {
      const saved = await this.fixedCharges.save(tx, actor, { planId, subscribed }, input);
      return { answer: saved.fixedCharge, quantities: saved.quantities };
    };
    return this.planEditor.edit(tx, actor, { id: planId }, save, cascadeUpdates);
  }
}
