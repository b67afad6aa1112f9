import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { FailsWith } from '../../platform/api/failures.js';
import { defineLoader } from '../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { requireOneIdentifier } from '../../platform/api/members/require-one-identifier.js';
import { type IdInput } from '../../platform/api/members/shapes.js';
import { BillingEntityType } from '../billing-entities/api/billing-entity.schema.js';
import { CustomerType } from '../customers/api/customer.schema.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { BillingEntity } from '../billing-entities/records/billing-entity.table.js';
import {
  CreateDunningCampaignInput,
  DeleteDunningCampaignInput,
  DeleteDunningCampaignPayload,
  DunningCampaignConnection,
  DunningCampaignPageArgs,
  DunningCampaignPayload,
  DunningCampaignType,
  DunningThresholdType,
  SetBillingEntityDunningCampaignInput,
  SetBillingEntityDunningCampaignPayload,
  SetCustomerDunningInput,
  SetCustomerDunningPayload,
  UpdateDunningCampaignInput,
} from './dunning-campaign.schema.js';
import type { DunningCampaignService } from './dunning-campaign.service.js';
import type { DunningCampaign } from './dunning-campaign.table.js';

const FIELD_ERRORS = [
  'invalid_count',
  'invalid_email_format',
  'value_already_exist',
  'value_is_duplicated',
  'value_is_out_of_range',
] as const;

@Resolver(() => DunningCampaignType)
export class DunningCampaignResolver {
  constructor(private readonly campaigns: DunningCampaignService) {}

  @Query(() => DunningCampaignType, { description: 'The dunning campaign with this id or code.' })
  @Permission('organization', 'read')
  dunningCampaign(
    @Ctx() { db, actor }: Context,
    @Arg('id', () => ID, { nullable: true }) id?: string | null,
    @Arg('code', () => String, { nullable: true }) code?: string | null,
  ): Promise<DunningCampaign> {
    return this.campaigns.get(db, actor, requireOneIdentifier({ id, code }));
  }

