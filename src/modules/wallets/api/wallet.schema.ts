import { Extensions, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { TypicalItems } from '../../../platform/api/cost.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import {
  Cents,
  Currency,
  DecimalText,
  Flag,
  Id,
  Instant,
  JsonMap,
  ListOf,
  Of,
  Text,
  Texts,
  Whole,
} from '../../../platform/api/members/fields.js';
import {
  MergeMetadataInput,
  METADATA,
  MetadataPayload,
  SetMetadataInput,
} from '../../../platform/api/members/metadata-inputs.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { idInput, payloadOf } from '../../../platform/api/members/shapes.js';
import { DecimalInGraphql } from '../../../platform/api/members/surfaces.js';
import type { MetadataMap } from '../../../platform/metadata/metadata-map.js';
import { SectionChoiceInput } from '../../invoice-custom-sections/invoice-custom-section.schema.js';
import { PaymentMethodReferenceInput } from '../../subscriptions/api/subscription.schema.js';
import type {
  CreateWallet,
  DeleteWalletMetadata,
  SentWalletLimits,
  UpdateWallet,
  WalletFilter,
  WalletMembers,
  WalletMetadataChange,
} from '../records/wallet.input.js';
import { walletOrders } from '../records/wallet.list.js';
import { LIMIT_FEE_TYPES, type Wallet, WALLET_STATUSES } from '../records/wallet.table.js';
import { WalletRuleInput } from './wallet-rule.schema.js';
import { GRANTED_CREDITS, PAID_CREDITS, TransactionMetadataInput } from './wallet-transaction.schema.js';
import type { TransactionMetadata } from '../records/wallet-transaction.table.js';
import { TestFilterInput } from '../../customers/api/test-filter.schema.js';

export const WalletStatus = enumOf(WALLET_STATUSES, 'WalletStatus', 'Whether a wallet can be used.', {
  active: 'The wallet pays invoices and can be topped up.',
  terminated: 'The wallet can no longer pay invoices. Its remaining balance does not change.',
});

export const WalletFeeType = enumOf(
  LIMIT_FEE_TYPES,
  'WalletFeeType',
  'A type of fees that a wallet can be limited to.',
  {
    charge: 'Usage-based charges.',
    subscription: 'Subscription fees.',
    commitment: 'Minimum commitments.',
    fixed_charge: 'Fixed charges.',
    add_on: 'Matches nothing: no wallet pays one-off invoices.',
    credit: 'Matches nothing: no wallet pays for credits.',
  },
);

const PRIORITY = 'Order of payment, 1 to 50: wallets with a lower number pay first.';
const REQUIRES_PAYMENT =
  'Whether the invoice of a paid top-up is issued only when it has been paid, and is hidden until then.';
const MINIMUM = 'The lowest paid top-up, in minor units of the currency.';
const MAXIMUM = 'The highest paid top-up, in minor units of the currency.';
const EXPIRATION =
  'When the wallet expires: it takes no new credits and pays only what was used before, and is terminated once the invoices of that time are final. Must be in the future when it is set.';

@ObjectType('WalletLimits', {
  description: 'The fees that a wallet pays. Without any limit it pays all fees.',
})
export class WalletLimitsType {
  @ListOf(() => WalletFeeType, 'Types of fees that the wallet pays.') feeTypes!: Wallet['feeTypes'];
}

