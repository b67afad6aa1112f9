import { Extensions, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { TypicalItems } from '../../platform/api/cost.js';
import { enumOf } from '../../platform/api/enums.js';
import { DateTime } from '../../platform/api/scalars.js';
import { type ActivationRule, activationRules } from './activation-rule.table.js';
import type { SentActivationRule } from './activation-rule.input.js';

export const ActivationRuleKind = enumOf(activationRules.ruleType.enumValues);
registerEnumType(ActivationRuleKind, {
  name: 'ActivationRuleKind',
  description: 'What is awaited: that what is payable at the start is paid.',
});

export const ActivationRuleStatus = enumOf(activationRules.status.enumValues);
registerEnumType(ActivationRuleStatus, {
  name: 'ActivationRuleStatus',
  description: 'Inactive until the subscription is to start; not applicable when nothing is payable then.',
});

@ObjectType('ActivationRule', {
  description: 'What has to happen before a subscription becomes active; until then it is incomplete.',
})
@TypicalItems(2)
export class ActivationRuleType {
  @Field(() => ID)
  id!: string;

  @Field(() => ActivationRuleKind, { name: 'type' })
  ruleType!: ActivationRule['ruleType'];

  @Field(() => Int, { nullable: true, description: 'How long it may take; null or 0: as long as it does.' })
  timeoutHours!: number | null;

  @Field(() => ActivationRuleStatus)
  status!: ActivationRule['status'];

  @Field(() => DateTime, { nullable: true, description: 'When it is given up.' })
  expiresAt!: Date | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType({ description: 'Lets a subscription wait for something before it becomes active.' })
export class ActivationRuleInput implements SentActivationRule {
  @Extensions({ invalidCode: 'invalid_type', toldAt: 'activationRules' })
  @Field(() => ActivationRuleKind)
  type!: ActivationRule['ruleType'];

  @Extensions({ invalidCode: 'value_must_be_positive_or_zero', toldAt: 'timeoutHours' })
  @Field(() => Int, { nullable: true, description: 'How long it may take; 0: as long as it does.' })
  timeoutHours?: number | null;
}
