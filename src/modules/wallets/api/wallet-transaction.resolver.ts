import { fromCents } from '../../../core/money/money.js';
import { shownReference } from '../../payment-providers/methods/payment-method-reference.js';
import { creditsFor } from '../../../core/wallets/credit-amounts.js';
import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { CurrencyCode } from '../../../platform/api/members/enums.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { NestedList } from '../../../platform/api/lists/nested-list.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { Decimal } from '../../../platform/api/members/scalars.js';
import { RestOnly } from '../../../platform/api/members/surfaces.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { BillingEntityType } from '../../billing-entities/api/billing-entity.schema.js';
import type { AppliedInvoiceCustomSection } from '../../invoice-custom-sections/invoice-custom-section-relations.js';
import { AppliedInvoiceCustomSectionType } from '../../invoice-custom-sections/invoice-custom-section.schema.js';
import type { BillingEntity } from '../../billing-entities/records/billing-entity.table.js';
import { PaymentMethodReference } from '../../subscriptions/api/subscription.schema.js';
import type { WalletsNeeds } from '../wallets.needs.js';
import type { WalletRelations } from './wallet-relations.js';
import { rateOf } from '../ledger/wallet-book.js';
import { WalletType } from './wallet.schema.js';
import type { WalletService, WalletTransactionList } from './wallet.service.js';
import type { Wallet } from '../records/wallet.table.js';
import {
  CreateWalletTransactionsInput,
  TransactionObject,
  WalletConsumptionConnection,
  WalletConsumptionPageArgs,
  WalletConsumptionType,
  WalletTransactionConnection,
  type WalletTransactionFilterInput,
  WalletTransactionPageArgs,
  WalletTransactionsPayload,
} from './wallet-transaction.schema.js';
import type { WalletConsumption, WalletTransaction } from '../records/wallet-transaction.table.js';
import type { WalletTopUps } from '../top-ups/wallet-top-ups.service.js';

interface Needs extends Pick<WalletsNeeds, 'customSectionRelations'> {
  readonly wallets: WalletService;
  readonly walletTopUps: WalletTopUps;
  readonly walletRelations: WalletRelations;
}

@Resolver(() => TransactionObject)
export class WalletTransactionResolver {
  private readonly usesOf = new NestedList<WalletConsumption>(({ db, actor }, ids, page) =>
    this.needs.wallets.listConsumptions(db, actor, 'inbound', ids, page),
  );

  private readonly fundingOf = new NestedList<WalletConsumption>(({ db, actor }, ids, page) =>
    this.needs.wallets.listConsumptions(db, actor, 'outbound', ids, page),
  );

  constructor(private readonly needs: Needs) {}

  @Query(() => TransactionObject, { description: 'The transaction with this id.' })
  @Permission('wallet_transaction', 'read')
  walletTransaction(
    @Ctx() { db, actor }: Context,
    @Arg('id', () => ID) id: string,
  ): Promise<WalletTransaction> {
    return this.needs.wallets.getTransaction(db, actor, id);
  }

  @Query(() => WalletTransactionConnection, { description: 'Transactions of a wallet, newest first.' })
  @Permission('wallet_transaction', 'read')
  async walletTransactions(
    @Ctx() { db, actor, pageLimits }: Context,
    @Arg('walletId', () => ID, { description: 'Id of the wallet whose transactions are listed.' })
    walletId: string,
    @Args(() => WalletTransactionPageArgs) args: ListArgs<WalletTransactionFilterInput>,
  ): Promise<Connection<WalletTransaction>> {
    const query = listQuery(args, pageLimits);
    return new WalletTransactionConnection(
      await this.needs.wallets.transactionsOf(db, actor, walletId, query),
    );
  }

  @Query(() => WalletConsumptionConnection, {
    description: 'Uses of the credits of a top-up, newest first.',
  })
  @Permission('wallet_transaction', 'read')
  async walletTransactionConsumptions(
    @Ctx() { db, actor, pageLimits }: Context,
    @Arg('transactionId', () => ID, { description: 'Id of an inbound transaction.' }) transactionId: string,
    @Args(() => WalletConsumptionPageArgs) args: ListArgs,
  ): Promise<Connection<WalletConsumption>> {
    const { page } = listQuery(args, pageLimits);
    const { wallets } = this.needs;
    return new WalletConsumptionConnection(
      await wallets.consumptionsOf(db, actor, 'inbound', transactionId, page),
    );
  }

