import { ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { pageArgsOf } from '../../platform/api/lists/page-args.js';
import { enumOf } from '../../platform/api/members/enums.js';
import { Id, Instant, Of, Text, Whole } from '../../platform/api/members/fields.js';
import { DUE_WORK, type DueWorkKind } from './due-work-kinds.js';
import { failingWorkOrders } from './failing-work.list.js';

const ScheduledWorkKind = enumOf(DUE_WORK.names, 'ScheduledWorkKind', 'Kind of scheduled work.', {
  activation_timeout: 'Cancels a subscription whose first payment did not arrive in time.',
  alert_review: 'Compares the figure of an alert with its thresholds.',
  downgrade_cancellation: 'Cancels a change to a cheaper plan.',
  sandbox_payment: 'Settles a payment that the sandbox has processed for a day.',
  draft_refresh: 'Computes a draft invoice again.',
  dunning_attempt: 'Considers an attempt of a dunning campaign.',
  invoice_finalization: 'Makes a draft invoice final at the end of its grace period.',
  payment_overdue: 'Marks an invoice as overdue.',
  plan_upgrade: 'Changes a subscription to another plan.',
  subscription_billing: 'Bills the end of a billing period.',
  subscription_end: 'Ends a subscription at its end date.',
  subscription_start: 'Starts a subscription at its start date.',
  termination_alert: 'Announces that a subscription will end.',
  threshold_review:
    'Compares the lifetime usage of a subscription with its thresholds of progressive billing.',
  usage_day: 'Records the usage of a day that has ended.',
  wallet_expiration: 'Terminates a wallet that has expired.',
  wallet_review: 'Compares the ongoing balance of a wallet with its threshold and with zero.',
  wallet_rule_expiration: 'Terminates a recurring rule of a wallet that has expired.',
  wallet_top_up: 'Tops a wallet up at the interval of its rule.',
  trial_end: 'Bills a subscription at the end of its trial.',
});

@ObjectType('FailingWork', {
  description:
    'Scheduled work that has failed at least three times. The server tries it again at least once an hour.',
})
export class FailingWorkType {
  @Id() id!: string;
  @Of(() => ScheduledWorkKind, 'Kind of the work, such as a billing day or the end of a subscription.')
  kind!: DueWorkKind;
  @Id('The subscription, invoice, wallet or rule of a wallet that the work is about.') subjectId!: string;
  @Id() customerId!: string;
  @Instant('When the work was due. Its documents will be dated with this time.') dueAt!: Date;
  @Whole('Number of times that the work has failed.') attempts!: number;
  @Instant.orNull('When the server tries the work again.') retryAt!: Date | null;
  @Text.orNull('Why the last attempt failed: the codes of an error, or `internal_error`.')
  failure!: string | null;
}

export const FailingWorkConnection = connectionOf(FailingWorkType, 'FailingWork');

export const FailingWorkPageArgs = pageArgsOf('FailingWork', failingWorkOrders);
