import { ArgsType, Extensions, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { CurrencyCode } from '../../platform/api/enums.js';
import { PageArgs } from '../../platform/api/page-args.js';
import { DateTime, Decimal, SafeInt } from '../../platform/api/scalars.js';
import { WalletStatus } from '../wallets/wallet.schema.js';
import type { Wallet } from '../wallets/wallet.table.js';
import {
  WalletTransactionKind,
  WalletTransactionStatus,
  WalletTransactionType,
} from '../wallets/wallet-transaction.schema.js';
import type { WalletTransaction } from '../wallets/wallet-transaction.table.js';
import type { PortalTopUp } from './portal.input.js';

@ObjectType('PortalWallet', {
  description: 'Prepaid credits of the customer, which pay invoices in their currency.',
})
export class PortalWalletType {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  code!: string;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => WalletStatus, { description: 'Whether it can be used.' })
  status!: Wallet['status'];

  @Field(() => CurrencyCode)
  currency!: string;

  @Field(() => Decimal, { description: 'The value of one credit, in currency units: "0.5".' })
  rateAmount!: string;

  @Field(() => Int, { description: '1 to 50: wallets with a lower number pay first.' })
  priority!: number;

  @Field(() => SafeInt, { description: 'What it can pay, in minor units of the currency.' })
  balanceCents!: bigint;

  @Field(() => Decimal, { description: 'What it can pay, in credits.' })
  creditsBalance!: string;

  @Field(() => Decimal, { description: 'The credits that were used for invoices or voided.' })
  consumedCredits!: string;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'The lowest paid top-up, in minor units of the currency.',
  })
  paidTopUpMinAmountCents!: bigint | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'The highest paid top-up, in minor units of the currency.',
  })
  paidTopUpMaxAmountCents!: bigint | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it is terminated with what is left of it; null: never.',
  })
  expirationAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was terminated.' })
  terminatedAt!: Date | null;

  @Field(() => DateTime)
  createdAt!: Date;
}

@ObjectType('PortalWalletTransaction', {
  description:
    'What raises or lowers the balance of a wallet: a top-up, a void or the payment of an invoice.',
})
export class PortalWalletTransactionType {
  @Field(() => ID)
  id!: string;

  @Field(() => WalletTransactionType, {
    name: 'direction',
    description: 'Whether it raises or lowers the balance.',
  })
  transactionType!: WalletTransaction['transactionType'];

  @Field(() => WalletTransactionKind, { name: 'type', description: 'What it is.' })
  transactionStatus!: WalletTransaction['transactionStatus'];

  @Field(() => WalletTransactionStatus, { description: 'Whether it counts in the balance.' })
  status!: WalletTransaction['status'];

  @Field(() => SafeInt, { description: 'Its amount, in minor units of the currency of the wallet.' })
  amountCents!: bigint;

  @Field(() => Decimal, { description: 'Its amount, in credits.' })
  creditAmount!: string;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Since when it counts in the balance.' })
  settledAt!: Date | null;

  @Field(() => DateTime)
  createdAt!: Date;
}

export const PortalWalletConnection = connectionOf(PortalWalletType, 'PortalWallet');
export const PortalWalletTransactionConnection = connectionOf(
  PortalWalletTransactionType,
  'PortalWalletTransaction',
);

@ArgsType()
export class PortalWalletPageArgs extends PageArgs {
  @Field(() => WalletStatus, {
    nullable: true,
    description: 'Only wallets with this status. Default active.',
  })
  status?: Wallet['status'] | null;
}

@InputType({ description: 'Credits to buy.' })
export class PortalTopUpWalletInput implements PortalTopUp {
  @Field(() => ID, { description: 'An active wallet of the customer.' })
  walletId!: string;

  @Field(() => Decimal, {
    description: 'Credits that the customer buys: an invoice is issued, and its payment makes them usable.',
  })
  @Extensions({ invalidCode: 'invalid_paid_credits' })
  paidCredits!: string;
}

@ObjectType()
export class PortalTopUpWalletPayload {
  @Field(() => PortalWalletTransactionType, {
    nullable: true,
    description: 'The purchase; null for 0 credits, which buy nothing.',
  })
  walletTransaction!: PortalWalletTransactionType | null;
}
