import type { SentPaymentMethodReference } from '../payment-providers/payment-method-reference.js';
import { RestOnly } from '../../platform/api/surfaces.js';
import { ArgsType, Extensions, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { CurrencyCode, enumOf } from '../../platform/api/enums.js';
import { DateTime, DateTimeMillis, JsonObject } from '../../platform/api/scalars.js';
import {
  REPLACED_THRESHOLDS,
  UsageThresholdInput,
} from '../plans/usage-thresholds/usage-threshold.schema.js';
import { SectionChoiceInput } from '../invoice-custom-sections/invoice-custom-section.schema.js';
import { PlanOverridesInput } from '../plans/own-plans/plan-override.schema.js';
import { ActivationRuleInput } from './activation-rule.schema.js';
import { type Subscription, subscriptions } from './subscription.table.js';
import type {
  CreateSubscription,
  NamedSubscription,
  SubscriptionFilter,
  SubscriptionMembers,
  TerminateSubscription,
  UpdateSubscription,
} from './subscription.input.js';
import { subscriptionOrders } from './subscription.list.js';
import { TestFilterInput } from '../customers/test-filter.schema.js';

export const SubscriptionStatus = enumOf(subscriptions.status.enumValues);
registerEnumType(SubscriptionStatus, {
  name: 'SubscriptionStatus',
  description: 'State of a subscription.',
  valuesConfig: {
    active: { description: 'Started, and not ended.' },
    canceled: { description: 'Canceled before its start.' },
    incomplete: { description: 'Awaits its first payment.' },
    pending: { description: 'Starts in the future.' },
    terminated: { description: 'Ended.' },
  },
});

export const LiveSubscriptionStatus = enumOf(['active', 'pending']);
registerEnumType(LiveSubscriptionStatus, {
  name: 'LiveSubscriptionStatus',
  description: 'State of a subscription that can be changed.',
  valuesConfig: {
    active: { description: 'Started, and not ended.' },
    pending: { description: 'Starts in the future.' },
  },
});

/** Identifies a subscription in queries for its charges, fixed charges and the like. */
@ArgsType()
export class NamedSubscriptionArgs implements NamedSubscription {
  @Field(() => String)
  externalId!: string;

  @Field(() => SubscriptionStatus, {
    nullable: true,
    description: 'Status of the subscription. Default `active`.',
  })
  status?: Subscription['status'] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to use an incomplete subscription if there is none with the status.',
  })
  orIncomplete?: boolean | null;
}

export const BillingTime = enumOf(subscriptions.billingTime.enumValues);
registerEnumType(BillingTime, {
  name: 'BillingTime',
  description:
    'Whether billing periods start on the first day of the week, month or year (calendar), or on the ' +
    'anniversary of `subscriptionAt`.',
  valuesConfig: {
    anniversary: { description: 'Billing periods start on the day on which the subscription started.' },
    calendar: {
      description: 'Billing periods start on the first day of the week, month, quarter, half-year or year.',
    },
  },
});

export const OnTerminationInvoice = enumOf(subscriptions.onTerminationInvoice.enumValues);
registerEnumType(OnTerminationInvoice, {
  name: 'OnTerminationInvoice',
  description: 'Whether unbilled amounts are invoiced when the subscription is terminated.',
  valuesConfig: {
    generate: { description: 'An invoice bills what is left to bill.' },
    skip: { description: 'No invoice is made.' },
  },
});

export const OnTerminationCreditNote = enumOf(subscriptions.onTerminationCreditNote.enumValues);
registerEnumType(OnTerminationCreditNote, {
  name: 'OnTerminationCreditNote',
  description: 'How the unused days of a plan billed in advance are given back on termination.',
  valuesConfig: {
    credit: { description: 'What was paid in advance and not used is credited to later invoices.' },
    offset: {
      description: 'What was paid and not used is paid back, and the rest is deducted from what is due.',
    },
    refund: { description: 'What was paid and not used is paid back, and the rest is credited.' },
    skip: { description: 'Nothing is given back.' },
  },
});

export const PaymentMethodType = enumOf(subscriptions.paymentMethodType.enumValues);
registerEnumType(PaymentMethodType, {
  name: 'PaymentMethodType',
  description: 'Charged automatically by a provider, or paid manually.',
  valuesConfig: {
    manual: { description: 'Payments are recorded by hand.' },
    provider: { description: 'A payment provider charges the customer.' },
  },
});

