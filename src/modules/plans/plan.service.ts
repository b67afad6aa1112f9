import type { Actor } from '../../platform/actor.js';
import type { Snapshots } from '../../platform/activity/snapshots.js';
import { indexBy } from '../../platform/api/loader.js';
import type { Changes } from '../../platform/changes/changes.js';
import type { Clock } from '../../platform/clock.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid, newId } from '../../platform/db/ids.js';
import { refuseTaken } from '../../platform/db/postgres-error.js';
import { notFound } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import type { Page, PageRequest } from '../../platform/paging/page.js';
import type { TaxService } from '../taxes/tax.service.js';
import type { Tax } from '../taxes/tax.table.js';
import type { WantedCharge } from './charges/charge.rules.js';
import type { ChargeEditor } from './charges/charge-editor.service.js';
import type { ChargeService } from './charges/charge.service.js';
import type { ChargeFilter } from './charges/charge-filter.table.js';
import type { Charge } from './charges/charge.table.js';
import type { WantedFixedCharge } from './fixed-charges/fixed-charge.rules.js';
import type { FixedChargeService, QuantityChange } from './fixed-charges/fixed-charge.service.js';
import type { FixedCharge } from './fixed-charges/fixed-charge.table.js';
import type { WantedCommitment } from './commitments/minimum-commitment.rules.js';
import type { MinimumCommitmentService } from './commitments/minimum-commitment.service.js';
import type { MinimumCommitment } from './commitments/minimum-commitment.table.js';
import type { PlanCascade } from './own-plans/plan-cascade.service.js';
import type { PlanCatalogChange } from './plan.changes.js';
import { planRepository } from './plan.repository.js';
import type { PlanSizes } from './plan-sizes.js';
import { checkPlan, type SentPlan } from './plan.rules.js';
import type { CreatePlan, UpdatePlan } from './plan.input.js';
import { type Plan, planTaxList } from './plan.table.js';

const refuseTakenCode = refuseTaken('plans_code', 'code');

/** What higher modules know of a plan's use; the composition root binds it. */
export interface PlanUse {
  /** Whether the plan has, or ever had, a subscription. */
  hasSubscriptions(db: Db, actor: Actor, planId: string): Promise<boolean>;
  /** Whether an active or pending subscription is on the plan, or a draft invoice bills it. */
  isInUse(db: Db, actor: Actor, planId: string): Promise<boolean>;
  /** The copies of a plan that active or pending subscriptions have as their own. */
  ownPlansOf(db: Db, actor: Actor, planId: string): Promise<string[]>;
}

interface Dependencies {
  readonly sizes: PlanSizes;
  readonly charges: ChargeService;
  readonly chargeEditor: ChargeEditor;
  readonly fixedCharges: FixedChargeService;
  readonly commitments: MinimumCommitmentService;
  readonly cascade: PlanCascade;
  readonly taxes: TaxService;
  readonly snapshots: Snapshots<'plan'>;
  readonly changes: Changes<PlanCatalogChange>;
  readonly clock: Clock;
  readonly use: PlanUse;
}

/** What an edit of a plan comes to. */
export interface Edited<Answer> {
  readonly answer: Answer;
  /** That subscriptions on the plan are to have; none unless told otherwise. */
  readonly quantities?: readonly QuantityChange[];
}

/** What a plan is to hold, found right; undefined: what it holds. */
interface WantedParts {
  readonly charges: readonly WantedCharge[] | undefined;
  readonly fixedCharges: readonly WantedFixedCharge[] | undefined;
  /** Null: none. */
  readonly commitment: WantedCommitment | null | undefined;
}

type Identity = { readonly id: string } | { readonly code: string };

/** Plans with their charges and taxes. Source: subscriptions.md §10. */
export class PlanService {
  constructor(private readonly dependencies: Dependencies) {}

  /** @throws AppError `plan_not_found`. */
  async get(db: Db, actor: Actor, by: Identity): Promise<Plan> {
    if ('id' in by && !isUuid(by.id)) throw notFound('plan');
    const plan = await planRepository.find(db, actor.organizationId, by);
    if (plan === null) throw notFound('plan');
    return plan;
  }

  /**
   * The plan, which then cannot change or go until the transaction ends: for putting a subscription on it.
   * @throws AppError `plan_not_found`.
   */
  async hold(tx: Tx, actor: Actor, by: Identity): Promise<Plan> {
    if ('id' in by && !isUuid(by.id)) throw notFound('plan');
    const plan = await planRepository.hold(tx, actor.organizationId, by);
    if (plan === null) throw notFound('plan');
    return plan;
  }

