import { ArgsType, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../../platform/api/cost.js';
import { Cents, Currency, Day, Of, Whole } from '../../../platform/api/members/fields.js';
import { DateTimeMillis } from '../../../platform/api/members/scalars.js';
import { DeprecatedInGraphql } from '../../../platform/api/members/surfaces.js';
import { TestArgs } from '../../customers/api/test-filter.schema.js';
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
  @Of(() => DateTimeMillis, 'Start of the month.') @DeprecatedInGraphql(MONTH_REPLACED) month!: Date;
  @Day('The first day of the month.') startsOn!: string;
  @Currency() currency!: string;
  @Cents('Sum of the paid top-ups, in minor units of the currency.') purchasedAmountCents!: bigint;
  @Cents('Sum of the free top-ups, in minor units of the currency.') grantedAmountCents!: bigint;
  @Cents(
    'Credits that invoices have used, less those that voided invoices have returned, in minor units; may be negative.',
  )
  consumedAmountCents!: bigint;
  @Cents('Credits that were voided or have expired.') voidedAmountCents!: bigint;
}

@ObjectType('DashboardSummary', { description: 'How many objects the organization has now.' })
export class DashboardSummaryType {
  @Whole('Number of customers that are not deleted.') customersCount!: number;
  @Whole('Number of plans that are not deleted, without overrides.') plansCount!: number;
  @Whole('Number of active subscriptions.') activeSubscriptionsCount!: number;
  @Whole('Number of active wallets.') activeWalletsCount!: number;
  @Whole('Number of draft invoices.') draftInvoicesCount!: number;
  @Whole('Number of overdue invoices, without self-billed ones.') overdueInvoicesCount!: number;
}

@ObjectType('CustomerOverdueBalance', {
  description: 'Amount due on the overdue invoices of a customer, in one currency.',
})
@TypicalItems(1)
export class CustomerOverdueBalanceType {
  @Currency() currency!: string;
  @Cents() amountCents!: bigint;
}
