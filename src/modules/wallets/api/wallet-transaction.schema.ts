import { Extensions, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { TypicalItems } from '../../../platform/api/cost.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import {
  Cents,
  DecimalText,
  Flag,
  Id,
  Instant,
  JsonMap,
  ListOf,
  Of,
  Text,
  Whole,
} from '../../../platform/api/members/fields.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { DecimalInGraphql } from '../../../platform/api/members/surfaces.js';
import { SectionChoiceInput } from '../../invoice-custom-sections/invoice-custom-section.schema.js';
import { PaymentMethodReferenceInput } from '../../subscriptions/api/subscription.schema.js';
import type { CreateWalletTransactions, WalletTransactionFilter } from '../records/wallet.input.js';
import { walletConsumptionOrders, walletTransactionOrders } from '../records/wallet.list.js';
import {
  TRANSACTION_DIRECTIONS,
  TRANSACTION_KINDS,
  TRANSACTION_SOURCES,
  TRANSACTION_STATUSES,
  type TransactionMetadata,
  type WalletTransaction,
} from '../records/wallet-transaction.table.js';

export const WalletTransactionStatus = enumOf(
  TRANSACTION_STATUSES,
  'WalletTransactionStatus',
  'Whether a transaction counts in the balance.',
  {
    pending: 'A purchase that is not paid yet.',
    settled: 'The transaction counts in the balance.',
    failed: 'A purchase whose payment failed; a later payment settles it.',
  },
);

export const WalletTransactionType = enumOf(
  TRANSACTION_DIRECTIONS,
  'WalletTransactionType',
  'The direction of a transaction.',
  {
    inbound: 'The transaction raises the balance.',
    outbound: 'The transaction lowers the balance.',
  },
);

export const WalletTransactionKind = enumOf(
  TRANSACTION_KINDS,
  'WalletTransactionTransactionStatus',
  'What a transaction is.',
  {
    purchased: 'A paid top-up.',
    granted: 'A free top-up.',
    voided: 'Credits that were voided.',
    invoiced: 'The payment of an invoice.',
  },
);

export const WalletTransactionSource = enumOf(
  TRANSACTION_SOURCES,
  'WalletTransactionSource',
  'Why a transaction was made.',
  {
    manual: 'A request or an invoice created the transaction.',
    interval: 'A recurring rule created the transaction, at its interval.',
    threshold: 'A recurring rule created the transaction, at its threshold.',
  },
);

export const PAID_CREDITS =
  'Credits that the customer buys: an invoice is issued, and its payment makes them usable.';
export const GRANTED_CREDITS = 'Credits that are granted for free, usable immediately.';

@ObjectType('WalletTransactionMetadata', { description: 'A key-value pair of a transaction.' })
@TypicalItems(3)
export class TransactionMetadataType {
  @Text('Name of the entry: at most 20 characters.') key!: string;
  @Text('Value of the entry: at most 100 characters.') value!: string;
}

@InputType('WalletTransactionMetadataInput', { description: 'A key-value pair of a transaction.' })
export class TransactionMetadataInput implements TransactionMetadata {
  @Text('Name of the entry: at most 20 characters.') key!: string;
  @Text('Value of the entry: at most 100 characters.') value!: string;
}

