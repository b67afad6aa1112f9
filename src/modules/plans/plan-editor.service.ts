import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { isUuid, newId } from '../../platform/db/tables/ids.js';
import { refuseTaken } from '../../platform/db/postgres/postgres-error.js';
import { notFound } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import type { QuantityChange } from './fixed-charges/quantity-change.js';
import type { PlanUse } from './plan-use.js';
import type { PlansNeeds } from './plans.needs.js';
import type { RequestedCharge } from './charges/charge.rules.js';
import type { ChargeEditor } from './charges/charge-editor.service.js';
import type { RequestedFixedCharge } from './fixed-charges/fixed-charge.rules.js';
import type { FixedChargeService } from './fixed-charges/fixed-charge.service.js';
import type { RequestedCommitment } from './commitments/minimum-commitment.rules.js';
import type { MinimumCommitmentService } from './commitments/minimum-commitment.service.js';
import type { PlanCascade } from './own-plans/plan-cascade.service.js';
import { planRepository } from './plan.repository.js';
import { checkNewPlan, checkPlan } from './plan.rules.js';
import type { CreatePlan, UpdatePlan } from './plan.input.js';
import { type Plan, planTaxList } from './plan.table.js';
import { checkThresholds, type RequestedThreshold } from './usage-thresholds/usage-threshold.rules.js';
import type { UsageThresholds } from './usage-thresholds/usage-threshold.service.js';
import type { PlanIdentity, PlanService } from './plan.service.js';

export const refuseTakenCode = refuseTaken('plans_code', 'code');

interface Needs extends Pick<PlansNeeds, 'taxes' | 'snapshots' | 'changes' | 'clock'> {
  readonly plans: PlanService;
  readonly chargeEditor: ChargeEditor;
  readonly fixedCharges: FixedChargeService;
  readonly commitments: MinimumCommitmentService;
  readonly usageThresholds: UsageThresholds;
  readonly cascade: PlanCascade;
  readonly use: PlanUse;
}

/** The result of an edit of a plan. */
export interface Edited<Answer> {
  readonly answer: Answer;
  /** Quantities to apply to the subscriptions on the plan. Default none. */
  readonly quantities?: readonly QuantityChange[];
}

/** The valid parts of a plan that an input requests; undefined: unchanged. */
interface RequestedParts {
  readonly charges: readonly RequestedCharge[] | undefined;
  readonly fixedCharges: readonly RequestedFixedCharge[] | undefined;
  /** Null: none. */
  readonly commitment: RequestedCommitment | null | undefined;
  readonly usageThresholds: readonly RequestedThreshold[] | undefined;
}

/** Creates, changes and deletes plans with their parts. Source: subscriptions.md §10. */
export class PlanEditor {
  constructor(private readonly needs: Needs) {}

