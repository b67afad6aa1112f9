import { ArgsType, Extensions, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { CurrencyCode, enumOf } from '../../platform/api/enums.js';
import { DateTime, DateTimeMillis, JsonObject } from '../../platform/api/scalars.js';
import { PlanOverridesInput } from '../plans/plan-override.schema.js';
import { ActivationRuleInput } from './activation-rule.schema.js';
import { type Subscription, subscriptions } from './subscription.table.js';
import type {
  CreateSubscription,
  NamedSubscription,
  SentPaymentMethodReference,
  SubscriptionFilter,
  SubscriptionMembers,
  TerminateSubscription,
  UpdateSubscription,
} from './subscription.input.js';

export const SubscriptionStatus = enumOf(subscriptions.status.enumValues);
registerEnumType(SubscriptionStatus, { name: 'SubscriptionStatus' });

/** How queries of what a subscription has name it. */
@ArgsType()
export class NamedSubscriptionArgs implements NamedSubscription {
  @Field(() => String)
  externalId!: string;

  @Field(() => SubscriptionStatus, {
    nullable: true,
    description: 'Of the subscription: active unless told otherwise.',
  })
  status?: Subscription['status'] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Takes one that waits to become active, when there is none of the status.',
  })
  orIncomplete?: boolean | null;
}

export const BillingTime = enumOf(subscriptions.billingTime.enumValues);
registerEnumType(BillingTime, {
  name: 'BillingTime',
  description: 'Periods start on the first day of the week, month, ..., or on the day of `subscriptionAt`.',
});

export const OnTerminationInvoice = enumOf(subscriptions.onTerminationInvoice.enumValues);
registerEnumType(OnTerminationInvoice, {
  name: 'OnTerminationInvoice',
  description: 'Whether what is not billed yet is billed when the subscription ends.',
});

export const OnTerminationCreditNote = enumOf(subscriptions.onTerminationCreditNote.enumValues);
registerEnumType(OnTerminationCreditNote, {
  name: 'OnTerminationCreditNote',
  description: 'What is given back for the days of a plan in advance that are left when it ends.',
});

export const PaymentMethodType = enumOf(subscriptions.paymentMethodType.enumValues);
registerEnumType(PaymentMethodType, {
  name: 'PaymentMethodType',
  description: 'Charged by a provider, or never charged automatically.',
});

export const CancellationReason = enumOf(subscriptions.cancellationReason.enumValues);
registerEnumType(CancellationReason, {
  name: 'CancellationReason',
  description: 'What a subscription had to be paid for, was not, or not in time.',
});

@ObjectType({ description: 'How invoices are paid.' })
export class PaymentMethodReference {
  @Field(() => PaymentMethodType, { nullable: true })
  paymentMethodType!: Subscription['paymentMethodType'];

  @Field(() => ID, { nullable: true })
  paymentMethodId!: string | null;
}

/** Not `Subscription`: that is the name of GraphQL's third root type. */
@ObjectType('PlanSubscription', { description: "A customer's running plan." })
export class SubscriptionType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'Chosen by the caller; one active subscription has it at a time.' })
  externalId!: string;

  @Field(() => ID)
  customerId!: string;

  @Field(() => ID)
  planId!: string;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => SubscriptionStatus)
  status!: Subscription['status'];

  @Field(() => BillingTime)
  billingTime!: Subscription['billingTime'];

  @Field(() => DateTime, { description: 'Its day is the anchor of anniversary periods.' })
  subscriptionAt!: Date;

  @Field(() => DateTimeMillis, { nullable: true })
  startedAt!: Date | null;

  @Field(() => DateTime, { nullable: true })
  activatedAt!: Date | null;

  @Field(() => DateTime, { nullable: true })
  endingAt!: Date | null;

  @Field(() => DateTime, { nullable: true })
  terminatedAt!: Date | null;

  @Field(() => DateTime, { nullable: true })
  canceledAt!: Date | null;

  @Field(() => CancellationReason, { nullable: true, description: 'Why one that was incomplete never ran.' })
  cancellationReason!: Subscription['cancellationReason'];

  @Field(() => DateTime, { nullable: true, description: 'When its free trial was over.' })
  trialEndedAt!: Date | null;

  @Field(() => OnTerminationInvoice)
  onTerminationInvoice!: Subscription['onTerminationInvoice'];

  @Field(() => OnTerminationCreditNote, {
    nullable: true,
    description:
      'What the end does with the unused part of a plan paid in advance. Null for a plan in arrears, and while an active ' +
      'subscription has no choice stored; the end then stores `credit`.',
  })
  onTerminationCreditNote!: Subscription['onTerminationCreditNote'];

  @Field(() => Boolean, { description: 'Whether it may share invoices with other subscriptions.' })
  consolidateInvoice!: boolean;

  @Field(() => String, { nullable: true })
  purchaseOrderNumber!: string | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType()
export class PaymentMethodReferenceInput implements SentPaymentMethodReference {
  @Field(() => PaymentMethodType, { nullable: true })
  paymentMethodType?: Subscription['paymentMethodType'];