@ObjectType('Wallet', { description: 'Prepaid credits of a customer, which pay invoices in their currency.' })
@TypicalItems(2)
export class WalletType {
  @Id() id!: string;
  @Id() customerId!: string;
  @Text({ note: 'Unique among the active wallets of the customer.' }) code!: string;
  @Text.orNull() name!: string | null;
  @Of(() => WalletStatus, 'Whether the wallet can be used: active or terminated.') status!: Wallet['status'];
  @Currency() currency!: string;
  @Text('The value of one credit, in currency units: "0.5".') @DecimalInGraphql() rateAmount!: string;
  @Whole(PRIORITY) priority!: number;
  @Cents('Balance with which the wallet can pay invoices, in minor units of the currency.')
  balanceCents!: bigint;
  @DecimalText('Balance with which the wallet can pay invoices, in credits.') creditsBalance!: string;
  @DecimalText('The credits that were used for invoices or voided.') consumedCredits!: string;
  @Cents('Amount that invoices have used or that was voided, in minor units of the currency.')
  consumedAmountCents!: bigint;
  @Instant.orNull(EXPIRATION) expirationAt!: Date | null;
  @Instant.orNull('When the wallet was terminated; null if it is active.') terminatedAt!: Date | null;
  @Flag(
    'Whether it has expired and stays active only to pay invoices of its time that are not final yet, such as drafts. It takes no new credits, and is terminated with the last of them.',
  )
  expiresWithDrafts!: boolean;
  @Flag(REQUIRES_PAYMENT) invoiceRequiresSuccessfulPayment!: boolean;
  @Cents.orNull(MINIMUM) paidTopUpMinAmountCents!: bigint | null;
  @Cents.orNull(MAXIMUM) paidTopUpMaxAmountCents!: bigint | null;
  @Text.orNull('Number of an order of the customer, printed on the invoices of paid top-ups.')
  purchaseOrderNumber!: string | null;
  @JsonMap.orNull(METADATA) metadata!: MetadataMap | null;
  @Instant.orNull('When the balance of the wallet last changed; null before the first change.')
  lastBalanceSyncAt!: Date | null;
  @Instant.orNull('When credits of the wallet were last used.') lastConsumedCreditAt!: Date | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType({
  description:
    'The fees that a wallet pays: those of some types, and those of charges for some metrics. Empty lists: all fees.',
})
export class WalletLimitsInput implements SentWalletLimits {
  @ListOf.orNull(() => WalletFeeType, 'Types of fees. If omitted in an update, they stay.')
  feeTypes?: Wallet['feeTypes'] | null;
  @Texts.orNull('Codes of billable metrics. If omitted in an update, the limit is removed.')
  billableMetricCodes?: string[] | null;
}

/** Members that can be set when a wallet is created and later. */
@InputType()
export abstract class WalletMembersInput implements WalletMembers {
  @Text.orNull() name?: string | null;
  @Text.orNull({ note: 'Default: the name in lower snake case, or `default`.' })
  code?: string | null;
  @Whole.orNull(`${PRIORITY} Default 50.`)
  @Extensions({ invalidCode: 'value_is_invalid' })
  priority?: number | null;
  @Instant.orNull(EXPIRATION) expirationAt?: Date | null;
  @Flag.orNull(`${REQUIRES_PAYMENT} Default false.`) invoiceRequiresSuccessfulPayment?: boolean | null;
  @Cents.orNull(MINIMUM) paidTopUpMinAmountCents?: bigint | null;
  @Cents.orNull(MAXIMUM) paidTopUpMaxAmountCents?: bigint | null;
  @Of.orNull(() => WalletLimitsInput, 'The fees that it pays; by default all fees.')
  @Extensions({ wholeCode: 'invalid_limitations' })
  appliesTo?: WalletLimitsInput | null;
  @Text.orNull("The entity that issues the invoices of paid top-ups; by default the customer's.")
  billingEntityCode?: string | null;
  @Of.orNull(() => PaymentMethodReferenceInput, 'How the invoices of paid top-ups are paid.')
  paymentMethod?: PaymentMethodReferenceInput | null;
  @Text.orNull('Number of an order of the customer, printed on the invoices of paid top-ups.')
  purchaseOrderNumber?: string | null;
  @JsonMap.orNull(METADATA) metadata?: Record<string, unknown> | null;
  @ListOf.orNull(
    () => WalletRuleInput,
    'The rule that tops the wallet up automatically: one at most. An update replaces the whole list.',
  )
  @Extensions({ wholeCode: 'invalid_recurring_rule' })
  recurringTransactionRules?: WalletRuleInput[] | null;
  @Of.orNull(() => SectionChoiceInput, 'The custom sections of the invoices of its top-ups.')
  invoiceCustomSection?: SectionChoiceInput | null;
}

@InputType({ description: 'A new wallet, with its first top-ups.' })
export class CreateWalletInput extends WalletMembersInput implements CreateWallet {
  @Text() externalCustomerId!: string;
  @Text('The value of one credit, in currency units; greater than 0. It cannot be changed.')
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'value_is_invalid', missingCode: 'value_is_mandatory' })
  rateAmount!: string;
  @Currency.orNull(
    "Currency of the wallet. By default the customer's; a customer without currency gets that of the wallet.",
  )
  currency?: string | null;
  @Text.orNull(PAID_CREDITS)
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'invalid_paid_credits' })
  paidCredits?: string | null;
  @Text.orNull(GRANTED_CREDITS)
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'invalid_granted_credits' })
  grantedCredits?: string | null;
  @Flag.orNull(
    'Whether the first paid credits may be below the lowest or above the highest paid top-up. Default false.',
  )
  ignorePaidTopUpLimitsOnCreation?: boolean | null;
  @Text.orNull('Name of the first top-ups.') transactionName?: string | null;
  @Whole.orNull('Priority of the first top-ups: 1 to 50. Default 50.')
  @Extensions({ invalidCode: 'value_is_invalid' })
  transactionPriority?: number | null;
  @ListOf.orNull(() => TransactionMetadataInput, 'Metadata of the first top-ups: at most 5 entries.')
  @Extensions({ wholeCode: 'invalid_key_value_pair' })
  transactionMetadata?: TransactionMetadata[] | null;
}

@InputType({ description: 'Changes of a wallet. Omitted fields keep their value.' })
export class UpdateWalletInput extends WalletMembersInput implements UpdateWallet {
  @Id() id!: string;
}

export const TerminateWalletInput = idInput('TerminateWalletInput');

@InputType()
export class SetWalletMetadataInput extends SetMetadataInput implements WalletMetadataChange {}

@InputType()
export class MergeWalletMetadataInput extends MergeMetadataInput implements WalletMetadataChange {}

@InputType({ description: 'The wallet is named by its id, or by its customer and its code.' })
export class DeleteWalletMetadataInput implements Omit<DeleteWalletMetadata, 'id'> {
  @Id.orNull() id?: string | null;
  @Text.orNull() externalCustomerId?: string | null;
  @Text.orNull('Code of the wallet.') code?: string | null;
  @Text.orNull('The key to remove. If omitted, all keys are removed.') key?: string | null;
}

@InputType({ description: 'Selects wallets.' })
export class WalletFilterInput extends TestFilterInput implements WalletFilter {
  @Text.orNull() externalCustomerId?: string | null;
  @Currency.orNull() @Extensions({ anyCase: true }) currency?: string | null;
  @Of.orNull(() => WalletStatus, 'Only wallets with this status.') status?: Wallet['status'] | null;
  @Texts.orNull('Only wallets of these billing entities; a wallet without one has that of its customer.')
  billingEntityCodes?: string[] | null;
}

export const WalletPayload = payloadOf('WalletPayload', 'wallet', () => WalletType);

@ObjectType()
export class WalletMetadataPayload extends MetadataPayload {}

export const WalletConnection = connectionOf(WalletType, 'Wallet');

export const WalletPageArgs = pageArgsOf('Wallet', walletOrders, {
  filter: WalletFilterInput,
  search: 'Matches part of the name or code, or of the name, external id or e-mail address of the customer.',
});
