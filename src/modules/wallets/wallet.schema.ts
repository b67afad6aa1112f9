import { Extensions, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { CurrencyCode, enumOf } from '../../platform/api/enums.js';
import {
  MergeMetadataInput,
  METADATA,
  MetadataPayload,
  SetMetadataInput,
} from '../../platform/api/metadata-inputs.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { DateTime, Decimal, JsonObject, SafeInt } from '../../platform/api/scalars.js';
import { DecimalInGraphql } from '../../platform/api/surfaces.js';
import type { MetadataMap } from '../../platform/metadata-map.js';
import { SectionChoiceInput } from '../invoice-custom-sections/invoice-custom-section.schema.js';
import { PaymentMethodReferenceInput } from '../subscriptions/subscription.schema.js';
import type {
  CreateWallet,
  DeleteWalletMetadata,
  SentWalletLimits,
  UpdateWallet,
  WalletFilter,
  WalletMembers,
  WalletMetadataChange,
} from './wallet.input.js';
import { walletOrders } from './wallet.list.js';
import { LIMIT_FEE_TYPES, type Wallet, WALLET_STATUSES } from './wallet.table.js';
import { WalletRuleInput } from './wallet-rule.schema.js';
import { GRANTED_CREDITS, PAID_CREDITS, TransactionMetadataInput } from './wallet-transaction.schema.js';
import type { TransactionMetadata } from './wallet-transaction.table.js';
import { TestFilterInput } from '../customers/test-filter.schema.js';

export const WalletStatus = enumOf(WALLET_STATUSES);
registerEnumType(WalletStatus, {
  name: 'WalletStatus',
  description: 'Whether a wallet can be used.',
  valuesConfig: {
    active: { description: 'It pays invoices and can be topped up.' },
    terminated: { description: 'It can no longer pay invoices. Its remaining balance does not change.' },
  },
});

export const WalletFeeType = enumOf(LIMIT_FEE_TYPES);
registerEnumType(WalletFeeType, {
  name: 'WalletFeeType',
  description: 'A type of fees that a wallet can be limited to.',
  valuesConfig: {
    charge: { description: 'Usage-based charges.' },
    subscription: { description: 'Subscription fees.' },
    commitment: { description: 'Minimum commitments.' },
    fixed_charge: { description: 'Fixed charges.' },
    add_on: { description: 'Matches nothing: no wallet pays one-off invoices.' },
    credit: { description: 'Matches nothing: no wallet pays for credits.' },
  },
});

const PRIORITY = '1 to 50: wallets with a lower number pay first.';
const REQUIRES_PAYMENT =
  'True: the invoice of a paid top-up is issued only when it has been paid, and is hidden until then.';
const MINIMUM = 'The lowest paid top-up, in minor units of the currency.';
const MAXIMUM = 'The highest paid top-up, in minor units of the currency.';
const EXPIRATION =
  'When the wallet expires: it takes no new credits and pays only what was used before, and is terminated once the invoices of that time are final. Must be in the future when it is set.';

@ObjectType('WalletLimits', {
  description: 'The fees that a wallet pays. Without any limit it pays all fees.',
})
export class WalletLimitsType {
  @Field(() => [WalletFeeType], { description: 'Types of fees that it pays.' })
  feeTypes!: Wallet['feeTypes'];
}

@ObjectType('Wallet', { description: 'Prepaid credits of a customer, which pay invoices in their currency.' })
@TypicalItems(2)
export class WalletType {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  customerId!: string;

  @Field(() => String, { description: 'Unique among the active wallets of the customer.' })
  code!: string;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => WalletStatus, { description: 'Whether it can be used.' })
  status!: Wallet['status'];

  @Field(() => CurrencyCode)
  currency!: string;

  @Field(() => String, { description: 'The value of one credit, in currency units: "0.5".' })
  @DecimalInGraphql()
  rateAmount!: string;

  @Field(() => Int, { description: PRIORITY })
  priority!: number;

  @Field(() => SafeInt, {
    description: 'Balance with which the wallet can pay invoices, in minor units of the currency.',
  })
  balanceCents!: bigint;

  @Field(() => Decimal, { description: 'Balance with which the wallet can pay invoices, in credits.' })
  creditsBalance!: string;

  @Field(() => Decimal, { description: 'The credits that were used for invoices or voided.' })
  consumedCredits!: string;

  @Field(() => SafeInt, {
    description: 'Amount that invoices have used or that was voided, in minor units of the currency.',
  })
  consumedAmountCents!: bigint;

  @Field(() => DateTime, { nullable: true, description: EXPIRATION })
  expirationAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was terminated.' })
  terminatedAt!: Date | null;

  @Field(() => Boolean, {
    description:
      'Whether it has expired and stays active only to pay invoices of its time that are not final yet, such as drafts. It takes no new credits, and is terminated with the last of them.',
  })
  expiresWithDrafts!: boolean;

  @Field(() => Boolean, { description: REQUIRES_PAYMENT })
  invoiceRequiresSuccessfulPayment!: boolean;

  @Field(() => SafeInt, { nullable: true, description: MINIMUM })
  paidTopUpMinAmountCents!: bigint | null;

  @Field(() => SafeInt, { nullable: true, description: MAXIMUM })
  paidTopUpMaxAmountCents!: bigint | null;

  @Field(() => String, { nullable: true, description: 'Printed on the invoices of paid top-ups.' })
  purchaseOrderNumber!: string | null;

  @Field(() => JsonObject, { nullable: true, description: METADATA })
  metadata!: MetadataMap | null;

  @Field(() => DateTime, { nullable: true, description: 'When its balance last changed.' })
  lastBalanceSyncAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When credits of the wallet were last used.' })
  lastConsumedCreditAt!: Date | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType({
  description:
    'The fees that a wallet pays: those of some types, and those of charges for some metrics. Empty lists: all fees.',
})
export class WalletLimitsInput implements SentWalletLimits {
  @Field(() => [WalletFeeType], {
    nullable: true,
    description: 'Types of fees. If omitted in an update, they stay.',
  })
  feeTypes?: Wallet['feeTypes'] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Codes of billable metrics. If omitted in an update, the limit is removed.',
  })
  billableMetricCodes?: string[] | null;
}