export const CancellationReason = enumOf(subscriptions.cancellationReason.enumValues);
registerEnumType(CancellationReason, {
  name: 'CancellationReason',
  description: 'Why an incomplete subscription was canceled: its payment failed, or was not made in time.',
  valuesConfig: {
    payment_failed: { description: 'The first payment failed.' },
    timeout: { description: 'The first payment did not arrive in time.' },
  },
});

@ObjectType({ description: 'The payment method for invoices.' })
export class PaymentMethodReference {
  @Field(() => PaymentMethodType, {
    nullable: true,
    description: 'Whether a payment provider charges the customer or payments are recorded by hand.',
  })
  paymentMethodType!: Subscription['paymentMethodType'];

  @Field(() => ID, { nullable: true, description: 'Id of the payment method; null for the default one.' })
  paymentMethodId!: string | null;
}

/** Not named `Subscription`, since that is the name of GraphQL's third root type. */
@ObjectType('PlanSubscription', { description: "A customer's subscription to a plan." })
export class SubscriptionType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, {
    description: 'Set by the caller. At most one active subscription has it at a time.',
  })
  externalId!: string;

  @Field(() => ID)
  customerId!: string;

  @Field(() => ID)
  planId!: string;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => SubscriptionStatus)
  status!: Subscription['status'];

  @Field(() => BillingTime, { description: 'Where billing periods start.' })
  billingTime!: Subscription['billingTime'];

  @Field(() => DateTime, {
    description: 'Start date of the subscription. Its day is the anchor of anniversary billing periods.',
  })
  subscriptionAt!: Date;

  @Field(() => DateTimeMillis, {
    nullable: true,
    description: 'When the current plan of the subscription started; null before the start.',
  })
  startedAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When the subscription became active; null before.' })
  activatedAt!: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the subscription ends by itself; null for never.',
  })
  endingAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When the subscription ended; null before.' })
  terminatedAt!: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the subscription was canceled before its start; null if it was not.',
  })
  canceledAt!: Date | null;

  @Field(() => CancellationReason, {
    nullable: true,
    description: 'Why an incomplete subscription was canceled.',
  })
  cancellationReason!: Subscription['cancellationReason'];

  @Field(() => DateTime, { nullable: true, description: 'When the free trial ended.' })
  trialEndedAt!: Date | null;

  @Field(() => OnTerminationInvoice, {
    description: 'Whether an invoice is made when the subscription ends.',
  })
  onTerminationInvoice!: Subscription['onTerminationInvoice'];

  @Field(() => OnTerminationCreditNote, {
    nullable: true,
    description:
      'How the unused part of a plan billed in advance is given back on termination. Null for plans billed in ' +
      'arrears, and while no choice is stored; termination then uses and stores `credit`.',
  })
  onTerminationCreditNote!: Subscription['onTerminationCreditNote'];

  @Field(() => Boolean, {
    description: 'Whether it may be billed on one invoice with other subscriptions of the customer.',
  })
  consolidateInvoice!: boolean;

  @Field(() => String, { nullable: true })
  purchaseOrderNumber!: string | null;

  @Field(() => Boolean, { description: 'True: no usage is invoiced before its billing period ends.' })
  progressiveBillingDisabled!: boolean;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType({ description: 'How a subscription is paid.' })
export class PaymentMethodReferenceInput implements SentPaymentMethodReference {
  @Field(() => PaymentMethodType, {
    nullable: true,
    description: 'Whether a payment provider charges the customer or payments are recorded by hand.',
  })
  paymentMethodType?: Subscription['paymentMethodType'];

  @Field(() => ID, { nullable: true, description: 'Id of the payment method; null for the default one.' })
  paymentMethodId?: string | null;
}