@ObjectType('WalletTransaction', {
  description: 'A change of the balance of a wallet: a top-up, a void or the payment of an invoice.',
})
export class TransactionObject {
  @Id() id!: string;
  @Id('The wallet whose balance it changes.') walletId!: string;
  @Of(() => WalletTransactionType, 'Whether the transaction raises or lowers the balance.')
  transactionType!: WalletTransaction['transactionType'];
  @Of(
    () => WalletTransactionKind,
    'Whether the transaction is a purchase, a grant, a void or the payment of an invoice.',
  )
  transactionStatus!: WalletTransaction['transactionStatus'];
  @Of(() => WalletTransactionStatus, 'Whether the transaction counts in the balance.')
  status!: WalletTransaction['status'];
  @Of(() => WalletTransactionSource, 'Origin of the transaction: a request, an invoice or a recurring rule.')
  source!: WalletTransaction['source'];
  @Cents('Amount of the transaction in minor units of the currency of the wallet.') amountCents!: bigint;
  @DecimalText('Amount of the transaction in credits.') creditAmount!: string;
  @Cents.orNull(
    'Remaining amount of a top-up, in minor units of the currency; null until a purchase is paid, and for outbound transactions.',
  )
  remainingAmountCents!: bigint | null;
  @Id.orNull('Id of the invoice of a purchase, or of the paid invoice; null for other transactions.')
  invoiceId!: string | null;
  @Id.orNull('The credit note that refunds a purchase.') creditNoteId!: string | null;
  @Id.orNull('The voided invoice whose payment it returns.') voidedInvoiceId!: string | null;
  @Text.orNull() name!: string | null;
  @Whole('Order of use of the credits, 1 to 50: those of top-ups with a lower number are used first.')
  priority!: number;
  @Flag('Whether the invoice of the purchase is issued only when it has been paid.')
  invoiceRequiresSuccessfulPayment!: boolean;
  @ListOf(
    () => TransactionMetadataType,
    'Keys and values of the organization, which have no effect on billing.',
  )
  metadata!: readonly TransactionMetadata[];
  @Text.orNull('Number of an order of the customer, printed on the invoice of the purchase.')
  purchaseOrderNumber!: string | null;
  @Instant.orNull('When the transaction was settled, so that it counts in the balance; null before.')
  settledAt!: Date | null;
  @Instant.orNull('When the payment of the purchase failed; null if it did not.') failedAt!: Date | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@ObjectType('WalletConsumption', {
  description: 'The use of credits of one top-up by a void or by the payment of an invoice.',
})
export class WalletConsumptionType {
  @Id() id!: string;
  @Cents('Amount of the credits that were used, in minor units of the currency of the wallet.')
  amountCents!: bigint;
  @DecimalText('Number of credits that were used.') creditAmount!: string;
  @Instant() createdAt!: Date;
}

@InputType({
  description:
    'Up to three new transactions: a paid top-up, a free one and a void. Zero credits create no transaction.',
})
export class CreateWalletTransactionsInput implements CreateWalletTransactions {
  @Id('The wallet whose balance changes.')
  @Extensions({ invalidCode: 'wallet_not_found', missingCode: 'wallet_not_found' })
  walletId!: string;
  @Text.orNull(PAID_CREDITS)
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'invalid_paid_credits' })
  paidCredits?: string | null;
  @Text.orNull(GRANTED_CREDITS)
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'invalid_granted_credits' })
  grantedCredits?: string | null;
  @Text.orNull('Credits to void.')
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'invalid_voided_credits' })
  voidedCredits?: string | null;
  @Id.orNull('The top-up whose credits are voided. Without `voidedCredits`, all its remaining credits are.')
  voidedTransactionId?: string | null;
  @Flag.orNull(
    "Whether the invoice of the purchase is issued only when it has been paid. By default the wallet's setting.",
  )
  invoiceRequiresSuccessfulPayment?: boolean | null;
  @Flag.orNull(
    'Whether the paid credits may be below the lowest or above the highest paid top-up. Default false.',
  )
  ignorePaidTopUpLimits?: boolean | null;
  @Text.orNull('Name of the transaction, printed on the invoice of the purchase.')
  @Extensions({ invalidCode: 'invalid_value' })
  name?: string | null;
  @Whole.orNull(
    'Order of use of the credits, 1 to 50: those of top-ups with a lower number are used first. Default 50.',
  )
  @Extensions({ invalidCode: 'value_is_invalid' })
  priority?: number | null;
  @ListOf.orNull(
    () => TransactionMetadataInput,
    'Keys and values of the organization, which have no effect on billing: at most 15 entries.',
  )
  @Extensions({ wholeCode: 'invalid_key_value_pair', invalidCode: 'invalid_type' })
  metadata?: TransactionMetadata[] | null;
  @Of.orNull(() => PaymentMethodReferenceInput, 'How the invoice of the purchase is paid.')
  paymentMethod?: PaymentMethodReferenceInput | null;
  @Of.orNull(
    () => SectionChoiceInput,
    'The custom sections of the invoice of the purchase. Default: those of the wallet.',
  )
  invoiceCustomSection?: SectionChoiceInput | null;
  @Text.orNull('Number of an order of the customer, printed on the invoice of the purchase.')
  purchaseOrderNumber?: string | null;
}

@InputType({ description: 'Selects transactions of a wallet.' })
export class WalletTransactionFilterInput implements WalletTransactionFilter {
  @Of.orNull(() => WalletTransactionStatus, 'Only transactions with this status.')
  status?: WalletTransaction['status'] | null;
  @Of.orNull(() => WalletTransactionType, 'Only transactions of this direction.')
  transactionType?: WalletTransaction['transactionType'] | null;
  @Of.orNull(() => WalletTransactionKind, 'Only transactions of this kind.')
  transactionStatus?: WalletTransaction['transactionStatus'] | null;
  @JsonMap.orNull('Metadata values by key: all must match. An empty value is ignored.')
  metadata?: Record<string, unknown> | null;
}

@ObjectType()
export class WalletTransactionsPayload {
  @ListOf(() => TransactionObject, 'The paid top-up, the free one and the void.')
  walletTransactions!: TransactionObject[];
}

export const WalletTransactionConnection = connectionOf(TransactionObject, 'WalletTransaction');
export const WalletConsumptionConnection = connectionOf(WalletConsumptionType, 'WalletConsumption');

export const WalletTransactionPageArgs = pageArgsOf('WalletTransaction', walletTransactionOrders, {
  filter: WalletTransactionFilterInput,
  search: 'Matches part of the name.',
});
export const WalletConsumptionPageArgs = pageArgsOf('WalletConsumption', walletConsumptionOrders, {});
