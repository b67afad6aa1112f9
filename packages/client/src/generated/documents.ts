/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from './schema.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type CustomerActivityQueryVariables = Exact<{
  externalId: string;
}>;


export type CustomerActivityQuery = { activityLogs: { nodes: Array<{ activityType: string, activitySource: Types.ActivitySource, loggedAt: string, userEmail: string | null, activityObjectChanges: Record<string, unknown> }> } | null };

export type CurrentUsageByChargeQueryVariables = Exact<{
  externalId: string;
  externalSubscriptionId: string;
}>;


export type CurrentUsageByChargeQuery = { customerUsage: { from: string, to: string, currency: Types.CurrencyCode, amountCents: number, taxesAmountCents: number, totalAmountCents: number, chargesUsage: Array<{ units: string, eventsCount: number, amountCents: number, billableMetric: { code: string, name: string }, charge: { chargeModel: Types.ChargeModel, invoiceDisplayName: string | null } }> } | null };

export type CustomerOverviewQueryVariables = Exact<{
  externalId: string;
}>;


export type CustomerOverviewQuery = { customer: { id: string, externalId: string, name: string | null, email: string | null, currency: Types.CurrencyCode | null, createdAt: string, overdueBalance: Array<{ currency: Types.CurrencyCode, amountCents: number }>, testClock: { name: string | null, frozenTime: string } | null, subscriptions: { totalCount: number, nodes: Array<{ externalId: string, status: Types.SubscriptionStatus, startedAt: string | null, currentPeriodTo: string | null, plan: { code: string, name: string } }> }, invoices: { totalCount: number, nodes: Array<{ number: string, status: Types.InvoiceStatus, paymentStatus: Types.InvoicePaymentStatus, issuingDate: string, totalAmountCents: number, currency: Types.CurrencyCode }> }, payments: { nodes: Array<{ amountCents: number, amountCurrency: Types.CurrencyCode, createdAt: string }> }, creditNotes: { nodes: Array<{ number: string, totalAmountCents: number, creditStatus: Types.CreditStatus }> } } | null };

export type EventDebuggerQueryVariables = Exact<{
  transactionId: string;
}>;


export type EventDebuggerQuery = { event: { code: string, timestamp: string, createdAt: string, properties: Record<string, unknown>, customer: { externalId: string } | null, subscription: { externalId: string, status: Types.SubscriptionStatus } | null } | null, eventExplanation: { counted: boolean, reason: Types.UncountedReason | null, planCode: string | null, charges: Array<{ chargeCode: string, units: string | null, from: string, to: string }> } | null };

export type InvoiceDetailsQueryVariables = Exact<{
  id: string | number;
}>;


export type InvoiceDetailsQuery = { invoice: { number: string, status: Types.InvoiceStatus, paymentStatus: Types.InvoicePaymentStatus, issuingDate: string, paymentDueDate: string, currency: Types.CurrencyCode, feesAmountCents: number, taxesAmountCents: number, totalAmountCents: number, totalDueAmountCents: number, customer: { externalId: string, name: string | null }, billingPeriods: Array<{ subscriptionFrom: string, subscriptionTo: string, subscription: { externalId: string } }>, fees: Array<{ feeType: Types.FeeKind, units: string, amountCents: number, item: { name: string }, charge: { chargeModel: Types.ChargeModel } | null, appliedTaxes: Array<{ taxName: string, amountCents: number }> }>, appliedTaxes: Array<{ taxName: string, taxRate: string, amountCents: number }>, credits: Array<{ amountCents: number, item: { name: string } }>, payments: { nodes: Array<{ amountCents: number, createdAt: string }> } } | null };

export type MrrQueryVariables = Exact<{
  months?: number | null | undefined;
  currency?: Types.CurrencyCode | null | undefined;
  includeTest?: boolean | null | undefined;
}>;


export type MrrQuery = { mrrs: Array<{ startsOn: string, amount: { amount: string, currency: Types.CurrencyCode } }> | null, mrrByPlan: Array<{ startsOn: string, amount: { amount: string, currency: Types.CurrencyCode }, plan: { code: string, name: string } }> | null };

export type OverdueBalancesQueryVariables = Exact<{
  currency?: Types.CurrencyCode | null | undefined;
  includeTest?: boolean | null | undefined;
}>;


export type OverdueBalancesQuery = { overdueBalances: Array<{ startsOn: string, amount: { amount: string, currency: Types.CurrencyCode } }> | null };

