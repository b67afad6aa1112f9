import { RestOnly } from '../../platform/api/members/surfaces.js';
import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { requireOneIdentifier } from '../../platform/api/members/require-one-identifier.js';
import { defineLoader } from '../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { LargeBody } from '../../platform/api/large-body.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { type IdInput } from '../../platform/api/members/shapes.js';
import { notFound } from '../../platform/errors/app-error.js';
import { TaxType } from '../taxes/tax.schema.js';
import type { Tax } from '../taxes/tax.table.js';
import { ChargeType } from './charges/charge.schema.js';
import type { Charge } from './charges/charge.table.js';
import { FixedChargeType } from './fixed-charges/fixed-charge.schema.js';
import type { FixedCharge } from './fixed-charges/fixed-charge.table.js';
import { MinimumCommitmentType } from './commitments/minimum-commitment.schema.js';
import type { MinimumCommitment } from './commitments/minimum-commitment.table.js';
import {
  CreatePlanInput,
  DeletePlanInput,
  DeletePlanMetadataInput,
  DeletePlanPayload,
  DuplicatePlanInput,
  MergePlanMetadataInput,
  PlanConnection,
  PlanPageArgs,
  PlanMetadataPayload,
  PlanPayload,
  PlanType,
  SetPlanMetadataInput,
  UpdatePlanInput,
} from './plan.schema.js';
import type { PlanDuplication } from './contents/plan-duplication.service.js';
import type { PlanMetadataService } from './plan-metadata.service.js';
import type { PlanEditor } from './plan-editor.service.js';
import type { PlanService } from './plan.service.js';
import type { Plan } from './plan.table.js';
import { UsageThresholdType } from './usage-thresholds/usage-threshold.schema.js';
import type { UsageThreshold } from './usage-thresholds/usage-threshold.table.js';

@Resolver(() => PlanType)
export class PlanResolver {
  /** Checks the size of a page of plans once, before their charges are read. */
  private readonly isReadable = defineLoader<string, true>(
    async ({ db, actor }, ids) => {
      await this.plans.requireReadable(db, actor, ids);
      return new Map();
    },
    () => true,
  );
  private readonly chargesByPlan = defineLoader<string, Charge[]>(
    ({ db, actor }, ids) => this.plans.chargesOf(db, actor, ids),
    () => [],
  );
  private readonly taxesByPlan = defineLoader<string, Tax[]>(
    ({ db, actor }, ids) => this.plans.taxesOf(db, actor, ids),
    () => [],
  );
  private readonly thresholdsByPlan = defineLoader<string, UsageThreshold[]>(
    ({ db, actor }, ids) => this.plans.usageThresholdsOf(db, actor, ids),
    () => [],
  );
  private readonly fixedChargesByPlan = defineLoader<string, FixedCharge[]>(
    ({ db, actor }, ids) => this.plans.fixedChargesOf(db, actor, ids),
    () => [],
  );
  private readonly commitmentsByPlan = defineLoader<string, MinimumCommitment | null>(
    ({ db, actor }, ids) => this.plans.commitmentsOf(db, actor, ids),
    () => null,
  );

  private readonly parents = defineLoader<string, Plan>(
    ({ db, actor }, ids) => this.plans.getMany(db, actor, ids),
    () => notFound('plan'),
  );

  constructor(
    private readonly plans: PlanService,
    private readonly planEditor: PlanEditor,
    private readonly metadata: PlanMetadataService,
    private readonly duplication: PlanDuplication,
  ) {}

  @Query(() => PlanType, { description: 'The plan with this id or code.' })
  @Permission('plan', 'read')
  plan(
    @Ctx() { db, actor }: Context,
    @Arg('id', () => ID, { nullable: true }) id?: string | null,
    @Arg('code', () => String, { nullable: true }) code?: string | null,
  ): Promise<Plan> {
    return this.plans.get(db, actor, requireOneIdentifier({ id, code }));
  }