  @Query(() => DunningCampaignConnection, {
    name: 'dunningCampaigns',
    description: 'Dunning campaigns, newest first.',
  })
  @Permission('organization', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => DunningCampaignPageArgs) args: ListArgs,
  ): Promise<Connection<DunningCampaign>> {
    return new DunningCampaignConnection(await this.campaigns.list(db, actor, listQuery(args, pageLimits)));
  }

  @Mutation(() => DunningCampaignPayload, { description: 'Creates a dunning campaign.' })
  @Permission('organization', 'write')
  @FailsWith({ fields: FIELD_ERRORS })
  async createDunningCampaign(
    @Ctx() context: Context,
    @Arg('input', () => CreateDunningCampaignInput) input: CreateDunningCampaignInput,
  ): Promise<{ dunningCampaign: DunningCampaign }> {
    return { dunningCampaign: await this.campaigns.create(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => DunningCampaignPayload, {
    description:
      'Updates a dunning campaign. Customers to whom it applies are considered at the next full hour.',
  })
  @Permission('organization', 'write')
  @FailsWith({ notFound: ['dunning campaign'], fields: FIELD_ERRORS })
  async updateDunningCampaign(
    @Ctx() context: Context,
    @Arg('input', () => UpdateDunningCampaignInput) input: UpdateDunningCampaignInput,
  ): Promise<{ dunningCampaign: DunningCampaign }> {
    return { dunningCampaign: await this.campaigns.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => DeleteDunningCampaignPayload, {
    description:
      'Deletes a dunning campaign. It no longer applies to any customer; its payment requests are kept.',
  })
  @Permission('organization', 'write')
  @FailsWith({ notFound: ['dunning campaign'] })
  async deleteDunningCampaign(
    @Ctx() context: Context,
    @Arg('input', () => DeleteDunningCampaignInput) { id }: IdInput,
  ): Promise<{ deletedId: string; dunningCampaign: DunningCampaign }> {
    const dunningCampaign = await this.campaigns.delete(context.beginWrite(), context.actor, id);
    return { deletedId: id, dunningCampaign };
  }

  @Mutation(() => SetBillingEntityDunningCampaignPayload, {
    description:
      'Sets the dunning campaign of a billing entity, which applies to its customers without one of their own. Their attempts begin again.',
  })
  @Permission('billing_entity', 'write')
  @FailsWith({ notFound: ['billing entity', 'dunning campaign'] })
  async setBillingEntityDunningCampaign(
    @Ctx() context: Context,
    @Arg('input', () => SetBillingEntityDunningCampaignInput, {
      description: 'The billing entity, and its new dunning campaign.',
    })
    input: SetBillingEntityDunningCampaignInput,
  ): Promise<{ billingEntity: BillingEntity }> {
    const tx = context.beginWrite();
    return { billingEntity: await this.campaigns.setOfEntity(tx, context.actor, input) };
  }

  @Mutation(() => SetCustomerDunningPayload, {
    description:
      'Sets the dunning campaign of a customer, and whether the customer is excluded from dunning.',
  })
  @Permission('customer', 'write')
  @FailsWith({ notFound: ['customer', 'dunning campaign'] })
  async setCustomerDunning(
    @Ctx() context: Context,
    @Arg('input', () => SetCustomerDunningInput, { description: 'The customer, and how it is dunned.' })
    input: SetCustomerDunningInput,
  ): Promise<{ customer: Customer }> {
    return { customer: await this.campaigns.setOfCustomer(context.beginWrite(), context.actor, input) };
  }

  @FieldResolver(() => [DunningThresholdType], { description: 'Thresholds, sorted by currency.' })
  @TypicalItems(1)
  thresholds(@Root() { thresholds }: DunningCampaign): DunningThresholdType[] {
    return thresholds.map(({ currency, amountCents }) => ({ currency, amountCents: BigInt(amountCents) }));
  }
}

/** Adds dunning to billing entities. */
@Resolver(() => BillingEntityType)
export class BillingEntityDunningResolver {
  private readonly ofEntities = defineLoader<string, DunningCampaign | null>(
    ({ db, actor }, ids) => campaignsOf(this.campaigns.assignedTo(db, actor, ids)),
    () => null,
  );

  constructor(private readonly campaigns: DunningCampaignService) {}

  @FieldResolver(() => DunningCampaignType, {
    nullable: true,
    description: 'Dunning campaign of its customers without one of their own.',
  })
  @Permission('organization', 'read')
  dunningCampaign(@Root() { id }: BillingEntity, @Ctx() context: Context): Promise<DunningCampaign | null> {
    return context.load(this.ofEntities, id);
  }
}

/** Adds dunning to customers. */
@Resolver(() => CustomerType)
export class CustomerDunningResolver {
  private readonly ofCustomers = defineLoader<string, DunningCampaign | null>(
    ({ db, actor }, ids) => campaignsOf(this.campaigns.assignedTo(db, actor, ids)),
    () => null,
  );

  private readonly exclusions = defineLoader<string, boolean>(
    async ({ db, actor }, ids) => {
      const excluded = await this.campaigns.excluded(db, actor, ids);
      return new Map(ids.map((id) => [id, excluded.has(id)]));
    },
    () => false,
  );

  constructor(private readonly campaigns: DunningCampaignService) {}

  @FieldResolver(() => DunningCampaignType, {
    nullable: true,
    description: 'Dunning campaign of the customer; null if that of the billing entity applies.',
  })
  @Permission('organization', 'read')
  dunningCampaign(@Root() { id }: Customer, @Ctx() context: Context): Promise<DunningCampaign | null> {
    return context.load(this.ofCustomers, id);
  }

  @FieldResolver(() => Boolean, { description: 'Whether no dunning campaign applies to the customer.' })
  excludedFromDunning(@Root() { id }: Customer, @Ctx() context: Context): Promise<boolean> {
    return context.load(this.exclusions, id);
  }
}

async function campaignsOf(
  assigned: Promise<Map<string, { readonly campaign: DunningCampaign }>>,
): Promise<Map<string, DunningCampaign>> {
  return new Map([...(await assigned)].map(([ownerId, { campaign }]) => [ownerId, campaign]));
}
