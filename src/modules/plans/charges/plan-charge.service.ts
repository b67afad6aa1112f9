import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import type { ChargeEditor } from './charge-editor.service.js';
import type {
  CreateChargeFilter,
  DeleteChargeFilter,
  UpdateChargeFilter,
} from './filters/charge-filter.input.js';
import type { CreateCharge, DeleteCharge, UpdateCharge, UpdatePlanCharge } from './charge.input.js';
import type { ChargeService, FilterOfCharge } from './charge.service.js';
import type { Charge } from './charge.table.js';
import type { PlanEditor } from '../plan-editor.service.js';
import type { PlanService } from '../plan.service.js';

/** Identifies a charge by the code of its plan and its own. */
interface ChargeName {
  readonly planCode: string;
  readonly code: string;
}

/** A charge to change; `cascadeUpdates` applies the change to the copies of its plan too. */
interface EditedCharge {
  readonly id: string;
  readonly cascadeUpdates?: boolean | null | undefined;
}

/** Reads and changes single charges and filters; each change is an edit of their plan. Source: charges.md §1. */
export class PlanChargeService {
  constructor(
    private readonly plans: PlanService,
    private readonly planEditor: PlanEditor,
    private readonly charges: ChargeService,
    private readonly editor: ChargeEditor,
  ) {}

  /** @throws AppError `plan_not_found`, `charge_not_found`. */
  async get(db: Db, actor: Actor, { planCode, code }: ChargeName): Promise<Charge> {
    const { id: planId } = await this.plans.get(db, actor, { code: planCode });
    return this.charges.get(db, actor, { planId, code });
  }

  /** The charges of a plan, newest first. @throws AppError `plan_not_found`. */
  async list(db: Db, actor: Actor, planCode: string, query: ListQuery): Promise<Page<Charge>> {
    const { id } = await this.plans.get(db, actor, { code: planCode });
    return this.charges.list(db, actor, id, query);
  }

  /** @throws AppError `plan_not_found`; as `ChargeEditor.save`. */
  create(tx: Tx, actor: Actor, { planId, ...input }: CreateCharge): Promise<Charge> {
    return this.saving(tx, actor, planId, input);
  }

  /** @throws AppError `charge_not_found`; as `ChargeEditor.save`. */
  async update(tx: Tx, actor: Actor, input: UpdateCharge): Promise<Charge> {
    const { planId } = await this.charges.get(tx, actor, { id: input.id });
    return this.saving(tx, actor, planId, input);
  }

  /** @returns the charge as it was. @throws AppError `charge_not_found`. */
  delete(tx: Tx, actor: Actor, { id, cascadeUpdates }: DeleteCharge): Promise<Charge> {
    return this.editing(tx, actor, { id, cascadeUpdates }, async (charge) => {
      await this.editor.delete(tx, actor, charge);
      return charge;
    });
  }

  /** @throws AppError `plan_not_found`, `charge_not_found`, `charge_filter_not_found`. */
  async getFilter(db: Db, actor: Actor, name: ChargeName, id: string): Promise<FilterOfCharge> {
    const charge = await this.get(db, actor, name);
    const filter = await this.charges.getFilter(db, actor, id);
    if (filter.chargeId !== charge.id) throw notFound('charge_filter');
    return filter;
  }

  /** The filters of a charge, newest first. @throws AppError `plan_not_found`, `charge_not_found`. */
  async listFilters(db: Db, actor: Actor, name: ChargeName, query: ListQuery): Promise<Page<FilterOfCharge>> {
    return this.charges.listFilters(db, actor, await this.get(db, actor, name), query);
  }

  /** @throws AppError `charge_not_found`; as `ChargeEditor.saveFilter`. */
  createFilter(
    tx: Tx,
    actor: Actor,
    { chargeId: id, cascadeUpdates, ...input }: CreateChargeFilter,
  ): Promise<FilterOfCharge> {
    return this.editing(tx, actor, { id, cascadeUpdates }, (charge) =>
      this.editor.saveFilter(tx, actor, charge, { ...input, id: null }),
    );
  }

  /** @throws AppError as `ChargeEditor.saveFilter`. */
  async updateFilter(
    tx: Tx,
    actor: Actor,
    { cascadeUpdates, ...input }: UpdateChargeFilter,
  ): Promise<FilterOfCharge> {
    const { chargeId: id } = await this.charges.getFilter(tx, actor, input.id);
    return this.editing(tx, actor, { id, cascadeUpdates }, (charge) =>
      this.editor.saveFilter(tx, actor, charge, input),
    );
  }

  /** @returns the filter as it was. @throws AppError `charge_filter_not_found`. */
  async deleteFilter(
    tx: Tx,
    actor: Actor,
    { id, cascadeUpdates }: DeleteChargeFilter,
  ): Promise<FilterOfCharge> {
    const { chargeId } = await this.charges.getFilter(tx, actor, id);
    return this.editing(tx, actor, { id: chargeId, cascadeUpdates }, async () => {
      const filter = await this.charges.getFilter(tx, actor, id);
      await this.editor.deleteFilter(tx, filter);
      return filter;
    });
  }

  /** Changes a charge in an edit of its plan. */
  private async editing<Answer>(
    tx: Tx,
    actor: Actor,
    { id, cascadeUpdates }: EditedCharge,
    change: (charge: Charge) => Promise<Answer>,
  ): Promise<Answer> {
    const { planId } = await this.charges.get(tx, actor, { id });
    return this.planEditor.edit(
      tx,
      actor,
      { id: planId },
      // The charge is read again, as it may have changed before its plan was locked.
      async () => ({ answer: await change(await this.charges.get(tx, actor, { id })) }),
      cascadeUpdates,
    );
  }

  /** Adds a charge to a plan, or changes the one with the given id. */
  private saving(
    tx: Tx,
    actor: Actor,
    planId: string,
    { cascadeUpdates, ...input }: UpdatePlanCharge & Pick<EditedCharge, 'cascadeUpdates'>,
  ): Promise<Charge> {
    return this.planEditor.edit(
      tx,
      actor,
      { id: planId },
      async (_, subscribed) => ({
        answer: await this.editor.save(tx, actor, { planId, subscribed }, input),
      }),
      cascadeUpdates,
    );
  }
}
