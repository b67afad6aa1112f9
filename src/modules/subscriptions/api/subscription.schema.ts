import type { SentPaymentMethodReference } from '../../payment-providers/methods/payment-method-reference.js';
import { ArgsType, Extensions, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import {
  Cents,
  Currency,
  Flag,
  Id,
  Instant,
  ListOf,
  Of,
  Text,
  Texts,
} from '../../../platform/api/members/fields.js';
import { DateTimeMillis } from '../../../platform/api/members/scalars.js';
import { payloadOf } from '../../../platform/api/members/shapes.js';
import {
  REPLACED_THRESHOLDS,
  UsageThresholdInput,
} from '../../plans/usage-thresholds/usage-threshold.schema.js';
import { SectionChoiceInput } from '../../invoice-custom-sections/invoice-custom-section.schema.js';
import { PlanOverridesInput } from '../../plans/own-plans/plan-override.schema.js';
import { ActivationRuleInput } from './activation-rule.schema.js';
import { type Subscription, subscriptions } from '../records/subscription.table.js';
import type {
  CreateSubscription,
  NamedSubscription,
  SentAuthorization,
  SubscriptionFilter,
  SubscriptionMembers,
  TerminateSubscription,
  UpdateSubscription,
} from '../records/subscription.input.js';
import { subscriptionOrders } from '../records/subscription.list.js';
import { TestFilterInput } from '../../customers/api/test-filter.schema.js';

export const SubscriptionStatus = enumOf(
  subscriptions.status.enumValues,
  'SubscriptionStatus',
  'State of a subscription.',
  {
    active: 'Started, and not ended.',
    canceled: 'Canceled before its start.',
    incomplete: 'Awaits its first payment.',
    pending: 'Starts in the future.',
    terminated: 'Ended.',
  },
);

export const LiveSubscriptionStatus = enumOf(
  ['active', 'pending'],
  'LiveSubscriptionStatus',
  'State of a subscription that can be changed.',
  {
    active: 'Started, and not ended.',
    pending: 'Starts in the future.',
  },
);

/** Identifies a subscription in queries for its charges, fixed charges and the like. */
@ArgsType()
export class NamedSubscriptionArgs implements NamedSubscription {
  @Text() externalId!: string;
  @Of.orNull(() => SubscriptionStatus, 'Status of the subscription with the external id. Default `active`.')
  status?: Subscription['status'] | null;
  @Flag.orNull('Whether to use an incomplete subscription if there is none with the status.')
  orIncomplete?: boolean | null;
}

export const BillingTime = enumOf(
  subscriptions.billingTime.enumValues,
  'BillingTime',
  'Whether billing periods start on the first day of the week, month or year (calendar), or on the ' +
    'anniversary of `subscriptionAt`.',
  {
    anniversary: 'Billing periods start on the day on which the subscription started.',
    calendar: 'Billing periods start on the first day of the week, month, quarter, half-year or year.',
  },
);

export const OnTerminationInvoice = enumOf(
  subscriptions.onTerminationInvoice.enumValues,
  'OnTerminationInvoice',
  'Whether unbilled amounts are invoiced when the subscription is terminated.',
  {
    generate: 'An invoice bills what is left to bill.',
    skip: 'No invoice is made.',
  },
);

export const OnTerminationCreditNote = enumOf(
  subscriptions.onTerminationCreditNote.enumValues,
  'OnTerminationCreditNote',
  'How the unused days of a plan billed in advance are given back on termination.',
  {
    credit: 'Credits the paid and unused part of the period to later invoices.',
    offset: 'Refunds the paid part of the unused period and deducts the rest from the amount due.',
    refund: 'Refunds the paid part of the unused period and credits the rest.',
    skip: 'Nothing is given back.',
  },
);

export const PaymentMethodType = enumOf(
  subscriptions.paymentMethodType.enumValues,
  'PaymentMethodType',
  'Charged automatically by a provider, or paid manually.',
  {
    manual: 'Payments are recorded by hand.',
    provider: 'A payment provider charges the customer.',
  },
);

export const CancellationReason = enumOf(
  subscriptions.cancellationReason.enumValues,
  'CancellationReason',
  'Why an incomplete subscription was canceled: its payment failed, or was not made in time.',
  {
    payment_failed: 'The first payment failed.',
    timeout: 'The first payment did not arrive in time.',
  },
);

@ObjectType({ description: 'The payment method for invoices.' })
export class PaymentMethodReference {
  @Of.orNull(
    () => PaymentMethodType,
    'Whether a payment provider charges the customer or payments are recorded by hand.',
  )
  paymentMethodType!: Subscription['paymentMethodType'];
  @Id.orNull('Id of the payment method; null for the default one.') paymentMethodId!: string | null;
}

/** Not named `Subscription`, since that is the name of GraphQL's third root type. */
@ObjectType('PlanSubscription', { description: "A customer's subscription to a plan." })
export class SubscriptionType {
  @Id() id!: string;
  @Text({ note: 'At most one active subscription has it at a time.' }) externalId!: string;
  @Id() customerId!: string;
  @Id() planId!: string;
  @Text.orNull() name!: string | null;
  @Of(
    () => SubscriptionStatus,
    'Pending until the start, active until the end, then terminated; canceled if it never started.',
  )
  status!: Subscription['status'];
  @Of(() => BillingTime, 'Where billing periods start.') billingTime!: Subscription['billingTime'];
  @Instant('Start date of the subscription. Its day is the anchor of anniversary billing periods.')
  subscriptionAt!: Date;
  @Of.orNull(
    () => DateTimeMillis,
    'When the current plan of the subscription started; null before the start.',
  )
  startedAt!: Date | null;
  @Instant.orNull('When the subscription became active; null before.') activatedAt!: Date | null;
  @Instant.orNull('When the subscription ends by itself; null for never.') endingAt!: Date | null;
  @Instant.orNull('When the subscription ended; null before.') terminatedAt!: Date | null;
  @Instant.orNull('When the subscription was canceled before its start; null if it was not.')
  canceledAt!: Date | null;
  @Of.orNull(() => CancellationReason, 'Why an incomplete subscription was canceled; null for others.')
  cancellationReason!: Subscription['cancellationReason'];
  @Instant.orNull('When the free trial ended; null if there was none, or it has not ended.')
  trialEndedAt!: Date | null;
  @Of(() => OnTerminationInvoice, 'Whether an invoice is made when the subscription ends.')
  onTerminationInvoice!: Subscription['onTerminationInvoice'];
  @Of.orNull(
    () => OnTerminationCreditNote,
    'How the unused part of a plan billed in advance is given back on termination. Null for plans billed in ' +
      'arrears, and while no choice is stored; termination then uses and stores `credit`.',
  )
  onTerminationCreditNote!: Subscription['onTerminationCreditNote'];
  @Flag('Whether it may be billed on one invoice with other subscriptions of the customer.')
  consolidateInvoice!: boolean;
  @Text.orNull() purchaseOrderNumber!: string | null;
  @Flag('Whether usage is never invoiced before its billing period ends, whatever thresholds it passes.')
  progressiveBillingDisabled!: boolean;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType({ description: 'How a subscription is paid.' })
export class PaymentMethodReferenceInput implements SentPaymentMethodReference {
  @Of.orNull(
    () => PaymentMethodType,
    'Whether a payment provider charges the customer or payments are recorded by hand.',
  )
  paymentMethodType?: Subscription['paymentMethodType'];
  @Id.orNull('Id of the payment method; null for the default one.') paymentMethodId?: string | null;
}

/** Members that can be set at any time; customer, plan and billing time are chosen once. */
@InputType()
export abstract class SubscriptionMembersInput implements SubscriptionMembers {
  @Text.orNull() name?: string | null;
  @Instant.orNull(
    'When the subscription starts. Default now. A subscription that starts on a later day is pending until ' +
      'then. Cannot be changed after the start.',
  )
  subscriptionAt?: Date | null;
  @Text.orNull({ note: "Defaults to the customer's." }) billingEntityCode?: string | null;
  @Of.orNull(() => PaymentMethodReferenceInput) paymentMethod?: PaymentMethodReferenceInput | null;
  @Flag.orNull({ note: 'Default true.' }) consolidateInvoice?: boolean | null;
  @Text.orNull(
    'Number of an order of the customer, printed on invoices. Subscriptions with different numbers get separate invoices.',
  )
  purchaseOrderNumber?: string | null;
  @Extensions({ invalidCode: 'invalid_value' })
  @Of.orNull(() => OnTerminationInvoice, { note: 'Default `generate`.' })
  onTerminationInvoice?: Subscription['onTerminationInvoice'] | null;
  @Extensions({ invalidCode: 'invalid_value' })
  @Of.orNull(() => OnTerminationCreditNote, { note: 'Ignored for plans billed in arrears.' })
  onTerminationCreditNote?: Subscription['onTerminationCreditNote'];
  @Instant.orNull({ note: 'Must be a later day than today and than the start.' }) endingAt?: Date | null;
  @Of.orNull(
    () => PlanOverridesInput,
    "Plan overrides. They change the subscription's plan override if it has one.",
  )
  planOverrides?: PlanOverridesInput | null;
  @ListOf.orNull(() => UsageThresholdInput, `${REPLACED_THRESHOLDS} They apply instead of those of the plan.`)
  usageThresholds?: UsageThresholdInput[] | null;
  @ListOf.orNull(
    () => ActivationRuleInput,
    'Conditions for activation. Replaces the whole list; allowed only before the subscription starts.',
  )
  activationRules?: ActivationRuleInput[] | null;
  @Of.orNull(() => SectionChoiceInput, 'The custom sections of its invoices.')
  invoiceCustomSection?: SectionChoiceInput | null;
  @Flag.orNull(
    'Whether usage is never invoiced before its billing period ends, whatever thresholds it passes. Default false.',
  )
  progressiveBillingDisabled?: boolean | null;
}

@InputType({ description: 'An amount that the payment method of a new subscription has to be able to pay.' })
export class SubscriptionAuthorizationInput implements SentAuthorization {
  @Cents({ note: 'More than zero.' }) amountCents!: bigint;
  @Currency('Currency of the amount: that of the customer or of the plan.') amountCurrency!: string;
}

@InputType({ description: 'A new subscription. An unknown customer is created.' })
export class CreateSubscriptionInput extends SubscriptionMembersInput implements CreateSubscription {
  @Text() externalCustomerId!: string;
  @Text() planCode!: string;
  @Text() externalId!: string;
  @Of.orNull(() => BillingTime, { note: 'Default `calendar`.' }) billingTime?:
    Subscription['billingTime'] | null;
  @Of.orNull(
    () => SubscriptionAuthorizationInput,
    'Amount that the payment provider is asked to hold on the payment method before anything is created. If it does not, ' +
      'the subscription is refused; otherwise the hold is released at once, and nothing is charged.',
  )
  authorization?: SubscriptionAuthorizationInput | null;
}

@InputType({ description: 'Changes of a subscription. Omitted fields keep their value.' })
export class UpdateSubscriptionInput extends SubscriptionMembersInput implements UpdateSubscription {
  @Id() id!: string;
}

@InputType({ description: 'Terminates an active subscription now, or cancels a pending one.' })
export class TerminateSubscriptionInput implements TerminateSubscription {
  @Id() id!: string;
  @Extensions({ invalidCode: 'invalid_value' })
  @Of.orNull(
    () => OnTerminationInvoice,
    'Whether a closing invoice is issued. Default: the setting of the subscription.',
  )
  onTerminationInvoice?: Subscription['onTerminationInvoice'] | null;
  @Extensions({ invalidCode: 'invalid_value' })
  @Of.orNull(
    () => OnTerminationCreditNote,
    'How the paid part of the unused period is given back. Default: the setting of the subscription. Ignored for plans billed in arrears.',
  )
  onTerminationCreditNote?: Subscription['onTerminationCreditNote'];
}

export const SubscriptionPayload = payloadOf('SubscriptionPayload', 'subscription', () => SubscriptionType);

@InputType('SubscriptionFilter', { description: 'Filters subscriptions. All conditions must hold.' })
export class SubscriptionFilterInput extends TestFilterInput implements SubscriptionFilter {
  @Text.orNull() externalCustomerId?: string | null;
  @Text.orNull() externalId?: string | null;
  @Text.orNull() planCode?: string | null;
  @ListOf.orNull(() => SubscriptionStatus, 'Only active ones by default.')
  status?: Subscription['status'][] | null;
  @Currency.orNull() currency?: string | null;
  @Flag.orNull('Whether the subscription has a plan override.') overridden?: boolean | null;
  @Texts.orNull('Only subscriptions of customers of one of these billing entities.')
  billingEntityCodes?: string[] | null;
}

export const SubscriptionConnection = connectionOf(SubscriptionType, 'PlanSubscription');

export const PlanSubscriptionPageArgs = pageArgsOf('PlanSubscription', subscriptionOrders, {
  filter: SubscriptionFilterInput,
  search: "Matches part of the name or external id, or of the customer's names, external id or e-mail.",
});
