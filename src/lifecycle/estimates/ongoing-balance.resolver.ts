import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { WalletRelations } from '../../modules/wallets/api/wallet-relations.js';
import { WalletType } from '../../modules/wallets/api/wallet.schema.js';
import type { Wallet } from '../../modules/wallets/records/wallet.table.js';
import type { Context } from '../../platform/api/context.js';
import { defineRowLoader } from '../../platform/api/loader.js';
import { Decimal, SafeInt } from '../../platform/api/members/scalars.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { ComparedWallet, OngoingBalance, OngoingBalances } from './ongoing-balances.js';

/** Adds to wallets what usage will take of them. Source: wallets.md §6. */
@Resolver(() => WalletType)
export class OngoingBalanceResolver {
  private readonly balance = defineRowLoader<Wallet | ComparedWallet, OngoingBalance>(
    async (context, wallets) => {
      const compared = wallets.filter((wallet) => 'ongoing' in wallet);
      const others = wallets.filter((wallet) => !('ongoing' in wallet));
      const active = others.filter(({ status }) => status === 'active');
      const ids = new Set(active.map(({ customerId }) => customerId));
      const customers = [...ids].map((id) => context.load(this.relations.customer, id));
      const { db, actor } = context;
      const computed = await this.ongoingBalances.compute(db, actor, others, await Promise.all(customers));
      return new Map([...compared.map(({ id, ongoing }) => [id, ongoing] as const), ...computed]);
    },
    () => notFound('wallet'),
  );

  constructor(
    private readonly ongoingBalances: OngoingBalances,
    private readonly relations: WalletRelations,
  ) {}

  @FieldResolver(() => SafeInt, {
    description:
      'The balance less what the customer has used and was not invoiced for, in minor units of the currency. It may be negative.',
  })
  async ongoingBalanceCents(@Root() wallet: Wallet, @Ctx() context: Context): Promise<bigint> {
    return (await context.load(this.balance, wallet)).balanceCents;
  }

  @FieldResolver(() => SafeInt, {
    description:
      'Usage that was not invoiced, as far as this wallet will pay it, in minor units of the currency.',
  })
  async ongoingUsageBalanceCents(@Root() wallet: Wallet, @Ctx() context: Context): Promise<bigint> {
    return (await context.load(this.balance, wallet)).usageCents;
  }

  @FieldResolver(() => Decimal, { description: '`ongoingBalanceCents` in credits.' })
  async creditsOngoingBalance(@Root() wallet: Wallet, @Ctx() context: Context): Promise<string> {
    return (await context.load(this.balance, wallet)).balanceCredits;
  }

  @FieldResolver(() => Decimal, { description: '`ongoingUsageBalanceCents` in credits.' })
  async creditsOngoingUsageBalance(@Root() wallet: Wallet, @Ctx() context: Context): Promise<string> {
    return (await context.load(this.balance, wallet)).usageCredits;
  }
}