  @Field(() => ID, { nullable: true })
  paymentMethodId?: string | null;
}

/** What may be said of a subscription at any time; its customer, plan and kind of periods are chosen once. */
@InputType()
export abstract class SubscriptionMembersInput implements SubscriptionMembers {
  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'Now unless told otherwise; pending until then when it lies on a later day. Stays once it has begun.',
  })
  subscriptionAt?: Date | null;

  @Field(() => String, { nullable: true, description: "The customer's unless told otherwise." })
  billingEntityCode?: string | null;

  @Field(() => PaymentMethodReferenceInput, { nullable: true })
  paymentMethod?: PaymentMethodReferenceInput | null;

  @Field(() => Boolean, { nullable: true, description: 'True unless told otherwise.' })
  consolidateInvoice?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Printed on invoices; splits them.' })
  purchaseOrderNumber?: string | null;

  @Extensions({ invalidCode: 'invalid_value' })
  @Field(() => OnTerminationInvoice, { nullable: true, description: 'Generate unless told otherwise.' })
  onTerminationInvoice?: Subscription['onTerminationInvoice'] | null;

  @Extensions({ invalidCode: 'invalid_value' })
  @Field(() => OnTerminationCreditNote, { nullable: true, description: 'Ignored for a plan in arrears.' })
  onTerminationCreditNote?: Subscription['onTerminationCreditNote'];

  @Field(() => DateTime, { nullable: true, description: 'On a later day than today and the start.' })
  endingAt?: Date | null;

  @Field(() => PlanOverridesInput, {
    nullable: true,
    description: 'What it has otherwise than its plan; changes its own plan when it has one.',
  })
  planOverrides?: PlanOverridesInput | null;

  @Field(() => [JsonObject], { nullable: true, description: 'Not built yet: refused.' })
  usageThresholds?: Record<string, unknown>[] | null;

  @Field(() => [ActivationRuleInput], {
    nullable: true,
    description: 'What it waits for before it becomes active. Only before it begins; the list is replaced.',
  })
  activationRules?: ActivationRuleInput[] | null;

  @Field(() => JsonObject, { nullable: true, description: 'Not built yet: refused.' })
  invoiceCustomSection?: Record<string, unknown> | null;

  @Field(() => Boolean, { nullable: true, description: 'True is not built yet: refused.' })
  progressiveBillingDisabled?: boolean | null;
}

@InputType({ description: 'A new subscription. The customer is created when it is unknown.' })
export class CreateSubscriptionInput extends SubscriptionMembersInput implements CreateSubscription {
  @Field(() => String)
  externalCustomerId!: string;

  @Field(() => String)
  planCode!: string;

  @Field(() => String)
  externalId!: string;

  @Field(() => BillingTime, { nullable: true, description: 'Calendar unless told otherwise.' })
  billingTime?: Subscription['billingTime'] | null;

  @Field(() => JsonObject, { nullable: true, description: 'Not built yet: refused.' })
  authorization?: Record<string, unknown> | null;
}

@InputType({ description: 'Changes of a subscription; what is left out stays as it is.' })
export class UpdateSubscriptionInput extends SubscriptionMembersInput implements UpdateSubscription {
  @Field(() => ID)
  id!: string;
}

@InputType({ description: 'Ends an active subscription now, or cancels a pending one.' })
export class TerminateSubscriptionInput implements TerminateSubscription {
  @Field(() => ID)
  id!: string;

  @Extensions({ invalidCode: 'invalid_value' })
  @Field(() => OnTerminationInvoice, { nullable: true, description: 'As stored unless told otherwise.' })
  onTerminationInvoice?: Subscription['onTerminationInvoice'] | null;

  @Extensions({ invalidCode: 'invalid_value' })
  @Field(() => OnTerminationCreditNote, {
    nullable: true,
    description: 'As stored unless told otherwise; ignored for a plan in arrears.',
  })
  onTerminationCreditNote?: Subscription['onTerminationCreditNote'];
}

@ObjectType()
export class SubscriptionPayload {
  @Field(() => SubscriptionType)
  subscription!: SubscriptionType;
}

@InputType('SubscriptionFilter', { description: 'Which subscriptions; what is left out does not restrict.' })
export class SubscriptionFilterInput implements SubscriptionFilter {
  @Field(() => String, { nullable: true })
  externalCustomerId?: string | null;

  @Field(() => String, { nullable: true })
  externalId?: string | null;

  @Field(() => String, { nullable: true })
  planCode?: string | null;

  @Field(() => [SubscriptionStatus], { nullable: true, description: 'Active ones unless told otherwise.' })
  status?: Subscription['status'][] | null;

  @Field(() => CurrencyCode, { nullable: true })
  currency?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the plan was changed for the subscription.' })
  overridden?: boolean | null;

  @Field(() => [String], { nullable: true })
  billingEntityCodes?: string[] | null;
}

export const SubscriptionConnection = connectionOf(SubscriptionType, 'PlanSubscription');