  /**
   * @throws AppError `validation_errors` (subscriptions.md §10), `billable_metrics_not_found`, `add_ons_not_found`,
   *   `tax_not_found`.
   */
  async create(tx: Tx, actor: Actor, { ...input }: CreatePlan): Promise<Plan> {
    const errors = new FieldErrors();
    const values = checkNewPlan(errors, input);
    const parts = await this.checkParts(tx, actor, errors, input, { planId: null, subscribed: false });
    errors.throwIfAny();
    const { clock, changes, taxes } = this.needs;
    const now = clock.now();
    const plan: Plan = {
      ...values,
      id: newId(),
      organizationId: actor.organizationId,
      pendingDeletion: false,
      parentId: null,
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await planRepository.insert(tx, plan).catch(refuseTakenCode);
    await taxes.replaceLists(tx, actor, planTaxList, new Map([[plan.id, input.taxCodes]]));
    await this.replaceParts(tx, actor, plan, parts);
    await changes.announce(tx, actor, { type: 'plan.created', plan });
    return plan;
  }

  /**
   * Updates a plan. If it has, or ever had, a subscription, members that the subscription agreed to are ignored
   * (subscriptions.md §10).
   * @throws AppError `plan_not_found`; as `create`.
   */
  update(tx: Tx, actor: Actor, { id, cascadeUpdates, ...input }: UpdatePlan): Promise<Plan> {
    const { clock, taxes } = this.needs;
    const change = async (current: Plan, subscribed: boolean): Promise<Edited<Plan>> => {
      const errors = new FieldErrors();
      if (subscribed) errors.addOtherValues('', input, agreedBy(current));
      const values = checkPlan(errors, {
        ...current,
        trialPeriod: current.trialPeriodDays,
        ...input,
        ...(subscribed ? agreedBy(current) : {}),
      });
      const { billChargesMonthly, billFixedChargesMonthly } = values;
      errors.addOtherValues('', input, { billChargesMonthly, billFixedChargesMonthly });
      const parts = await this.checkParts(tx, actor, errors, input, { planId: id, subscribed });
      errors.throwIfAny();
      const changed: Plan = { ...current, ...values, updatedAt: clock.now() };
      await planRepository.update(tx, actor.organizationId, id, changed).catch(refuseTakenCode);
      await taxes.replaceLists(tx, actor, planTaxList, new Map([[id, input.taxCodes]]));
      return { answer: changed, quantities: await this.replaceParts(tx, actor, changed, parts) };
    };
    return this.edit(tx, actor, { id }, change, cascadeUpdates);
  }

  /**
   * Locks a plan, changes it or its parts, and records one change of the plan.
   * @param change also receives whether the plan has, or ever had, a subscription.
   * @param cascades applies the change to the own plans of subscriptions too.
   * @throws AppError `plan_not_found`; what `change` throws.
   */
  async edit<Answer>(
    tx: Tx,
    actor: Actor,
    by: PlanIdentity,
    change: (plan: Plan, subscribed: boolean) => Promise<Edited<Answer>>,
    cascades: boolean | null = false,
  ): Promise<Answer> {
    const { plans, snapshots, changes, use, cascade } = this.needs;
    const plan = await this.lock(tx, actor, by);
    const { id } = plan;
    const contents = cascades === true ? await cascade.contentsOf(tx, actor, plan) : null;
    const before = await snapshots.take(tx, actor, 'plan', plan);
    const { answer, quantities = [] } = await change(plan, await use.hasSubscriptions(tx, actor, id));
    const edited = { before: plan, plan: await plans.get(tx, actor, { id }), quantities };
    const copies =
      contents === null
        ? []
        : await cascade.applyToCopies(
            tx,
            actor,
            { ...edited, before: contents },
            await use.ownPlansOf(tx, actor, id),
          );
    const changed = [edited, ...copies];
    await changes.announce(tx, actor, { type: 'plan.updated', plan: edited.plan, before, changed });
    return answer;
  }

  /**
   * Soft-deletes a plan; it keeps its charges, which old invoices show. A plan in use is only marked: it accepts no new
   * subscriptions, those it has are terminated soon after, and then it is deleted. Source: rest-conventions.md §10.
   * @returns the plan as it was.
   * @throws AppError `plan_not_found`.
   */
  async delete(tx: Tx, actor: Actor, id: string): Promise<Plan> {
    const { clock, snapshots, changes, use } = this.needs;
    const plan = await this.lock(tx, actor, { id });
    if (plan.pendingDeletion) return plan;
    const before = await snapshots.take(tx, actor, 'plan', plan);
    const isInUse = await use.isInUse(tx, actor, id);
    const values = isInUse ? { pendingDeletion: true } : { deletedAt: clock.now() };
    await planRepository.update(tx, actor.organizationId, id, values);
    await changes.announce(tx, actor, { type: 'plan.deleted', plan, before, isInUse });
    return plan;
  }

  /** Completes the deletion of a plan that was in use. Does nothing while a subscription on it has not ended. */
  async completeDeletion(tx: Tx, actor: Actor, id: string): Promise<void> {
    const { clock, use } = this.needs;
    const { organizationId } = actor;
    const plan = await planRepository.lock(tx, organizationId, { id });
    if (plan?.pendingDeletion !== true || (await use.isInUse(tx, actor, id))) return;
    await planRepository.update(tx, organizationId, id, { deletedAt: clock.now() });
  }

  private async lock(tx: Tx, actor: Actor, by: PlanIdentity): Promise<Plan> {
    if ('id' in by && !isUuid(by.id)) throw notFound('plan');
    const plan = await planRepository.lock(tx, actor.organizationId, by);
    if (plan === null) throw notFound('plan');
    return plan;
  }

  /** Validates the charges, fixed charges, commitment and thresholds of a plan. */
  private async checkParts(
    tx: Tx,
    actor: Actor,
    errors: FieldErrors,
    sent: Pick<UpdatePlan, 'charges' | 'fixedCharges' | 'minimumCommitment' | 'usageThresholds'>,
    known: { readonly planId: string | null; readonly subscribed: boolean },
  ): Promise<RequestedParts> {
    const { chargeEditor, fixedCharges, commitments } = this.needs;
    return {
      charges:
        sent.charges === undefined
          ? undefined
          : await chargeEditor.check(tx, actor, errors, sent.charges ?? [], known),
      fixedCharges:
        sent.fixedCharges === undefined
          ? undefined
          : await fixedCharges.check(tx, actor, errors, sent.fixedCharges ?? [], known),
      commitment:
        sent.minimumCommitment === undefined
          ? undefined
          : await commitments.check(tx, actor, errors, sent.minimumCommitment, known),
      usageThresholds:
        sent.usageThresholds === undefined ? undefined : checkThresholds(errors, sent.usageThresholds),
    };
  }

  /** Writes the parts of a plan. @returns the quantities to apply to the subscriptions on the plan. */
  private async replaceParts(
    tx: Tx,
    actor: Actor,
    plan: Plan,
    parts: RequestedParts,
  ): Promise<QuantityChange[]> {
    const { chargeEditor, fixedCharges, commitments, usageThresholds } = this.needs;
    if (parts.charges !== undefined) await chargeEditor.replace(tx, actor, plan.id, parts.charges);
    if (parts.commitment !== undefined) await commitments.replace(tx, actor, plan, parts.commitment);
    if (parts.usageThresholds !== undefined)
      await usageThresholds.replace(tx, actor, { planId: plan.id }, parts.usageThresholds);
    return parts.fixedCharges === undefined ? [] : fixedCharges.replace(tx, actor, plan, parts.fixedCharges);
  }
}

/** The members that a subscription has agreed to. */
function agreedBy(plan: Plan) {
  const { code, interval, amountCurrency, payInAdvance, trialPeriodDays } = plan;
  const { billChargesMonthly, billFixedChargesMonthly } = plan;
  const monthly = { billChargesMonthly, billFixedChargesMonthly };
  return { code, interval, amountCurrency, payInAdvance, trialPeriod: trialPeriodDays, ...monthly };
}
