import { Extensions, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { enumOf } from '../../platform/api/enums.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { DateTime, Decimal, JsonObject, SafeInt } from '../../platform/api/scalars.js';
import { DecimalInGraphql } from '../../platform/api/surfaces.js';
import { SectionChoiceInput } from '../invoice-custom-sections/invoice-custom-section.schema.js';
import { PaymentMethodReferenceInput } from '../subscriptions/subscription.schema.js';
import type { CreateWalletTransactions, WalletTransactionFilter } from './wallet.input.js';
import { walletConsumptionOrders, walletTransactionOrders } from './wallet.list.js';
import {
  TRANSACTION_DIRECTIONS,
  TRANSACTION_KINDS,
  TRANSACTION_SOURCES,
  TRANSACTION_STATUSES,
  type TransactionMetadata,
  type WalletTransaction,
} from './wallet-transaction.table.js';

export const WalletTransactionStatus = enumOf(TRANSACTION_STATUSES);
registerEnumType(WalletTransactionStatus, {
  name: 'WalletTransactionStatus',
  description: 'Whether a transaction counts in the balance.',
  valuesConfig: {
    pending: { description: 'A purchase that is not paid yet.' },
    settled: { description: 'It counts in the balance.' },
    failed: { description: 'A purchase whose payment failed; a later payment settles it.' },
  },
});

export const WalletTransactionType = enumOf(TRANSACTION_DIRECTIONS);
registerEnumType(WalletTransactionType, {
  name: 'WalletTransactionType',
  description: 'The direction of a transaction.',
  valuesConfig: {
    inbound: { description: 'It raises the balance.' },
    outbound: { description: 'It lowers the balance.' },
  },
});

export const WalletTransactionKind = enumOf(TRANSACTION_KINDS);
registerEnumType(WalletTransactionKind, {
  name: 'WalletTransactionTransactionStatus',
  description: 'What a transaction is.',
  valuesConfig: {
    purchased: { description: 'A paid top-up.' },
    granted: { description: 'A free top-up.' },
    voided: { description: 'Credits that were voided.' },
    invoiced: { description: 'The payment of an invoice.' },
  },
});

export const WalletTransactionSource = enumOf(TRANSACTION_SOURCES);
registerEnumType(WalletTransactionSource, {
  name: 'WalletTransactionSource',
  description: 'Why a transaction was made.',
  valuesConfig: {
    manual: { description: 'By a request, or by an invoice.' },
    interval: { description: 'By a recurring rule, at its interval.' },
    threshold: { description: 'By a recurring rule, at its threshold.' },
  },
});

export const PAID_CREDITS =
  'Credits that the customer buys: an invoice is issued, and its payment makes them usable.';
export const GRANTED_CREDITS = 'Credits that are granted for free, usable immediately.';

@ObjectType('WalletTransactionMetadata', { description: 'A key-value pair of a transaction.' })
@TypicalItems(3)
export class TransactionMetadataType {
  @Field(() => String, { description: 'At most 20 characters.' })
  key!: string;

  @Field(() => String, { description: 'At most 100 characters.' })
  value!: string;
}

@InputType('WalletTransactionMetadataInput', { description: 'A key-value pair of a transaction.' })
export class TransactionMetadataInput implements TransactionMetadata {
  @Field(() => String, { description: 'At most 20 characters.' })
  key!: string;

  @Field(() => String, { description: 'At most 100 characters.' })
  value!: string;
}

@ObjectType('WalletTransaction', {
  description: 'A change of the balance of a wallet: a top-up, a void or the payment of an invoice.',
})
export class TransactionObject {
  @Field(() => ID)
  id!: string;

  @Field(() => ID, { description: 'The wallet whose balance it changes.' })
  walletId!: string;

  @Field(() => WalletTransactionType, {
    description: 'Whether the transaction raises or lowers the balance.',
  })
  transactionType!: WalletTransaction['transactionType'];

  @Field(() => WalletTransactionKind, {
    description: 'Whether the transaction is a purchase, a grant, a void or the payment of an invoice.',
  })
  transactionStatus!: WalletTransaction['transactionStatus'];

  @Field(() => WalletTransactionStatus, { description: 'Whether the transaction counts in the balance.' })
  status!: WalletTransaction['status'];

  @Field(() => WalletTransactionSource, {
    description: 'What created the transaction: a request, an invoice or a recurring rule.',
  })
  source!: WalletTransaction['source'];

  @Field(() => SafeInt, { description: 'Its amount, in minor units of the currency.' })
  amountCents!: bigint;

  @Field(() => Decimal, { description: 'Its amount, in credits.' })
  creditAmount!: string;

  @Field(() => SafeInt, {
    nullable: true,
    description:
      'Remaining amount of a top-up, in minor units of the currency; null until a purchase is paid, and for outbound transactions.',
  })
  remainingAmountCents!: bigint | null;

  @Field(() => ID, { nullable: true, description: 'The invoice of a purchase, or the paid invoice.' })
  invoiceId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The credit note that refunds a purchase.' })
  creditNoteId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The voided invoice whose payment it returns.',
  })
  voidedInvoiceId!: string | null;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => Int, { description: '1 to 50: credits of top-ups with a lower number are used first.' })
  priority!: number;

  @Field(() => Boolean, {
    description: 'True: the invoice of the purchase is issued only when it has been paid.',
  })
  invoiceRequiresSuccessfulPayment!: boolean;

  @Field(() => [TransactionMetadataType], { description: 'Set by the caller.' })
  metadata!: readonly TransactionMetadata[];

  @Field(() => String, { nullable: true, description: 'Printed on the invoice of the purchase.' })
  purchaseOrderNumber!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the transaction was settled, so that it counts in the balance; null before.',
  })
  settledAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When its payment failed.' })
  failedAt!: Date | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@ObjectType('WalletConsumption', {
  description: 'The use of credits of one top-up by a void or by the payment of an invoice.',
})
export class WalletConsumptionType {
  @Field(() => ID)
  id!: string;

