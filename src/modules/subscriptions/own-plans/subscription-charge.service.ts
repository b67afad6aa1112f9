import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import type { ChargeFilter } from '../../plans/charges/filters/charge-filter.table.js';
import type { FilterOfCharge } from '../../plans/charges/charge.service.js';
import type { Charge } from '../../plans/charges/charge.table.js';
import { sentOverridesOf } from '../../plans/own-plans/plan-override.rules.js';
import type { SubscriptionsNeeds } from '../subscriptions.needs.js';
import type { OwnPlanService } from './own-plan.service.js';
import type {
  CreateSubscriptionChargeFilter,
  DeleteSubscriptionChargeFilter,
  OverrideSubscriptionCharge,
  UpdateSubscriptionChargeFilter,
} from './subscription-charge.input.js';
import type { SubscriptionContext } from '../records/subscription-context.js';

interface Needs extends Pick<SubscriptionsNeeds, 'charges' | 'chargeEditor'> {
  readonly ownPlans: OwnPlanService;
}

/**
 * Reads and changes the charges and filters of one subscription. The first change gives it an own plan, whose charges and
 * filters are returned from then on. Source: graphql-surface.md §8.
 */
export class SubscriptionChargeService {
  constructor(private readonly needs: Needs) {}

  /** @throws AppError `charge_not_found`. */
  get(db: Db, actor: Actor, { plan }: SubscriptionContext, code: string): Promise<Charge> {
    return this.needs.charges.get(db, actor, { planId: plan.id, code });
  }

  /** The charges of the subscription, newest first. */
  list(db: Db, actor: Actor, { plan }: SubscriptionContext, query: ListQuery): Promise<Page<Charge>> {
    return this.needs.charges.list(db, actor, plan.id, query);
  }

  /** @throws AppError `charge_not_found`, `charge_filter_not_found`. */
  async getFilter(
    db: Db,
    actor: Actor,
    context: SubscriptionContext,
    { code, id }: { readonly code: string; readonly id: string },
  ): Promise<FilterOfCharge> {
    const charge = await this.get(db, actor, context, code);
    const filter = await this.needs.charges.getFilter(db, actor, id);
    if (filter.chargeId !== charge.id) throw notFound('charge_filter');
    return filter;
  }

  /** The filters of a charge, newest first. @throws AppError `charge_not_found`. */
  async listFilters(
    db: Db,
    actor: Actor,
    context: SubscriptionContext,
    { code, query }: { readonly code: string; readonly query: ListQuery },
  ): Promise<Page<FilterOfCharge>> {
    const charge = await this.get(db, actor, context, code);
    return this.needs.charges.listFilters(db, actor, charge, query);
  }

  /** @throws AppError `subscription_not_found`, `charge_not_found`; as `OwnPlanService.override`. */
  async override(
    tx: Tx,
    actor: Actor,
    { subscriptionId, chargeId, ...input }: OverrideSubscriptionCharge,
  ): Promise<Charge> {
    const { ownPlans } = this.needs;
    const former = await ownPlans.lockLive(tx, actor, subscriptionId);
    const { id, code } = await this.inForce(tx, actor, former, chargeId);
    const sent = sentOverridesOf({ charge: { ...input, id } });
    const { context } = await ownPlans.override(tx, actor, former, sent);
    return this.get(tx, actor, context, code);
  }

  /** @throws AppError `subscription_not_found`, `charge_not_found`; as `ChargeEditor.saveFilter`. */
  async createFilter(
    tx: Tx,
    actor: Actor,
    { subscriptionId, chargeId, ...input }: CreateSubscriptionChargeFilter,
  ): Promise<FilterOfCharge> {
    const { chargeEditor, ownPlans } = this.needs;
    const context = await ownPlans.lockLive(tx, actor, subscriptionId);
    const charge = await this.inForce(tx, actor, context, chargeId);
    return this.editing(tx, actor, context, charge, (own) =>
      chargeEditor.saveFilter(tx, actor, own, { ...input, id: null }),
    );
  }

  /** @throws AppError `subscription_not_found`, `charge_filter_not_found`; as `ChargeEditor.saveFilter`. */
  updateFilter(
    tx: Tx,
    actor: Actor,
    { subscriptionId, id, ...input }: UpdateSubscriptionChargeFilter,
  ): Promise<FilterOfCharge> {
    return this.editingFilter(tx, actor, { subscriptionId, id }, (own, filter) =>
      this.needs.chargeEditor.saveFilter(tx, actor, own, { ...input, id: filter.id }),
    );
  }

  /** @returns the filter as it was. @throws AppError `subscription_not_found`, `charge_filter_not_found`. */
  deleteFilter(
    tx: Tx,
    actor: Actor,
    { subscriptionId, id }: DeleteSubscriptionChargeFilter,
  ): Promise<FilterOfCharge> {
    return this.editingFilter(tx, actor, { subscriptionId, id }, async (own, filter) => {
      await this.needs.chargeEditor.deleteFilter(tx, filter);
      return { ...filter, charge: own };
    });
  }

  /** Changes a filter of the subscription's charges. If it must be copied first, the copy has the same position in the list. */
  private async editingFilter<Answer>(
    tx: Tx,
    actor: Actor,
    { subscriptionId, id }: DeleteSubscriptionChargeFilter,
    change: (own: Charge, filter: ChargeFilter) => Promise<Answer>,
  ): Promise<Answer> {
    const { charges, ownPlans } = this.needs;
    const context = await ownPlans.lockLive(tx, actor, subscriptionId);
    const { charge, position } = await charges.getFilter(tx, actor, id);
    if (charge.planId !== context.plan.id) throw notFound('charge_filter');
    return this.editing(tx, actor, context, charge, async (own) => {
      const filters = (await charges.filtersOf(tx, actor, [own.id])).get(own.id) ?? [];
      const filter = filters.find((each) => each.position === position);
      if (filter === undefined) throw notFound('charge_filter');
      return change(own, filter);
    });
  }

  /** Changes a charge of the subscription's own plan, which is created if it has none. */
  private async editing<Answer>(
    tx: Tx,
    actor: Actor,
    context: SubscriptionContext,
    { id, code }: Charge,
    change: (own: Charge) => Promise<Answer>,
  ): Promise<Answer> {
    const { charges, ownPlans } = this.needs;
    const sent = sentOverridesOf({ charge: { id } });
    const { answer } = await ownPlans.edit(tx, actor, context, sent, async ({ id: planId }) =>
      change(await charges.get(tx, actor, { planId, code })),
    );
    return answer;
  }

  /** The subscription's charge with this id, or the copy of the charge with this id. */
  private async inForce(
    db: Db,
    actor: Actor,
    { plan }: SubscriptionContext,
    chargeId: string,
  ): Promise<Charge> {
    const ofPlan = (await this.needs.charges.ofPlans(db, actor, [plan.id])).get(plan.id) ?? [];
    const charge = ofPlan.find(({ id, parentId }) => id === chargeId || parentId === chargeId);
    if (charge === undefined) throw notFound('charge');
    return charge;
  }
}
