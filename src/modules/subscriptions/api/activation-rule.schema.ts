import { Extensions, InputType, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../../platform/api/cost.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import { Id, Instant, Of, Whole } from '../../../platform/api/members/fields.js';
import { type ActivationRule, activationRules } from '../records/activation-rule.table.js';
import type { SentActivationRule } from '../records/activation-rule.input.js';

export const ActivationRuleKind = enumOf(
  activationRules.ruleType.enumValues,
  'ActivationRuleKind',
  'What the subscription waits for: payment of the amount due at its start.',
  {
    payment: 'The first invoice must be paid.',
  },
);

export const ActivationRuleStatus = enumOf(
  activationRules.status.enumValues,
  'ActivationRuleStatus',
  'State of an activation rule: inactive before the subscription starts, not applicable if nothing is due ' +
    'at the start.',
  {
    declined: 'The customer declined to pay.',
    expired: 'The time to pay ran out.',
    failed: 'The payment failed.',
    inactive: 'The subscription has not started.',
    not_applicable: 'Nothing is due, or the customer pays by hand.',
    pending: 'The first invoice is not paid yet.',
    satisfied: 'The first invoice was paid.',
  },
);

@ObjectType('ActivationRule', {
  description:
    'A condition that must be met before a subscription becomes active. The subscription is incomplete until ' +
    'then.',
})
@TypicalItems(2)
export class ActivationRuleType {
  @Id() id!: string;
  @Of(() => ActivationRuleKind, 'Kind of the event that the subscription waits for, such as a payment.', {
    name: 'type',
  })
  ruleType!: ActivationRule['ruleType'];
  @Whole.orNull('Time limit in hours. Null or 0 means no limit.') timeoutHours!: number | null;
  @Of(
    () => ActivationRuleStatus,
    'Inactive until the subscription starts, pending until the first invoice is paid, then satisfied.',
  )
  status!: ActivationRule['status'];
  @Instant.orNull('When the rule expires and the subscription is canceled.') expiresAt!: Date | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType({ description: 'A condition that must be met before the subscription becomes active.' })
export class ActivationRuleInput implements SentActivationRule {
  @Extensions({ invalidCode: 'invalid_type', reportedAt: 'activationRules' })
  @Of(() => ActivationRuleKind, 'Kind of the event that the subscription waits for, such as a payment.')
  type!: ActivationRule['ruleType'];
  @Extensions({ invalidCode: 'value_must_be_positive_or_zero', reportedAt: 'timeoutHours' })
  @Whole.orNull('Time limit in hours. 0 means no limit.')
  timeoutHours?: number | null;
}