  @Field(() => SafeInt, { description: 'In minor units of the currency of the wallet.' })
  amountCents!: bigint;

  @Field(() => Decimal, { description: 'In credits.' })
  creditAmount!: string;

  @Field(() => DateTime)
  createdAt!: Date;
}

@InputType({
  description:
    'Up to three new transactions: a paid top-up, a free one and a void. Zero credits create no transaction.',
})
export class CreateWalletTransactionsInput implements CreateWalletTransactions {
  @Field(() => ID, { description: 'The wallet whose balance changes.' })
  @Extensions({ invalidCode: 'wallet_not_found', missingCode: 'wallet_not_found' })
  walletId!: string;

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

  @Field(() => String, { nullable: true, description: 'Credits to void.' })
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'invalid_voided_credits' })
  voidedCredits?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The top-up whose credits are voided. Without `voidedCredits`, all its remaining credits are.',
  })
  voidedTransactionId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "True: the invoice of the purchase is issued only when it has been paid. By default the wallet's setting.",
  })
  invoiceRequiresSuccessfulPayment?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: the paid credits may be below the lowest or above the highest paid top-up.',
  })
  ignorePaidTopUpLimits?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Printed on the invoice of the purchase.' })
  @Extensions({ invalidCode: 'invalid_value' })
  name?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: '1 to 50: credits of top-ups with a lower number are used first. Default 50.',
  })
  @Extensions({ invalidCode: 'value_is_invalid' })
  priority?: number | null;

  @Field(() => [TransactionMetadataInput], { nullable: true, description: 'At most 15 entries.' })
  @Extensions({ wholeCode: 'invalid_key_value_pair', invalidCode: 'invalid_type' })
  metadata?: TransactionMetadata[] | null;

  @Field(() => PaymentMethodReferenceInput, {
    nullable: true,
    description: 'How the invoice of the purchase is paid.',
  })
  paymentMethod?: PaymentMethodReferenceInput | null;

  @Field(() => SectionChoiceInput, {
    nullable: true,
    description: 'The custom sections of the invoice of the purchase. Default: those of the wallet.',
  })
  invoiceCustomSection?: SectionChoiceInput | null;

  @Field(() => String, { nullable: true, description: 'Printed on the invoice of the purchase.' })
  purchaseOrderNumber?: string | null;
}

@InputType({ description: 'Selects transactions of a wallet.' })
export class WalletTransactionFilterInput implements WalletTransactionFilter {
  @Field(() => WalletTransactionStatus, {
    nullable: true,
    description: 'Only transactions with this status.',
  })
  status?: WalletTransaction['status'] | null;

  @Field(() => WalletTransactionType, { nullable: true, description: 'Only transactions of this direction.' })
  transactionType?: WalletTransaction['transactionType'] | null;

  @Field(() => WalletTransactionKind, { nullable: true, description: 'Only transactions of this kind.' })
  transactionStatus?: WalletTransaction['transactionStatus'] | null;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Metadata values by key: all must match. An empty value is ignored.',
  })
  metadata?: Record<string, unknown> | null;
}

@ObjectType()
export class WalletTransactionsPayload {
  @Field(() => [TransactionObject], { description: 'The paid top-up, the free one and the void.' })
  walletTransactions!: TransactionObject[];
}

export const WalletTransactionConnection = connectionOf(TransactionObject, 'WalletTransaction');
export const WalletConsumptionConnection = connectionOf(WalletConsumptionType, 'WalletConsumption');

export const WalletTransactionPageArgs = pageArgsOf('WalletTransaction', walletTransactionOrders, {
  filter: WalletTransactionFilterInput,
  search: 'Matches part of the name.',
});
export const WalletConsumptionPageArgs = pageArgsOf('WalletConsumption', walletConsumptionOrders, {});
