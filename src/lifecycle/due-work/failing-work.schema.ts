import { ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { enumOf } from '../../platform/api/enums.js';
import { Id, Instant, Of, Text, Whole } from '../../platform/api/fields.js';
import { DUE_WORK, type DueWorkKind } from './due-work-kinds.js';
import { failingWorkOrders } from './failing-work.list.js';

const ScheduledWorkKind = enumOf(DUE_WORK.names);
registerEnumType(ScheduledWorkKind, {
  name: 'ScheduledWorkKind',
  description: 'Kind of scheduled work.',
  valuesConfig: {
    activation_timeout: { description: 'Cancels a subscription whose first payment did not arrive in time.' },
    alert_review: { description: 'Compares the figure of an alert with its thresholds.' },
    downgrade_cancellation: { description: 'Cancels a change to a cheaper plan.' },
    sandbox_payment: { description: 'Settles a payment that the sandbox has processed for a day.' },
    draft_refresh: { description: 'Computes a draft invoice again.' },
    dunning_attempt: { description: 'Considers an attempt of a dunning campaign.' },
    invoice_finalization: { description: 'Makes a draft invoice final at the end of its grace period.' },
    payment_overdue: { description: 'Marks an invoice as overdue.' },
    plan_upgrade: { description: 'Changes a subscription to another plan.' },
    subscription_billing: { description: 'Bills the end of a billing period.' },
    subscription_end: { description: 'Ends a subscription at its end date.' },
    subscription_start: { description: 'Starts a subscription at its start date.' },
    termination_alert: { description: 'Announces that a subscription will end.' },
    threshold_review: {
      description:
        'Compares the lifetime usage of a subscription with its thresholds of progressive billing.',
    },
    usage_day: { description: 'Records the usage of a day that has ended.' },
    wallet_expiration: { description: 'Terminates a wallet that has expired.' },
    wallet_review: {
      description: 'Compares the ongoing balance of a wallet with its threshold and with zero.',
    },
    wallet_rule_expiration: { description: 'Terminates a recurring rule of a wallet that has expired.' },
    wallet_top_up: { description: 'Tops a wallet up at the interval of its rule.' },
    trial_end: { description: 'Bills a subscription at the end of its trial.' },
  },
});

@ObjectType('FailingWork', {
  description:
    'Scheduled work that has failed at least three times. The server tries it again at least once an hour.',
})
export class FailingWorkType {
  @Id() id!: string;
  @Of(() => ScheduledWorkKind, 'What the work does.') kind!: DueWorkKind;
  @Id('The subscription, invoice, wallet or rule of a wallet that the work is about.') subjectId!: string;
  @Id() customerId!: string;
  @Instant('When the work was due. Its documents will be dated with this time.') dueAt!: Date;
  @Whole('How often it has failed.') attempts!: number;
  @Instant.orNull('When the server tries it again.') retryAt!: Date | null;
  @Text.orNull('Why the last attempt failed: the codes of an error, or `internal_error`.')
  failure!: string | null;
}

export const FailingWorkConnection = connectionOf(FailingWorkType, 'FailingWork');

export const FailingWorkPageArgs = pageArgsOf('FailingWork', failingWorkOrders);