  @Query(() => WalletConsumptionConnection, {
    description: 'The credits of top-ups that a void or the payment of an invoice has used, newest first.',
  })
  @Permission('wallet_transaction', 'read')
  async walletTransactionFundings(
    @Ctx() { db, actor, pageLimits }: Context,
    @Arg('transactionId', () => ID, { description: 'Id of an outbound transaction.' }) transactionId: string,
    @Args(() => WalletConsumptionPageArgs) args: ListArgs,
  ): Promise<Connection<WalletConsumption>> {
    const { page } = listQuery(args, pageLimits);
    const { wallets } = this.needs;
    return new WalletConsumptionConnection(
      await wallets.consumptionsOf(db, actor, 'outbound', transactionId, page),
    );
  }

  @Mutation(() => WalletTransactionsPayload, {
    description: 'Tops a wallet up, with paid or free credits, and voids credits.',
  })
  @Permission('wallet_transaction', 'write')
  @FailsWith({
    notAllowed: ['test_clock_advancing'],
    fields: [
      'wallet_not_found',
      'wallet_is_terminated',
      'invalid_paid_credits',
      'invalid_granted_credits',
      'invalid_voided_credits',
      'insufficient_credits',
      'amount_rounds_to_zero',
      'value_is_out_of_range',
      'amount_below_minimum',
      'amount_above_maximum',
      'wallet_transaction_not_found',
      'no_remaining_amount',
      'exceeds_remaining_transaction_amount',
      'too_long',
      'too_many_keys',
      'key_too_long',
      'value_too_long',
      'invalid_key_value_pair',
      'invalid_payment_method',
    ],
  })
  async createWalletTransactions(
    @Ctx() context: Context,
    @Arg('input', () => CreateWalletTransactionsInput, {
      description: 'The wallet, and the credits to buy, to grant or to void.',
    })
    input: CreateWalletTransactionsInput,
  ): Promise<{ walletTransactions: WalletTransaction[] }> {
    const { walletTopUps } = this.needs;
    return { walletTransactions: await walletTopUps.create(context.beginWrite(), context.actor, input) };
  }

  @FieldResolver(() => WalletType, { description: 'The wallet whose balance it changes.' })
  @Permission('wallet', 'read')
  wallet(@Root() { walletId }: WalletTransaction, @Ctx() context: Context): Promise<Wallet> {
    return context.load(this.needs.walletRelations.wallet, walletId);
  }

  @FieldResolver(() => CurrencyCode)
  async currency(@Root() { walletId }: WalletTransaction, @Ctx() context: Context): Promise<string> {
    return (await context.load(this.needs.walletRelations.wallet, walletId)).currency;
  }

  @FieldResolver(() => Decimal, { description: 'Its amount, in currency units.' })
  @RestOnly()
  async decimalAmount(@Root() transaction: WalletTransaction, @Ctx() context: Context): Promise<string> {
    const { currency } = await context.load(this.needs.walletRelations.wallet, transaction.walletId);
    return fromCents(transaction.amountCents, currency).toFixed();
  }

  @FieldResolver(() => Decimal, {
    nullable: true,
    description: 'Credits of a top-up that are not used yet; null for other transactions.',
  })
  async remainingCreditAmount(
    @Root() { walletId, remainingAmountCents }: WalletTransaction,
    @Ctx() context: Context,
  ): Promise<string | null> {
    if (remainingAmountCents === null) return null;
    return creditsFor(
      remainingAmountCents,
      rateOf(await context.load(this.needs.walletRelations.wallet, walletId)),
    ).toFixed();
  }

  @FieldResolver(() => String, { description: 'Code of the entity that issues the invoice of a purchase.' })
  async billingEntityCode(@Root() { walletId }: WalletTransaction, @Ctx() context: Context): Promise<string> {
    const { walletRelations } = this.needs;
    const wallet = await context.load(walletRelations.wallet, walletId);
    return (await walletRelations.billingEntityOf(context, wallet)).code;
  }