/** Members that can be set when a wallet is created and later. */
@InputType()
export abstract class WalletMembersInput implements WalletMembers {
  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Unique among the active wallets of the customer. Default: the name in lower snake case, or `default`.',
  })
  code?: string | null;

  @Field(() => Int, { nullable: true, description: `${PRIORITY} Default 50.` })
  @Extensions({ invalidCode: 'value_is_invalid' })
  priority?: number | null;

  @Field(() => DateTime, { nullable: true, description: EXPIRATION })
  expirationAt?: Date | null;

  @Field(() => Boolean, { nullable: true, description: `${REQUIRES_PAYMENT} Default false.` })
  invoiceRequiresSuccessfulPayment?: boolean | null;

  @Field(() => SafeInt, { nullable: true, description: MINIMUM })
  paidTopUpMinAmountCents?: bigint | null;

  @Field(() => SafeInt, { nullable: true, description: MAXIMUM })
  paidTopUpMaxAmountCents?: bigint | null;

  @Field(() => WalletLimitsInput, {
    nullable: true,
    description: 'The fees that it pays; by default all fees.',
  })
  @Extensions({ wholeCode: 'invalid_limitations' })
  appliesTo?: WalletLimitsInput | null;

  @Field(() => String, {
    nullable: true,
    description: "The entity that issues the invoices of paid top-ups; by default the customer's.",
  })
  billingEntityCode?: string | null;

  @Field(() => PaymentMethodReferenceInput, {
    nullable: true,
    description: 'How the invoices of paid top-ups are paid.',
  })
  paymentMethod?: PaymentMethodReferenceInput | null;

  @Field(() => String, { nullable: true, description: 'Printed on the invoices of paid top-ups.' })
  purchaseOrderNumber?: string | null;

  @Field(() => JsonObject, { nullable: true, description: METADATA })
  metadata?: Record<string, unknown> | null;

  @Field(() => [WalletRuleInput], {
    nullable: true,
    description:
      'The rule that tops the wallet up automatically: one at most. An update replaces the whole list.',
  })
  @Extensions({ wholeCode: 'invalid_recurring_rule' })
  recurringTransactionRules?: WalletRuleInput[] | null;

  @Field(() => SectionChoiceInput, {
    nullable: true,
    description: 'The custom sections of the invoices of its top-ups.',
  })
  invoiceCustomSection?: SectionChoiceInput | null;
}