export type OverdueInvoicesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type OverdueInvoicesQuery = { invoices: { totalCount: number, nodes: Array<{ id: string, number: string, paymentDueDate: string, currency: Types.CurrencyCode, totalDueAmountCents: number, customer: { externalId: string, name: string | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type PlanWithSubscribersQueryVariables = Exact<{
  code: string;
}>;


export type PlanWithSubscribersQuery = { plan: { code: string, name: string, interval: Types.PlanInterval, amountCents: number, amountCurrency: Types.CurrencyCode, customersCount: number, activeSubscriptionsCount: number, charges: Array<{ code: string, chargeModel: Types.ChargeModel, billableMetricCode: string }> } | null, subscriptions: { totalCount: number, nodes: Array<{ externalId: string, startedAt: string | null, customer: { externalId: string, name: string | null } }> } | null };

export type PrepaidCreditsQueryVariables = Exact<{
  includeTest?: boolean | null | undefined;
}>;


export type PrepaidCreditsQuery = { prepaidCredits: Array<{ startsOn: string, currency: Types.CurrencyCode, purchasedAmountCents: number, grantedAmountCents: number, consumedAmountCents: number, voidedAmountCents: number }> | null };

export type RevenueQueryVariables = Exact<{
  months?: number | null | undefined;
  currency?: Types.CurrencyCode | null | undefined;
  includeTest?: boolean | null | undefined;
}>;


export type RevenueQuery = { grossRevenues: Array<{ startsOn: string, invoicesCount: number, amount: { amount: string, currency: Types.CurrencyCode } }> | null, revenueStreams: Array<{ startsOn: string, stream: Types.RevenueStreamKind, amount: { amount: string, currency: Types.CurrencyCode } }> | null, invoicedUsages: Array<{ startsOn: string, code: string, amount: { amount: string, currency: Types.CurrencyCode } }> | null, invoiceCollections: Array<{ startsOn: string, paymentStatus: Types.InvoicePaymentStatus, invoicesCount: number, amount: { amount: string, currency: Types.CurrencyCode } }> | null };

export type SearchEverythingQueryVariables = Exact<{
  text: string;
}>;


export type SearchEverythingQuery = { customers: { nodes: Array<{ externalId: string, name: string | null, email: string | null }> } | null, subscriptions: { nodes: Array<{ externalId: string, name: string | null, planCode: string }> } | null, invoices: { nodes: Array<{ number: string, totalAmountCents: number }> } | null, plans: { nodes: Array<{ code: string, name: string }> } | null };

export type SummaryQueryVariables = Exact<{
  currency?: Types.CurrencyCode | null | undefined;
  includeTest?: boolean | null | undefined;
}>;


export type SummaryQuery = { dashboardSummary: { customersCount: number, plansCount: number, activeSubscriptionsCount: number, activeWalletsCount: number, draftInvoicesCount: number, overdueInvoicesCount: number } | null, mrrs: Array<{ startsOn: string, amountCents: number }> | null, overdueBalances: Array<{ startsOn: string, amountCents: number }> | null };

export type UnpaidInvoicesQueryVariables = Exact<{
  externalId: string;
}>;


export type UnpaidInvoicesQuery = { customer: { name: string | null, invoices: { totalCount: number, nodes: Array<{ number: string, issuingDate: string, paymentDueDate: string, paymentStatus: Types.InvoicePaymentStatus, totalAmountCents: number, totalDueAmountCents: number, payments: { nodes: Array<{ amountCents: number, reference: string | null, createdAt: string }> } }> } } | null };

export type UsageByDayQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
  externalCustomerId?: string | null | undefined;
  includeTest?: boolean | null | undefined;
}>;


export type UsageByDayQuery = { usages: Array<{ startOfPeriod: string, billableMetricCode: string, units: string, currency: Types.CurrencyCode, amountCents: number }> | null };

export type UsageOverTimeQueryVariables = Exact<{
  externalId: string;
  externalSubscriptionId: string;
}>;


export type UsageOverTimeQuery = { customerPastUsage: { nodes: Array<{ from: string, to: string, amountCents: number, chargesUsage: Array<{ units: string, amountCents: number, billableMetric: { code: string } }> }> } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const CustomerActivityDocument = new TypedDocumentString(`
    query CustomerActivity($externalId: String!) {
  activityLogs(filter: {externalCustomerId: $externalId}, first: 15) {
    nodes {
      activityType
      activitySource
      loggedAt
      userEmail
      activityObjectChanges
    }
  }
}
    `) as unknown as TypedDocumentString<CustomerActivityQuery, CustomerActivityQueryVariables>;
export const CurrentUsageByChargeDocument = new TypedDocumentString(`
    query CurrentUsageByCharge($externalId: String!, $externalSubscriptionId: String!) {
  customerUsage(
    externalCustomerId: $externalId
    externalSubscriptionId: $externalSubscriptionId
  ) {
    from
    to
    currency
    amountCents
    taxesAmountCents
    totalAmountCents
    chargesUsage {
      units
      eventsCount
      amountCents
      billableMetric {
        code
        name
      }
      charge {
        chargeModel
        invoiceDisplayName
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CurrentUsageByChargeQuery, CurrentUsageByChargeQueryVariables>;
export const CustomerOverviewDocument = new TypedDocumentString(`
    query CustomerOverview($externalId: String!) {
  customer(externalId: $externalId) {
    id
    externalId
    name
    email
    currency
    createdAt
    overdueBalance {
      currency
      amountCents
    }
    testClock {
      name
      frozenTime
    }
    subscriptions(first: 10) {
      totalCount
      nodes {
        externalId
        status
        startedAt
        currentPeriodTo
        plan {
          code
          name
        }
      }
    }
    invoices(first: 5) {
      totalCount
      nodes {
        number
        status
        paymentStatus
        issuingDate
        totalAmountCents
        currency
      }
    }
    payments(first: 5) {
      nodes {
        amountCents
        amountCurrency
        createdAt
      }
    }
    creditNotes(first: 5) {
      nodes {
        number
        totalAmountCents
        creditStatus
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CustomerOverviewQuery, CustomerOverviewQueryVariables>;
export const EventDebuggerDocument = new TypedDocumentString(`
    query EventDebugger($transactionId: String!) {
  event(transactionId: $transactionId) {
    code
    timestamp
    createdAt
    properties
    customer {
      externalId
    }
    subscription {
      externalId
      status
    }
  }
  eventExplanation(transactionId: $transactionId) {
    counted
    reason
    planCode
    charges {
      chargeCode
      units
      from
      to
    }
  }
}
    `) as unknown as TypedDocumentString<EventDebuggerQuery, EventDebuggerQueryVariables>;
export const InvoiceDetailsDocument = new TypedDocumentString(`
    query InvoiceDetails($id: ID!) {
  invoice(id: $id) {
    number
    status
    paymentStatus
    issuingDate
    paymentDueDate
    currency
    feesAmountCents
    taxesAmountCents
    totalAmountCents
    totalDueAmountCents
    customer {
      externalId
      name
    }
    billingPeriods {
      subscription {
        externalId
      }
      subscriptionFrom
      subscriptionTo
    }
    fees {
      feeType
      units
      amountCents
      item {
        name
      }
      charge {
        chargeModel
      }
      appliedTaxes {
        taxName
        amountCents
      }
    }
    appliedTaxes {
      taxName
      taxRate
      amountCents
    }
    credits {
      amountCents
      item {
        name
      }
    }
    payments(first: 5) {
      nodes {
        amountCents
        createdAt
      }
    }
  }
}
    `) as unknown as TypedDocumentString<InvoiceDetailsQuery, InvoiceDetailsQueryVariables>;
export const MrrDocument = new TypedDocumentString(`
    query Mrr($months: Int, $currency: CurrencyCode, $includeTest: Boolean) {
  mrrs(months: $months, currency: $currency, includeTest: $includeTest) {
    startsOn
    amount {
      amount
      currency
    }
  }
  mrrByPlan(months: $months, currency: $currency, includeTest: $includeTest) {
    startsOn
    amount {
      amount
      currency
    }
    plan {
      code
      name
    }
  }
}
    `) as unknown as TypedDocumentString<MrrQuery, MrrQueryVariables>;
export const OverdueBalancesDocument = new TypedDocumentString(`
    query OverdueBalances($currency: CurrencyCode, $includeTest: Boolean) {
  overdueBalances(currency: $currency, includeTest: $includeTest) {
    startsOn
    amount {
      amount
      currency
    }
  }
}
    `) as unknown as TypedDocumentString<OverdueBalancesQuery, OverdueBalancesQueryVariables>;
export const OverdueInvoicesDocument = new TypedDocumentString(`
    query OverdueInvoices($after: String) {
  invoices(
    filter: {paymentOverdue: true}
    orderBy: {field: payment_due_date, direction: asc}
    first: 20
    after: $after
  ) {
    totalCount
    nodes {
      id
      number
      paymentDueDate
      currency
      totalDueAmountCents
      customer {
        externalId
        name
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<OverdueInvoicesQuery, OverdueInvoicesQueryVariables>;
export const PlanWithSubscribersDocument = new TypedDocumentString(`
    query PlanWithSubscribers($code: String!) {
  plan(code: $code) {
    code
    name
    interval
    amountCents
    amountCurrency
    customersCount
    activeSubscriptionsCount
    charges {
      code
      chargeModel
      billableMetricCode
    }
  }
  subscriptions(filter: {planCode: $code, status: [active]}, first: 10) {
    totalCount
    nodes {
      externalId
      startedAt
      customer {
        externalId
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PlanWithSubscribersQuery, PlanWithSubscribersQueryVariables>;
export const PrepaidCreditsDocument = new TypedDocumentString(`
    query PrepaidCredits($includeTest: Boolean) {
  prepaidCredits(includeTest: $includeTest) {
    startsOn
    currency
    purchasedAmountCents
    grantedAmountCents
    consumedAmountCents
    voidedAmountCents
  }
}
    `) as unknown as TypedDocumentString<PrepaidCreditsQuery, PrepaidCreditsQueryVariables>;
export const RevenueDocument = new TypedDocumentString(`
    query Revenue($months: Int, $currency: CurrencyCode, $includeTest: Boolean) {
  grossRevenues(months: $months, currency: $currency, includeTest: $includeTest) {
    startsOn
    invoicesCount
    amount {
      amount
      currency
    }
  }
  revenueStreams(months: $months, currency: $currency, includeTest: $includeTest) {
    startsOn
    stream
    amount {
      amount
      currency
    }
  }
  invoicedUsages(months: $months, currency: $currency, includeTest: $includeTest) {
    startsOn
    code
    amount {
      amount
      currency
    }
  }
  invoiceCollections(
    months: $months
    currency: $currency
    includeTest: $includeTest
  ) {
    startsOn
    paymentStatus
    invoicesCount
    amount {
      amount
      currency
    }
  }
}
    `) as unknown as TypedDocumentString<RevenueQuery, RevenueQueryVariables>;
export const SearchEverythingDocument = new TypedDocumentString(`
    query SearchEverything($text: String!) {
  customers(search: $text, first: 5) {
    nodes {
      externalId
      name
      email
    }
  }
  subscriptions(search: $text, first: 5) {
    nodes {
      externalId
      name
      planCode
    }
  }
  invoices(search: $text, first: 5) {
    nodes {
      number
      totalAmountCents
    }
  }
  plans(search: $text, first: 5) {
    nodes {
      code
      name
    }
  }
}
    `) as unknown as TypedDocumentString<SearchEverythingQuery, SearchEverythingQueryVariables>;
export const SummaryDocument = new TypedDocumentString(`
    query Summary($currency: CurrencyCode, $includeTest: Boolean) {
  dashboardSummary(includeTest: $includeTest) {
    customersCount
    plansCount
    activeSubscriptionsCount
    activeWalletsCount
    draftInvoicesCount
    overdueInvoicesCount
  }
  mrrs(currency: $currency, months: 12, includeTest: $includeTest) {
    startsOn
    amountCents
  }
  overdueBalances(currency: $currency, includeTest: $includeTest) {
    startsOn
    amountCents
  }
}
    `) as unknown as TypedDocumentString<SummaryQuery, SummaryQueryVariables>;
export const UnpaidInvoicesDocument = new TypedDocumentString(`
    query UnpaidInvoices($externalId: String!) {
  customer(externalId: $externalId) {
    name
    invoices(
      filter: {statuses: [finalized], paymentStatuses: [pending, failed]}
      orderBy: {field: payment_due_date, direction: asc}
      first: 20
    ) {
      totalCount
      nodes {
        number
        issuingDate
        paymentDueDate
        paymentStatus
        totalAmountCents
        totalDueAmountCents
        payments(first: 3) {
          nodes {
            amountCents
            reference
            createdAt
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UnpaidInvoicesQuery, UnpaidInvoicesQueryVariables>;
export const UsageByDayDocument = new TypedDocumentString(`
    query UsageByDay($from: Date, $to: Date, $externalCustomerId: String, $includeTest: Boolean) {
  usages(
    fromDate: $from
    toDate: $to
    externalCustomerId: $externalCustomerId
    includeTest: $includeTest
  ) {
    startOfPeriod
    billableMetricCode
    units
    currency
    amountCents
  }
}
    `) as unknown as TypedDocumentString<UsageByDayQuery, UsageByDayQueryVariables>;
export const UsageOverTimeDocument = new TypedDocumentString(`
    query UsageOverTime($externalId: String!, $externalSubscriptionId: String!) {
  customerPastUsage(
    externalCustomerId: $externalId
    externalSubscriptionId: $externalSubscriptionId
    first: 12
  ) {
    nodes {
      from
      to
      amountCents
      chargesUsage {
        units
        amountCents
        billableMetric {
          code
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UsageOverTimeQuery, UsageOverTimeQueryVariables>;