  @FieldResolver(() => BillingEntityType, {
    description: 'The entity that issues the invoice of a purchase.',
  })
  @Permission('billing_entity', 'read')
  async billingEntity(
    @Root() { walletId }: WalletTransaction,
    @Ctx() context: Context,
  ): Promise<BillingEntity> {
    const { walletRelations } = this.needs;
    const wallet = await context.load(walletRelations.wallet, walletId);
    return walletRelations.billingEntityOf(context, wallet);
  }

  @FieldResolver(() => [AppliedInvoiceCustomSectionType], {
    description: 'The custom sections selected for the invoice of the purchase, by name.',
  })
  @Permission('invoice_custom_section', 'read')
  appliedInvoiceCustomSections(
    @Root() { customSections }: WalletTransaction,
    @Ctx() context: Context,
  ): Promise<AppliedInvoiceCustomSection[]> {
    return this.needs.customSectionRelations.applied(context, customSections);
  }

  @FieldResolver(() => PaymentMethodReference, {
    nullable: true,
    description: 'How the invoice of the purchase is paid; null: as the wallet says.',
  })
  paymentMethod(@Root() transaction: WalletTransaction): PaymentMethodReference | null {
    return shownReference(transaction);
  }

  @FieldResolver(() => WalletConsumptionConnection, {
    description: 'Uses of the credits of a top-up, newest first; empty for outbound transactions.',
  })
  async consumptions(
    @Root() { id: parentId }: WalletTransaction,
    @Ctx() context: Context,
    @Args(() => WalletConsumptionPageArgs) args: ListArgs,
  ): Promise<Connection<WalletConsumption>> {
    const { page } = listQuery(args, context.pageLimits);
    return new WalletConsumptionConnection(await this.usesOf.load(context, parentId, page));
  }

  @FieldResolver(() => WalletConsumptionConnection, {
    description:
      'The credits of top-ups that a void or the payment of an invoice has used, newest first; empty for inbound transactions.',
  })
  async fundings(
    @Root() { id: parentId }: WalletTransaction,
    @Ctx() context: Context,
    @Args(() => WalletConsumptionPageArgs) args: ListArgs,
  ): Promise<Connection<WalletConsumption>> {
    const { page } = listQuery(args, context.pageLimits);
    return new WalletConsumptionConnection(await this.fundingOf.load(context, parentId, page));
  }
}

/** Adds both sides to consumptions. */
@Resolver(() => WalletConsumptionType)
export class WalletConsumptionResolver {
  private readonly side = defineLoader<string, WalletTransaction>(
    ({ db, actor }, ids) => this.wallets.getTransactions(db, actor, ids),
    () => notFound('wallet_transaction'),
  );

  constructor(private readonly wallets: WalletService) {}

  @FieldResolver(() => TransactionObject, { description: 'The top-up whose credits were used.' })
  inbound(@Root() { inboundId }: WalletConsumption, @Ctx() context: Context): Promise<WalletTransaction> {
    return context.load(this.side, inboundId);
  }

  @FieldResolver(() => TransactionObject, { description: 'The void or the payment that used the credits.' })
  outbound(@Root() { outboundId }: WalletConsumption, @Ctx() context: Context): Promise<WalletTransaction> {
    return context.load(this.side, outboundId);
  }
}

/** Adds transactions to wallets. */
@Resolver(() => WalletType)
export class WalletTransactionsResolver {
  private readonly ofWallets = new NestedList<WalletTransaction, WalletTransactionList>(
    ({ db, actor }, ids, query) => this.wallets.listTransactions(db, actor, ids, query),
  );

  constructor(private readonly wallets: WalletService) {}

  @FieldResolver(() => WalletTransactionConnection, {
    description: 'Transactions of the wallet, newest first.',
  })
  @Permission('wallet_transaction', 'read')
  async transactions(
    @Root() { id: parentId }: Wallet,
    @Ctx() context: Context,
    @Args(() => WalletTransactionPageArgs) args: ListArgs<WalletTransactionFilterInput>,
  ): Promise<Connection<WalletTransaction>> {
    const query = listQuery(args, context.pageLimits);
    return new WalletTransactionConnection(await this.ofWallets.load(context, parentId, query));
  }
}