  @Query(() => PlanConnection, {
    name: 'plans',
    description: 'Plans, newest first.',
  })
  @Permission('plan', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => PlanPageArgs) args: ListArgs,
  ): Promise<Connection<Plan>> {
    return new PlanConnection(await this.plans.list(db, actor, listQuery(args, pageLimits)));
  }

  @FieldResolver(() => PlanType, {
    nullable: true,
    description: 'The sold plan that a plan of a single subscription overrides. Null for sold plans.',
  })
  parent(@Root() { parentId }: Plan, @Ctx() context: Context): Promise<Plan> | null {
    return parentId === null ? null : context.load(this.parents, parentId);
  }

  @Mutation(() => PlanPayload, { description: 'Creates a plan with its charges.' })
  @Permission('plan', 'write')
  @LargeBody()
  @FailsWith({
    notFound: ['billable metrics', 'add-ons', 'tax'],
    fields: ['value_already_exist', 'invalid_charge_model', 'invalid_amount'],
  })
  async createPlan(
    @Ctx() context: Context,
    @Arg('input', () => CreatePlanInput) input: CreatePlanInput,
  ): Promise<{ plan: Plan }> {
    return { plan: await this.planEditor.create(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => PlanPayload, { description: 'Updates a plan and its charges.' })
  @Permission('plan', 'write')
  @LargeBody()
  @FailsWith({
    notFound: ['plan', 'billable metrics', 'add-ons', 'tax'],
    fields: ['value_already_exist', 'invalid_charge_model', 'invalid_amount'],
  })
  async updatePlan(
    @Ctx() context: Context,
    @Arg('input', () => UpdatePlanInput) input: UpdatePlanInput,
  ): Promise<{ plan: Plan }> {
    return { plan: await this.planEditor.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => PlanPayload, {
    description:
      'Creates a plan as a copy of another, with its charges, fixed charges, thresholds, commitment, taxes, entitlements and ' +
      'metadata. Later changes of one do not affect the other.',
  })
  @Permission('plan', 'write')
  @FailsWith({ notFound: ['plan'], fields: ['value_already_exist'] })
  async duplicatePlan(
    @Ctx() context: Context,
    @Arg('input', () => DuplicatePlanInput, {
      description: 'The plan to duplicate, with the code and the name of the copy.',
    })
    input: DuplicatePlanInput,
  ): Promise<{ plan: Plan }> {
    return { plan: await this.duplication.duplicate(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => DeletePlanPayload, {
    description: 'Deletes a plan and terminates its subscriptions. Issued documents keep showing it.',
  })
  @Permission('plan', 'write')
  @FailsWith({ notFound: ['plan'] })
  async deletePlan(
    @Ctx() context: Context,
    @Arg('input', () => DeletePlanInput) { id }: IdInput,
  ): Promise<{ deletedId: string; plan: Plan }> {
    return { deletedId: id, plan: await this.planEditor.delete(context.beginWrite(), context.actor, id) };
  }

  @Mutation(() => PlanMetadataPayload, { description: 'Replaces the metadata of a plan.' })
  @Permission('plan', 'write')
  @FailsWith({ notFound: ['plan'], fields: ['too_many_keys', 'key_too_long', 'value_too_long'] })
  async setPlanMetadata(
    @Ctx() context: Context,
    @Arg('input', () => SetPlanMetadataInput, { description: 'The plan, and all of its new metadata.' })
    input: SetPlanMetadataInput,
  ): Promise<PlanMetadataPayload> {
    return { metadata: await this.metadata.set(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => PlanMetadataPayload, { description: 'Adds or changes metadata keys of a plan.' })
  @Permission('plan', 'write')
  @FailsWith({ notFound: ['plan'], fields: ['too_many_keys', 'key_too_long', 'value_too_long'] })
  async mergePlanMetadata(
    @Ctx() context: Context,
    @Arg('input', () => MergePlanMetadataInput, { description: 'The plan, and the keys to add or change.' })
    input: MergePlanMetadataInput,
  ): Promise<PlanMetadataPayload> {
    return { metadata: await this.metadata.merge(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => PlanMetadataPayload, { description: 'Removes metadata of a plan: one key, or all.' })
  @Permission('plan', 'write')
  @FailsWith({ notFound: ['plan', 'metadata'] })
  async deletePlanMetadata(
    @Ctx() context: Context,
    @Arg('input', () => DeletePlanMetadataInput, { description: 'The plan, and the key to remove.' })
    { id, code, key }: DeletePlanMetadataInput,
  ): Promise<PlanMetadataPayload> {
    return {
      metadata: await this.metadata.delete(
        context.beginWrite(),
        context.actor,
        requireOneIdentifier({ id, code }),
        key ?? null,
      ),
    };
  }

  @FieldResolver(() => [ChargeType], {
    description: 'Charges for usage, in the order in which they were sent.',
  })
  async charges(@Root() { id }: Plan, @Ctx() context: Context): Promise<Charge[]> {
    await context.load(this.isReadable, id);
    return context.load(this.chargesByPlan, id);
  }

  @FieldResolver(() => [TaxType], { description: 'Taxes applied to fees that have no taxes of their own.' })
  @Permission('tax', 'read')
  taxes(@Root() { id }: Plan, @Ctx() context: Context): Promise<Tax[]> {
    return context.load(this.taxesByPlan, id);
  }

  @FieldResolver(() => [FixedChargeType], {
    description: 'Fixed charges, in the order in which they were sent.',
  })
  async fixedCharges(@Root() { id }: Plan, @Ctx() context: Context): Promise<FixedCharge[]> {
    await context.load(this.isReadable, id);
    return context.load(this.fixedChargesByPlan, id);
  }

  @FieldResolver(() => MinimumCommitmentType, {
    nullable: true,
    description: 'The least that a subscription pays for each billing period; null for none.',
  })
  async minimumCommitment(
    @Root() { id, code: planCode, interval }: Plan,
    @Ctx() context: Context,
  ): Promise<MinimumCommitmentType | null> {
    const commitment = await context.load(this.commitmentsByPlan, id);
    return commitment === null ? null : { ...commitment, planCode, interval };
  }

  @FieldResolver(() => [UsageThresholdType], {
    description: 'Thresholds of progressive billing: fixed ones ascending, then the recurring one.',
  })
  usageThresholds(@Root() { id }: Plan, @Ctx() context: Context): Promise<UsageThreshold[]> {
    return context.load(this.thresholdsByPlan, id);
  }

  /** REST shows 0 for counts in the answers of writes, where counting subscriptions would be slow; the contract allows it. */
  @FieldResolver(() => Int, {
    deprecationReason: 'Always 0: REST shows it where it does not count.',
    description: 'Always 0: REST answers it for counts that it no longer makes.',
  })
  @RestOnly()
  uncounted(): number {
    return 0;
  }
}