  /**
   * The id of the plan that a plan is, or was copied from, which then cannot change until the transaction ends: for changing
   * the plan of one subscription.
   */
  async holdSold(tx: Tx, actor: Actor, planId: string): Promise<string> {
    const plan = (await this.getMany(tx, actor, [planId])).get(planId);
    if (plan === undefined) throw notFound('plan');
    const soldId = plan.parentId ?? plan.id;
    await planRepository.holdAny(tx, actor.organizationId, soldId);
    return soldId;
  }

  /** The plans with these ids, deleted ones too, since subscriptions outlive them. */
  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Plan>> {
    const plans = await planRepository.findMany(db, actor.organizationId, ids);
    return indexBy(plans, (plan) => plan.id);
  }

  list(db: Db, actor: Actor, query: { search: string | null; page: PageRequest }): Promise<Page<Plan>> {
    return planRepository.list(db, actor.organizationId, query);
  }

  /** For reading the charges or fixed charges of plans together. @throws AppError `per_page: value_is_out_of_range`. */
  requireReadable(db: Db, actor: Actor, planIds: readonly string[]): Promise<void> {
    return this.dependencies.sizes.requireReadable(db, actor, planIds);
  }

  /** The charges of plans, by plan id, in their order. */
  chargesOf(db: Db, actor: Actor, planIds: readonly string[]): Promise<Map<string, Charge[]>> {
    return this.dependencies.charges.ofPlans(db, actor, planIds);
  }

  /** The taxes of charges, by charge id. */
  taxesOfCharges(db: Db, actor: Actor, chargeIds: readonly string[]): Promise<Map<string, Tax[]>> {
    return this.dependencies.charges.taxesOf(db, actor, chargeIds);
  }

  /** The filters of charges, by charge id, in their order. */
  filtersOfCharges(db: Db, actor: Actor, chargeIds: readonly string[]): Promise<Map<string, ChargeFilter[]>> {
    return this.dependencies.charges.filtersOf(db, actor, chargeIds);
  }

  /** The fixed charges of plans, by plan id, in their order. */
  fixedChargesOf(db: Db, actor: Actor, planIds: readonly string[]): Promise<Map<string, FixedCharge[]>> {
    return this.dependencies.fixedCharges.ofPlans(db, actor, planIds);
  }

  /** The minimum commitments of plans, by plan id; a plan without one is left out. */
  commitmentsOf(db: Db, actor: Actor, planIds: readonly string[]): Promise<Map<string, MinimumCommitment>> {
    return this.dependencies.commitments.ofPlans(db, actor, planIds);
  }

  /** The taxes of plans, by plan id. */
  taxesOf(db: Db, actor: Actor, planIds: readonly string[]): Promise<Map<string, Tax[]>> {
    return this.dependencies.taxes.listsOf(db, actor, planTaxList, planIds);
  }