/** Members that can be set at any time; customer, plan and billing time are chosen once. */
@InputType()
export abstract class SubscriptionMembersInput implements SubscriptionMembers {
  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the subscription starts. Default now. A subscription that starts on a later day is pending until ' +
      'then. Cannot be changed after the start.',
  })
  subscriptionAt?: Date | null;

  @Field(() => String, { nullable: true, description: "Defaults to the customer's." })
  billingEntityCode?: string | null;

  @Field(() => PaymentMethodReferenceInput, { nullable: true })
  paymentMethod?: PaymentMethodReferenceInput | null;

  @Field(() => Boolean, { nullable: true, description: 'Default true.' })
  consolidateInvoice?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'Printed on invoices. Subscriptions with different numbers get separate invoices.',
  })
  purchaseOrderNumber?: string | null;

  @Extensions({ invalidCode: 'invalid_value' })
  @Field(() => OnTerminationInvoice, { nullable: true, description: 'Default `generate`.' })
  onTerminationInvoice?: Subscription['onTerminationInvoice'] | null;

  @Extensions({ invalidCode: 'invalid_value' })
  @Field(() => OnTerminationCreditNote, {
    nullable: true,
    description: 'Ignored for plans billed in arrears.',
  })
  onTerminationCreditNote?: Subscription['onTerminationCreditNote'];

  @Field(() => DateTime, {
    nullable: true,
    description: 'Must be a later day than today and than the start.',
  })
  endingAt?: Date | null;

  @Field(() => PlanOverridesInput, {
    nullable: true,
    description: "Plan overrides. They change the subscription's plan override if it has one.",
  })
  planOverrides?: PlanOverridesInput | null;

  @Field(() => [UsageThresholdInput], {
    nullable: true,
    description: `${REPLACED_THRESHOLDS} They apply instead of those of the plan.`,
  })
  usageThresholds?: UsageThresholdInput[] | null;

  @Field(() => [ActivationRuleInput], {
    nullable: true,
    description:
      'Conditions for activation. Replaces the whole list; allowed only before the subscription starts.',
  })
  activationRules?: ActivationRuleInput[] | null;

  @Field(() => SectionChoiceInput, {
    nullable: true,
    description: 'The custom sections of its invoices.',
  })
  invoiceCustomSection?: SectionChoiceInput | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: no usage is invoiced before its billing period ends. Default false.',
  })
  progressiveBillingDisabled?: boolean | null;
}

@InputType({ description: 'A new subscription. An unknown customer is created.' })
export class CreateSubscriptionInput extends SubscriptionMembersInput implements CreateSubscription {
  @Field(() => String)
  externalCustomerId!: string;

  @Field(() => String)
  planCode!: string;

  @Field(() => String)
  externalId!: string;

  @Field(() => BillingTime, { nullable: true, description: 'Default `calendar`.' })
  billingTime?: Subscription['billingTime'] | null;

  @Field(() => JsonObject, { nullable: true, description: 'Not built yet: refused.' })
  @RestOnly()
  authorization?: Record<string, unknown> | null;
}

@InputType({ description: 'Changes of a subscription. Omitted fields keep their value.' })
export class UpdateSubscriptionInput extends SubscriptionMembersInput implements UpdateSubscription {
  @Field(() => ID)
  id!: string;
}

@InputType({ description: 'Terminates an active subscription now, or cancels a pending one.' })
export class TerminateSubscriptionInput implements TerminateSubscription {
  @Field(() => ID)
  id!: string;

  @Extensions({ invalidCode: 'invalid_value' })
  @Field(() => OnTerminationInvoice, { nullable: true, description: 'Defaults to the stored setting.' })
  onTerminationInvoice?: Subscription['onTerminationInvoice'] | null;

  @Extensions({ invalidCode: 'invalid_value' })
  @Field(() => OnTerminationCreditNote, {
    nullable: true,
    description: 'Defaults to the stored setting. Ignored for plans billed in arrears.',
  })
  onTerminationCreditNote?: Subscription['onTerminationCreditNote'];
}

@ObjectType()
export class SubscriptionPayload {
  @Field(() => SubscriptionType)
  subscription!: SubscriptionType;
}

@InputType('SubscriptionFilter', { description: 'Filters subscriptions. All conditions must hold.' })
export class SubscriptionFilterInput extends TestFilterInput implements SubscriptionFilter {
  @Field(() => String, { nullable: true })
  externalCustomerId?: string | null;

  @Field(() => String, { nullable: true })
  externalId?: string | null;

  @Field(() => String, { nullable: true })
  planCode?: string | null;

  @Field(() => [SubscriptionStatus], { nullable: true, description: 'Only active ones by default.' })
  status?: Subscription['status'][] | null;

  @Field(() => CurrencyCode, { nullable: true })
  currency?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the subscription has a plan override.' })
  overridden?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only subscriptions of customers of one of these billing entities.',
  })
  billingEntityCodes?: string[] | null;
}

export const SubscriptionConnection = connectionOf(SubscriptionType, 'PlanSubscription');

export const PlanSubscriptionPageArgs = pageArgsOf('PlanSubscription', subscriptionOrders, {
  filter: SubscriptionFilterInput,
  search: "Matches part of the name or external id, or of the customer's names, external id or e-mail.",
});