@InputType({ description: 'A new wallet, with its first top-ups.' })
export class CreateWalletInput extends WalletMembersInput implements CreateWallet {
  @Field(() => String)
  externalCustomerId!: string;

  @Field(() => String, {
    description: 'The value of one credit, in currency units; greater than 0. It cannot be changed.',
  })
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'value_is_invalid', missingCode: 'value_is_mandatory' })
  rateAmount!: string;

  @Field(() => CurrencyCode, {
    nullable: true,
    description: "By default the customer's; a customer without currency takes that of the wallet.",
  })
  currency?: string | null;

  @Field(() => String, {
    nullable: true,
    description: PAID_CREDITS,
  })
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'invalid_paid_credits' })
  paidCredits?: string | null;

  @Field(() => String, { nullable: true, description: GRANTED_CREDITS })
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'invalid_granted_credits' })
  grantedCredits?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: the first paid credits may be below the lowest or above the highest paid top-up.',
  })
  ignorePaidTopUpLimitsOnCreation?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Name of the first top-ups.' })
  transactionName?: string | null;

  @Field(() => Int, { nullable: true, description: 'Priority of the first top-ups: 1 to 50. Default 50.' })
  @Extensions({ invalidCode: 'value_is_invalid' })
  transactionPriority?: number | null;

  @Field(() => [TransactionMetadataInput], {
    nullable: true,
    description: 'Metadata of the first top-ups: at most 5 entries.',
  })
  @Extensions({ wholeCode: 'invalid_key_value_pair' })
  transactionMetadata?: TransactionMetadata[] | null;
}

@InputType({ description: 'Changes of a wallet. Omitted fields keep their value.' })
export class UpdateWalletInput extends WalletMembersInput implements UpdateWallet {
  @Field(() => ID)
  id!: string;
}

@InputType()
export class TerminateWalletInput {
  @Field(() => ID)
  id!: string;
}

@InputType()
export class SetWalletMetadataInput extends SetMetadataInput implements WalletMetadataChange {}

@InputType()
export class MergeWalletMetadataInput extends MergeMetadataInput implements WalletMetadataChange {}

@InputType({ description: 'The wallet is named by its id, or by its customer and its code.' })
export class DeleteWalletMetadataInput implements Omit<DeleteWalletMetadata, 'id'> {
  @Field(() => ID, { nullable: true })
  id?: string | null;

  @Field(() => String, { nullable: true })
  externalCustomerId?: string | null;

  @Field(() => String, { nullable: true, description: 'Code of the wallet.' })
  code?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The key to remove. If omitted, all keys are removed.',
  })
  key?: string | null;
}

@InputType({ description: 'Selects wallets.' })
export class WalletFilterInput extends TestFilterInput implements WalletFilter {
  @Field(() => String, { nullable: true })
  externalCustomerId?: string | null;

  @Field(() => CurrencyCode, { nullable: true })
  @Extensions({ anyCase: true })
  currency?: string | null;

  @Field(() => WalletStatus, { nullable: true, description: 'Only wallets with this status.' })
  status?: Wallet['status'] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only wallets of these billing entities; a wallet without one has that of its customer.',
  })
  billingEntityCodes?: string[] | null;
}

@ObjectType()
export class WalletPayload {
  @Field(() => WalletType)
  wallet!: WalletType;
}

@ObjectType()
export class WalletMetadataPayload extends MetadataPayload {}

export const WalletConnection = connectionOf(WalletType, 'Wallet');

export const WalletPageArgs = pageArgsOf('Wallet', walletOrders, {
  filter: WalletFilterInput,
  search: 'Matches part of the name or code, or of the name, external id or e-mail address of the customer.',
});
