import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../platform/api/cost.js';
import { CurrencyCode } from '../../platform/api/enums.js';
import { CalendarDate, DateTimeMillis, SafeInt } from '../../platform/api/scalars.js';
import { DeprecatedInGraphql } from '../../platform/api/surfaces.js';
import { TestArgs } from '../customers/test-filter.schema.js';
import { MONTH_REPLACED } from './analytics.schema.js';

@ArgsType()
export class DashboardSummaryArgs extends TestArgs {}

@ObjectType('PrepaidCredits', {
  description:
    'Amounts of wallet transactions that were settled in a month, in the time zones of their customers. Purchased and granted, ' +
    'less consumed and voided, is what the balances have grown by.',
})
@TypicalItems(12)
export class PrepaidCreditsType {
  @Field(() => DateTimeMillis, { description: 'Start of the month.' })
  @DeprecatedInGraphql(MONTH_REPLACED)
  month!: Date;

  @Field(() => CalendarDate, { description: 'The first day of the month.' })
  startsOn!: string;

  @Field(() => CurrencyCode)
  currency!: string;

  @Field(() => SafeInt, { description: 'Paid top-ups.' })
  purchasedAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'Free top-ups.' })
  grantedAmountCents!: bigint;

  @Field(() => SafeInt, {
    description:
      'Credits that invoices have used, less those that voided invoices have returned; may be negative.',
  })
  consumedAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'Credits that were voided or have expired.' })
  voidedAmountCents!: bigint;
}

@ObjectType('DashboardSummary', { description: 'How many objects the organization has now.' })
export class DashboardSummaryType {
  @Field(() => Int, { description: 'Number of customers that are not deleted.' })
  customersCount!: number;

  @Field(() => Int, { description: 'Number of plans that are not deleted, without overrides.' })
  plansCount!: number;

  @Field(() => Int, { description: 'Number of active subscriptions.' })
  activeSubscriptionsCount!: number;

  @Field(() => Int, { description: 'Number of active wallets.' })
  activeWalletsCount!: number;

  @Field(() => Int, { description: 'Number of draft invoices.' })
  draftInvoicesCount!: number;

  @Field(() => Int, { description: 'Number of overdue invoices, without self-billed ones.' })
  overdueInvoicesCount!: number;
}

@ObjectType('CustomerOverdueBalance', {
  description: 'Amount due on the overdue invoices of a customer, in one currency.',
})
@TypicalItems(1)
export class CustomerOverdueBalanceType {
  @Field(() => CurrencyCode)
  currency!: string;

  @Field(() => SafeInt)
  amountCents!: bigint;
}
