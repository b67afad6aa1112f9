import { ArgsType, Extensions, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { Cents, DecimalText, Id, Instant, Of, Text } from '../../platform/api/members/fields.js';
import { PageArgs } from '../../platform/api/lists/page-args.js';
import { pickType } from '../../platform/api/members/pick-type.js';
import { WalletStatus, WalletType } from '../wallets/api/wallet.schema.js';
import type { Wallet } from '../wallets/records/wallet.table.js';
import {
  PAID_CREDITS,
  TransactionObject,
  WalletTransactionKind,
  WalletTransactionType,
} from '../wallets/api/wallet-transaction.schema.js';
import type { WalletTransaction } from '../wallets/records/wallet-transaction.table.js';
import type { PortalTopUp } from './portal.input.js';

@ObjectType('PortalWallet', {
  description: 'Prepaid credits of the customer, which pay invoices in their currency.',
})
export class PortalWalletType extends pickType(WalletType, [
  'id',
  'name',
  'status',
  'currency',
  'rateAmount',
  'priority',
  'balanceCents',
  'creditsBalance',
  'consumedCredits',
  'paidTopUpMinAmountCents',
  'paidTopUpMaxAmountCents',
  'terminatedAt',
  'createdAt',
]) {
  @Text() code!: string;
  @Instant.orNull('When the wallet expires, and its remaining credits can no longer be used; null: never.')
  expirationAt!: Date | null;
}

@ObjectType('PortalWalletTransaction', {
  description: 'A change of the balance of a wallet: a top-up, a void or the payment of an invoice.',
})
export class PortalWalletTransactionType extends pickType(TransactionObject, [
  'id',
  'status',
  'creditAmount',
  'name',
  'settledAt',
  'createdAt',
]) {
  @Of(() => WalletTransactionType, 'Whether the transaction raises or lowers the balance.', {
    name: 'direction',
  })
  transactionType!: WalletTransaction['transactionType'];
  @Of(
    () => WalletTransactionKind,
    'Whether the transaction is a purchase, a grant, a void or the payment of an invoice.',
    { name: 'type' },
  )
  transactionStatus!: WalletTransaction['transactionStatus'];
  @Cents('Amount of the transaction in minor units of the currency of the wallet.') amountCents!: bigint;
}

export const PortalWalletConnection = connectionOf(PortalWalletType, 'PortalWallet');
export const PortalWalletTransactionConnection = connectionOf(
  PortalWalletTransactionType,
  'PortalWalletTransaction',
);

@ArgsType()
export class PortalWalletPageArgs extends PageArgs {
  @Of.orNull(() => WalletStatus, 'Only wallets with this status. Default active.')
  status?: Wallet['status'] | null;
}

@InputType({ description: 'Credits to buy.' })
export class PortalTopUpWalletInput implements PortalTopUp {
  @Id('Id of an active wallet of the customer.') walletId!: string;
  @DecimalText(PAID_CREDITS) @Extensions({ invalidCode: 'invalid_paid_credits' }) paidCredits!: string;
}

@ObjectType()
export class PortalTopUpWalletPayload {
  @Of.orNull(() => PortalWalletTransactionType, 'The purchase; null for 0 credits, which buy nothing.')
  walletTransaction!: PortalWalletTransactionType | null;
}