  /**
   * @throws AppError `validation_errors` (subscriptions.md §10), `billable_metrics_not_found`, `add_ons_not_found`,
   *   `tax_not_found`.
   */
  async create(tx: Tx, actor: Actor, { ...input }: CreatePlan): Promise<Plan> {
    const errors = new FieldErrors();
    const values = checkPlan(errors, { ...UNSET, ...input });
    const parts = await this.checkParts(tx, actor, errors, input, { planId: null, subscribed: false });
    errors.throwIfAny();
    const { clock, changes, taxes } = this.dependencies;
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
   * Once the plan has a subscription, what it agreed to stays: those members are ignored (subscriptions.md §10).
   * @throws AppError `plan_not_found`; as `create`.
   */
  update(tx: Tx, actor: Actor, { id, cascadeUpdates, ...input }: UpdatePlan): Promise<Plan> {
    const { clock, taxes } = this.dependencies;
    const change = async (current: Plan, subscribed: boolean): Promise<Edited<Plan>> => {
      const errors = new FieldErrors();
      const values = checkPlan(errors, {
        ...current,
        trialPeriod: current.trialPeriodDays,
        ...(subscribed ? withoutAgreed(input) : input),
      });
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
   * Changes a plan or what belongs to it, recorded as one change of the plan. Nobody else changes it meanwhile.
   * @param change is told whether the plan has, or ever had, a subscription.
   * @param cascades whether the copies that single subscriptions have of the plan follow.
   * @throws AppError `plan_not_found`; what `change` throws.
   */
  async edit<Answer>(
    tx: Tx,
    actor: Actor,
    by: Identity,
    change: (plan: Plan, subscribed: boolean) => Promise<Edited<Answer>>,
    cascades: boolean | null = false,
  ): Promise<Answer> {
    const { snapshots, changes, use, cascade } = this.dependencies;
    const plan = await this.lock(tx, actor, by);
    const { id } = plan;
    const held = cascades === true ? await cascade.contentsOf(tx, actor, plan) : null;
    const before = await snapshots.of(tx, actor, 'plan', id);
    const { answer, quantities = [] } = await change(plan, await use.hasSubscriptions(tx, actor, id));
    const edited = { before: plan, plan: await this.get(tx, actor, { id }), quantities };
    const copies =
      held === null
        ? []
        : await cascade.follow(tx, actor, { ...edited, before: held }, await use.ownPlansOf(tx, actor, id));
    const changed = [edited, ...copies];
    await changes.announce(tx, actor, { type: 'plan.updated', plan: edited.plan, before, changed });
    return answer;
  }

  /**
   * Deletes the plan softly; it keeps its charges, which old invoices show. While it is in use, it only takes no
   * new subscriptions: those it has end soon after, each on its own time, then the plan goes. Source: rest-conventions.md §10.
   * @returns the plan as it was.
   * @throws AppError `plan_not_found`.
   */
  async delete(tx: Tx, actor: Actor, id: string): Promise<Plan> {
    const { clock, snapshots, changes, use } = this.dependencies;
    const plan = await this.lock(tx, actor, { id });
    if (plan.pendingDeletion) return plan;
    const before = await snapshots.of(tx, actor, 'plan', id);
    const isInUse = await use.isInUse(tx, actor, id);
    const values = isInUse ? { pendingDeletion: true } : { deletedAt: clock.now() };
    await planRepository.update(tx, actor.organizationId, id, values);
    await changes.announce(tx, actor, { type: 'plan.deleted', plan, before, isInUse });
    return plan;
  }

  /** Lets a plan go that was deleted while in use. Nothing happens while a subscription on it has not ended. */
  async completeDeletion(tx: Tx, actor: Actor, id: string): Promise<void> {
    const { clock, use } = this.dependencies;
    const { organizationId } = actor;
    const plan = await planRepository.lock(tx, organizationId, { id });
    if (plan?.pendingDeletion !== true || (await use.isInUse(tx, actor, id))) return;
    await planRepository.update(tx, organizationId, id, { deletedAt: clock.now() });
  }

  /** The plans of every organization that wait for their subscriptions to end. */
  pendingDeletion(db: Db): Promise<Pick<Plan, 'id' | 'organizationId'>[]> {
    return planRepository.findPendingDeletion(db);
  }

  private async lock(tx: Tx, actor: Actor, by: Identity): Promise<Plan> {
    if ('id' in by && !isUuid(by.id)) throw notFound('plan');
    const plan = await planRepository.lock(tx, actor.organizationId, by);
    if (plan === null) throw notFound('plan');
    return plan;
  }

  /** Reports what is wrong with what a plan holds. */
  private async checkParts(
    tx: Tx,
    actor: Actor,
    errors: FieldErrors,
    sent: Pick<UpdatePlan, 'charges' | 'fixedCharges' | 'minimumCommitment'>,
    known: { readonly planId: string | null; readonly subscribed: boolean },
  ): Promise<WantedParts> {
    const { chargeEditor, fixedCharges, commitments } = this.dependencies;
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
    };
  }

  /** @returns the quantities that subscriptions on the plan are to have. */
  private async replaceParts(
    tx: Tx,
    actor: Actor,
    plan: Plan,
    parts: WantedParts,
  ): Promise<QuantityChange[]> {
    const { chargeEditor, fixedCharges, commitments } = this.dependencies;
    if (parts.charges !== undefined) await chargeEditor.replace(tx, actor, plan.id, parts.charges);
    if (parts.commitment !== undefined) await commitments.replace(tx, actor, plan, parts.commitment);
    return parts.fixedCharges === undefined ? [] : fixedCharges.replace(tx, actor, plan, parts.fixedCharges);
  }
}

const UNSET: SentPlan = {
  code: null,
  name: null,
  invoiceDisplayName: null,
  description: null,
  interval: null,
  amountCents: null,
  amountCurrency: null,
  payInAdvance: null,
  billChargesMonthly: null,
  billFixedChargesMonthly: null,
  metadata: null,
};

/** What a subscription agreed to. */
const AGREED = new Set([
  'code',
  'interval',
  'amountCurrency',
  'payInAdvance',
  'trialPeriod',
  'billChargesMonthly',
  'billFixedChargesMonthly',
]);

function withoutAgreed<Input extends object>(input: Input): Partial<Input> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !AGREED.has(name))) as Partial<Input>;
}
