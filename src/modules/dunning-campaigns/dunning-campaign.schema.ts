import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { CurrencyCode } from '../../platform/api/enums.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { DateTime, SafeInt } from '../../platform/api/scalars.js';
import type {
  CreateDunningCampaign,
  DunningCampaignMembers,
  SentDunningThreshold,
  SetBillingEntityDunningCampaign,
  SetCustomerDunning,
  UpdateDunningCampaign,
} from './dunning-campaign.input.js';
import { BillingEntityType } from '../billing-entities/billing-entity.schema.js';
import { CustomerType } from '../customers/customer.schema.js';
import { dunningCampaignOrders } from './dunning-campaign.list.js';

@ObjectType('DunningThreshold', { description: 'The lowest overdue balance at which customers are dunned.' })
export class DunningThresholdType {
  @Field(() => CurrencyCode, { description: 'Currency of the balance.' })
  currency!: string;

  @Field(() => SafeInt, { description: 'Lowest overdue balance in this currency.' })
  amountCents!: bigint;
}

@ObjectType('DunningCampaign', {
  description: 'A schedule of payment requests to customers with overdue invoices.',
})
export class DunningCampaignType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'Set by the caller. Unique among campaigns that are not deleted.' })
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true })
  description!: string | null;

  @Field(() => [String], { description: 'Addresses that receive copies of the e-mails.' })
  bccEmails!: string[];

  @Field(() => Int, { description: 'Least number of days between two attempts.' })
  daysBetweenAttempts!: number;

  @Field(() => Int, { description: 'Number of attempts in each currency.' })
  maxAttempts!: number;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType({ description: 'The lowest overdue balance at which customers are dunned.' })
export class DunningThresholdInput implements SentDunningThreshold {
  @Field(() => CurrencyCode, { description: 'At most one threshold for each currency.' })
  currency!: string;

  @Field(() => SafeInt, { description: 'Zero or more.' })
  amountCents!: bigint;
}

@InputType()
abstract class DunningCampaignMembersInput implements DunningCampaignMembers {
  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => [String], { nullable: true, description: 'Addresses that receive copies of the e-mails.' })
  bccEmails?: string[] | null;

  @Field(() => Int, { nullable: true, description: 'Default 1.' })
  daysBetweenAttempts?: number | null;

  @Field(() => Int, { nullable: true, description: 'Default 1.' })
  maxAttempts?: number | null;
}

@InputType({ description: 'A new dunning campaign.' })
export class CreateDunningCampaignInput extends DunningCampaignMembersInput implements CreateDunningCampaign {
  @Field(() => String)
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => [DunningThresholdInput], { description: 'At least one.' })
  thresholds!: DunningThresholdInput[];
}

@InputType({ description: 'Changes of a dunning campaign. Omitted fields keep their value.' })
export class UpdateDunningCampaignInput extends DunningCampaignMembersInput implements UpdateDunningCampaign {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  code?: string | null;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => [DunningThresholdInput], { nullable: true, description: 'Replaces all thresholds.' })
  thresholds?: DunningThresholdInput[] | null;
}

@InputType()
export class DeleteDunningCampaignInput {
  @Field(() => ID)
  id!: string;
}

@InputType({ description: 'The dunning campaign of a billing entity.' })
export class SetBillingEntityDunningCampaignInput implements SetBillingEntityDunningCampaign {
  @Field(() => ID, { description: 'Id of the billing entity.' })
  billingEntityId!: string;

  @Field(() => ID, { nullable: true, description: 'Id of the dunning campaign; null for none.' })
  dunningCampaignId?: string | null;
}

@InputType({ description: 'Changes of the dunning of a customer. Omitted fields keep their value.' })
export class SetCustomerDunningInput implements SetCustomerDunning {
  @Field(() => ID)
  customerId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of a dunning campaign in place of that of the billing entity; null for none.',
  })
  dunningCampaignId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True excludes the customer from dunning.' })
  excluded?: boolean | null;
}

@ObjectType()
export class DunningCampaignPayload {
  @Field(() => DunningCampaignType)
  dunningCampaign!: DunningCampaignType;
}

@ObjectType()
export class DeleteDunningCampaignPayload {
  @Field(() => ID)
  deletedId!: string;

  @Field(() => DunningCampaignType, { description: 'The deleted dunning campaign.' })
  dunningCampaign!: DunningCampaignType;
}

@ObjectType()
export class SetBillingEntityDunningCampaignPayload {
  @Field(() => BillingEntityType)
  billingEntity!: BillingEntityType;
}

@ObjectType()
export class SetCustomerDunningPayload {
  @Field(() => CustomerType)
  customer!: CustomerType;
}

export const DunningCampaignConnection = connectionOf(DunningCampaignType, 'DunningCampaign');

export const DunningCampaignPageArgs = pageArgsOf('DunningCampaign', dunningCampaignOrders, {
  search: 'Matches part of the name or code.',
});
