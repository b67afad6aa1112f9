import { ArgsType, Extensions, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { enumOf } from '../../platform/api/members/enums.js';
import {
  DecimalText,
  Flag,
  Id,
  Instant,
  ListOf,
  Of,
  Text,
  Whole,
} from '../../platform/api/members/fields.js';
import { pageArgsOf } from '../../platform/api/lists/page-args.js';
import { deletedPayloadOf, idInput, payloadOf } from '../../platform/api/members/shapes.js';
import { SubscriptionStatus } from '../subscriptions/api/subscription.schema.js';
import type { Subscription } from '../subscriptions/records/subscription.table.js';
import { alertOrders, triggeredAlertOrders } from './alert.list.js';
import type {
  AlertMembers,
  CreateAlert,
  CreateAlerts,
  SentAlert,
  SentAlertOwner,
  SentThreshold,
  TriggeredAlertFilter,
  UpdateAlert,
} from './alert.input.js';
import { ALERT_TYPES, type AlertType as AlertTypeWord, type StoredThreshold } from './alert.table.js';

export const AlertTypeEnum = enumOf(ALERT_TYPES, 'AlertType', 'The figure that an alert watches.', {
  current_usage_amount: 'The amount of the current usage of a subscription without taxes, in minor units.',
  billable_metric_current_usage_amount:
    'The amount of the current usage of one metric without taxes, in minor units.',
  billable_metric_current_usage_units: 'The units of a metric in the current usage.',
  lifetime_usage_amount: 'The amount of all usage since the start of a subscription, in minor units.',
  billable_metric_lifetime_usage_units: 'The units of a metric since the start of a subscription.',
  wallet_balance_amount: 'The balance of a wallet, in minor units.',
  wallet_credits_balance: 'The balance of a wallet, in credits.',
  wallet_ongoing_balance_amount: 'The balance of a wallet less usage that was not invoiced, in minor units.',
  wallet_credits_ongoing_balance: 'The balance of a wallet less usage that was not invoiced, in credits.',
});

export const AlertDirectionEnum = enumOf(
  ['increasing', 'decreasing'],
  'AlertDirection',
  'The direction in which a figure passes thresholds.',
  {
    increasing: 'The figure passes thresholds when it rises, as usage does.',
    decreasing: 'The figure passes thresholds when it falls, as balances do.',
  },
);

const THRESHOLD_CODE = 'A name for the threshold; the message of a triggered alert contains it.';
const RECURRING =
  'Whether the alert repeats every `value` after the last one-time threshold. At most one threshold is recurring.';
const THRESHOLDS = 'Values of the figure at which the alert is triggered; at most 20, with different values.';

/** Source: alerts.md §2. */
const CHECK_ORDER = [
  'alertType',
  'thresholds',
  'thresholds:value',
  'billableMetric',
  'billableMetricCode',
  'code',
  'name',
];

@ObjectType('AlertThreshold', { description: 'A value that an alert reports when its figure passes it.' })
@TypicalItems(3)
export class AlertThresholdType {
  @Text.orNull(THRESHOLD_CODE) code!: string | null;
  @DecimalText(
    'The value, in the unit of the figure; for a passed step of a recurring threshold, the value of the step.',
  )
  value!: string;
  @Flag(RECURRING) recurring!: boolean;
}

@ObjectType('Alert', {
  description:
    'Watches a figure of a subscription or of a wallet, and sends `alert.triggered` when it passes thresholds.',
})
export class AlertType {
  @Id() id!: string;
  @Id() organizationId!: string;
  @Text.orNull(
    'The alert watches whichever subscription is active under this id; null if it watches a wallet.',
  )
  externalSubscriptionId!: string | null;
  @Id.orNull('The wallet that the alert watches; null for alerts of subscriptions.') walletId!: string | null;
  @Of(() => AlertTypeEnum, 'The figure that the alert watches.') alertType!: AlertTypeWord;
  @Text({ note: 'Unique among the alerts of the subscription or wallet.' }) code!: string;
  @Text.orNull() name!: string | null;
  @DecimalText('Value of the figure at the last review, in the unit of the figure.') previousValue!: string;
  @Instant.orNull('When the figure was last compared with the thresholds.') lastProcessedAt!: Date | null;
  @ListOf(() => AlertThresholdType, 'The one-time thresholds in ascending order, then the recurring one.')
  thresholds!: readonly StoredThreshold[];
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@ObjectType('TriggeredAlert', {
  description:
    'A message that an alert has sent: the thresholds that its figure passed. It does not change later.',
})
export class TriggeredAlertType {
  @Id() id!: string;
  @Id() organizationId!: string;
  @Id('The alert, which may have been deleted since.') alertId!: string;
  @Id.orNull('The subscription that was active under the external id.') subscriptionId!: string | null;
  @Text.orNull() externalSubscriptionId!: string | null;
  @Id.orNull('The wallet that the alert watches; null for alerts of subscriptions.') walletId!: string | null;
  @Text.orNull('Code of the wallet that the alert watches; null for alerts of subscriptions.') walletCode!:
    string | null;
  @Text() externalCustomerId!: string;
  @Text.orNull('Code of the metric that the alert watches.') billableMetricCode!: string | null;
  @Of(() => AlertTypeEnum, 'The figure that the alert watches.') alertType!: AlertTypeWord;
  @Text('Code of the alert when it was triggered.') alertCode!: string;
  @Text.orNull('Name of the alert when it was triggered; null if it had none.') alertName!: string | null;
  @DecimalText('Value of the figure at the review before, in the unit of the figure.') previousValue!: string;
  @DecimalText('The figure that passed the thresholds.') currentValue!: string;
  @ListOf(
    () => AlertThresholdType,
    'The passed thresholds, in the order in which the figure passed them; at most the last 1,000 steps of a recurring one.',
  )
  crossedThresholds!: readonly StoredThreshold[];
  @Instant("The customer's time at which the server found that the figure had passed a threshold.")
  triggeredAt!: Date;
}

@InputType({ description: 'A threshold of an alert.' })
export class AlertThresholdInput implements SentThreshold {
  @Text.orNull(THRESHOLD_CODE) code?: string | null;
  @DecimalText.orNull(
    'The value of the watched figure at which the alert is triggered, in the unit of the figure: minor units, units or credits. Required.',
  )
  @Extensions({ reportedOfList: true })
  value?: string | null;
  @Flag.orNull(`${RECURRING} Default false.`) recurring?: boolean | null;
}

/** Required members are nullable: which of them is missing is one of the checks, of which the first that fails answers. */
@InputType()
abstract class AlertMembersInput implements AlertMembers {
  @ListOf.orNull(() => AlertThresholdInput, `${THRESHOLDS} Required in a new alert.`)
  @Extensions({ overlongCode: 'too_many_thresholds' })
  thresholds?: AlertThresholdInput[] | null;
  @Text.orNull(
    'Code of the metric that the alert watches. Required for types that watch one metric; not allowed for others.',
  )
  billableMetricCode?: string | null;
  @Text.orNull({ note: 'Required in a new alert.' })
  code?: string | null;
  @Text.orNull() name?: string | null;
}

@InputType({ description: 'A new alert.' })
export class NewAlertInput extends AlertMembersInput implements SentAlert {
  @Of.orNull(() => AlertTypeEnum, 'The figure that the alert watches. Required; it cannot be changed.')
  @Extensions({ invalidCode: 'invalid_type' })
  alertType?: AlertTypeWord | null;
}

@InputType({ description: 'A new alert of a subscription or of a wallet: give one of the two ids.' })
@Extensions({ checkedInOrder: CHECK_ORDER })
export class CreateAlertInput extends NewAlertInput implements CreateAlert {
  @Id.orNull('The alert watches whichever subscription is active under its external id.')
  subscriptionId?: string | null;
  @Id.orNull('Id of the wallet whose alerts are meant.') walletId?: string | null;
}

@InputType({ description: 'New alerts of a subscription or of a wallet: give one of the two ids.' })
@Extensions({ checkedInOrder: CHECK_ORDER })
export class CreateAlertsInput implements CreateAlerts {
  @Id.orNull('The alerts watch whichever subscription is active under its external id.')
  subscriptionId?: string | null;
  @Id.orNull('Id of the wallet whose alerts are meant.') walletId?: string | null;
  @ListOf.orNull(() => NewAlertInput, 'The alerts, which are created in this order: all of them, or none.')
  alerts?: NewAlertInput[] | null;
}

@InputType({
  description: 'Changes of an alert. Omitted fields keep their value; thresholds are replaced as a whole.',
})
@Extensions({ checkedInOrder: CHECK_ORDER })
export class UpdateAlertInput extends AlertMembersInput implements UpdateAlert {
  @Id() id!: string;
}

export const DeleteAlertInput = idInput('DeleteAlertInput');

@InputType({ description: 'The alerts of a subscription or of a wallet: give one of the two ids.' })
export class DeleteAllAlertsInput implements SentAlertOwner {
  @Id.orNull('Id of a subscription. The alerts on its external id are deleted.')
  subscriptionId?: string | null;
  @Id.orNull('Id of the wallet whose alerts are meant.') walletId?: string | null;
}

/** Identifies the subscription or the wallet that alerts watch. */
@ArgsType()
export class AlertOwnerArgs {
  @Id.orNull('Id of a subscription. The alerts on its external id are deleted.')
  subscriptionId?: string | null;
  @Text.orNull('The external id of the subscription.') externalId?: string | null;
  @Of.orNull(() => SubscriptionStatus, 'Status of the subscription with the external id. Default `active`.')
  status?: Subscription['status'] | null;
  @Id.orNull('Id of the wallet whose alerts are meant.') walletId?: string | null;
  @Text.orNull('The customer of the wallet with the code.') externalCustomerId?: string | null;
  @Text.orNull('The code of the wallet of this customer.') walletCode?: string | null;
}

@ObjectType('AlertOwner', { description: 'The subscription or the wallet that alerts watch.' })
export class AlertOwnerType implements SentAlertOwner {
  @Id.orNull('Id of the subscription; null if the alerts watch a wallet.') subscriptionId!: string | null;
  @Id.orNull('Id of the wallet; null if the alerts watch a subscription.') walletId!: string | null;
}

@InputType({ description: 'Selects triggered alerts.' })
export class TriggeredAlertFilterInput implements TriggeredAlertFilter {
  @Id.orNull('Only messages of this alert.') alertId?: string | null;
  @Text.orNull() externalSubscriptionId?: string | null;
  @Id.orNull('Id of the wallet whose alerts are meant.') walletId?: string | null;
  @Of.orNull(() => AlertTypeEnum, 'Only alerts of this type.') alertType?: AlertTypeWord | null;
}

export const AlertPayload = payloadOf('AlertPayload', 'alert', () => AlertType);

@ObjectType()
export class AlertsPayload {
  @ListOf(() => AlertType, 'The created alerts, in the order of the input.') alerts!: AlertType[];
}

export const DeleteAlertPayload = deletedPayloadOf('DeleteAlertPayload', 'alert', () => AlertType);

@ObjectType()
export class DeleteAllAlertsPayload {
  @Whole('The number of deleted alerts.') deletedCount!: number;
}

export const AlertConnection = connectionOf(AlertType, 'Alert');
export const TriggeredAlertConnection = connectionOf(TriggeredAlertType, 'TriggeredAlert');

export const AlertPageArgs = pageArgsOf('Alert', alertOrders, {
  search: 'Matches part of the name or code.',
});
export const TriggeredAlertPageArgs = pageArgsOf('TriggeredAlert', triggeredAlertOrders, {
  filter: TriggeredAlertFilterInput,
  search:
    'Matches part of the name or code of the alert, or of the external id of the customer or the subscription.',
});
