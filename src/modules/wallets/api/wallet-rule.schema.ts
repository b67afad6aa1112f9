import { Extensions, InputType, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../../platform/api/cost.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import { DecimalText, Flag, Id, Instant, ListOf, Of, Text } from '../../../platform/api/members/fields.js';
import { DecimalInGraphql } from '../../../platform/api/members/surfaces.js';
import { SectionChoiceInput } from '../../invoice-custom-sections/invoice-custom-section.schema.js';
import { PaymentMethodReferenceInput } from '../../subscriptions/api/subscription.schema.js';
import type { SentWalletRule } from '../records/wallet.input.js';
import { WALLET_STATUSES } from '../records/wallet.table.js';
import {
  RULE_INTERVALS,
  RULE_METHODS,
  RULE_TRIGGERS,
  type WalletRule,
} from '../records/wallet-rule.table.js';
import { TransactionMetadataInput, TransactionMetadataType } from './wallet-transaction.schema.js';
import type { TransactionMetadata } from '../records/wallet-transaction.table.js';

const RuleTrigger = enumOf(RULE_TRIGGERS, 'RecurringRuleTrigger', 'When a rule tops a wallet up.', {
  interval: 'The rule tops the wallet up at an interval.',
  threshold: 'The rule tops the wallet up when the ongoing balance is at the threshold or below.',
});

const RuleMethod = enumOf(RULE_METHODS, 'RecurringRuleMethod', 'By how much a rule tops a wallet up.', {
  fixed:
    'Adds the credits of the rule; a threshold rule adds its paid credits as many times as needed to pass the threshold.',
  target: 'Adds what the ongoing balance lacks to a target.',
});

const RuleInterval = enumOf(
  RULE_INTERVALS,
  'RecurringRuleInterval',
  'How often a rule tops a wallet up, counted from its start or the creation of the wallet.',
  {
    weekly: 'Each week on the same day.',
    monthly: 'Each month on the same day, or on its last one.',
    quarterly: 'Every three months.',
    semiannual: 'Every six months.',
    yearly: 'Every twelve months.',
  },
);

const RuleStatus = enumOf(WALLET_STATUSES, 'RecurringRuleStatus', 'Whether a recurring rule is in force.', {
  active: 'The rule tops the wallet up.',
  terminated: 'The rule has ended.',
});

const THRESHOLD =
  'The rule tops the wallet up when the ongoing balance, in credits, is at most this. Required for `threshold`.';
const TARGET = 'Credits that the ongoing balance is to have after a top-up. Required for `target`.';
const PAID = 'Credits to buy.';
const GRANTED = 'Credits to give for free.';
const GRANTS =
  'Whether the credits that the balance lacks to the target are granted for free. Only for `target`.';
const STARTED = 'Start of the first interval; by default the creation of the wallet.';
const REQUIRES =
  "Whether the invoice of a purchase is issued only when it has been paid. Null: the wallet's setting.";
const IGNORES = 'Whether purchases may be below the lowest or above the highest paid top-up of the wallet.';

@ObjectType('WalletRecurringRule', { description: 'A rule that tops a wallet up automatically.' })
@TypicalItems(1)
export class WalletRuleType {
  @Id() id!: string;
  @Of(() => RuleStatus, 'Whether the rule is in force.') status!: WalletRule['status'];
  @Of(() => RuleTrigger, 'When the rule tops the wallet up.') trigger!: WalletRule['trigger'];
  @Of(() => RuleMethod, 'How the rule determines the credits that it adds.') method!: WalletRule['method'];
  @Of.orNull(() => RuleInterval, 'How often the rule tops the wallet up, if its trigger is `interval`.')
  interval!: WalletRule['interval'];
  @DecimalText.orNull(THRESHOLD) thresholdCredits!: string | null;
  @DecimalText.orNull(TARGET) targetOngoingBalance!: string | null;
  @DecimalText(PAID) paidCredits!: string;
  @DecimalText(GRANTED) grantedCredits!: string;
  @Flag(GRANTS) grantsTargetTopUp!: boolean;
  @Instant.orNull(STARTED) startedAt!: Date | null;
  @Instant.orNull('When the rule ends; null if it does not end.') expirationAt!: Date | null;
  @Text.orNull('Name of the transactions of the rule; null if they have none.') transactionName!:
    string | null;
  @ListOf(() => TransactionMetadataType, 'Metadata of the transactions of the rule.')
  transactionMetadata!: readonly TransactionMetadata[];
  @Flag(IGNORES) ignorePaidTopUpLimits!: boolean;
  @Text.orNull('Number of an order of the customer, printed on the invoices of the purchases.')
  purchaseOrderNumber!: string | null;
  @Instant() createdAt!: Date;
}

@InputType('WalletRecurringRuleInput', {
  description:
    'A rule that tops a wallet up automatically. Omitted fields of a rule with an id keep their value.',
})
export class WalletRuleInput implements SentWalletRule {
  @Id.orNull('Id of the rule to change. If omitted, a new rule is created.')
  @Extensions({ restName: 'svc_id' })
  id?: string | null;
  @Of(() => RuleTrigger, 'When the rule tops the wallet up.') trigger!: WalletRule['trigger'];
  @Of.orNull(() => RuleMethod, 'How the rule determines the credits that it adds. Default `fixed`.')
  method?: WalletRule['method'] | null;
  @Of.orNull(() => RuleInterval, 'How often the rule tops the wallet up. Required for `interval`.')
  interval?: WalletRule['interval'];
  @Text.orNull(THRESHOLD) @DecimalInGraphql() thresholdCredits?: string | null;
  @Text.orNull(TARGET) @DecimalInGraphql() targetOngoingBalance?: string | null;
  @Text.orNull(`${PAID} A fixed rule of a new wallet without credits of its own has those of the wallet.`)
  @DecimalInGraphql()
  paidCredits?: string | null;
  @Text.orNull(GRANTED) @DecimalInGraphql() grantedCredits?: string | null;
  @Flag.orNull(GRANTS) grantsTargetTopUp?: boolean | null;
  @Instant.orNull(STARTED) startedAt?: Date | null;
  @Instant.orNull('When it is terminated; in the future.') expirationAt?: Date | null;
  @Text.orNull('Name of the transactions of the rule; null if they have none.') transactionName?:
    string | null;
  @ListOf.orNull(
    () => TransactionMetadataInput,
    'Metadata of the transactions of the rule: at most 5 entries.',
  )
  transactionMetadata?: TransactionMetadata[] | null;
  @Flag.orNull(REQUIRES) invoiceRequiresSuccessfulPayment?: boolean | null;
  @Flag.orNull(IGNORES) ignorePaidTopUpLimits?: boolean | null;
  @Of.orNull(() => PaymentMethodReferenceInput, 'How the invoices of its purchases are paid.')
  @Extensions({ invalidCode: 'invalid_recurring_rule' })
  paymentMethod?: PaymentMethodReferenceInput | null;
  @Text.orNull('Number of an order of the customer, printed on the invoices of the purchases.')
  purchaseOrderNumber?: string | null;
  @Of.orNull(
    () => SectionChoiceInput,
    'The custom sections of the invoices of its purchases. Default: those of the wallet.',
  )
  invoiceCustomSection?: SectionChoiceInput | null;
}
