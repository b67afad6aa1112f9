/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Who caused a change. */
export type ActivitySource =
  /** A request with an API key. */
  | 'api'
  /** A user of the dashboard or of the customer portal. */
  | 'front'
  /** Scheduled work, such as billing. */
  | 'system';

/** Pricing model that turns units into an amount. */
export type ChargeModel =
  /** Priced by a program of the organization; no charge can have it. */
  | 'custom'
  /** Each event carries its amount. */
  | 'dynamic'
  /** Each unit has the price of the range that it falls in. */
  | 'graduated'
  /** Each part of the sum has the percentage of the range that it falls in. */
  | 'graduated_percentage'
  /** Units are sold in packages; a started package costs as much as a full one. */
  | 'package'
  /** A percentage of the sum, and an amount for each event. */
  | 'percentage'
  /** Every unit has the same price. */
  | 'standard'
  /** All units have the price of the range that their total falls in. */
  | 'volume';

/** Status of the credit: available, consumed or voided. */
export type CreditStatus =
  /** Something is left to credit to later invoices. */
  | 'available'
  /** All of it was credited to later invoices. */
  | 'consumed'
  /** What was left can no longer be used. */
  | 'voided';

/** ISO 4217 currency code. */
export type CurrencyCode =
  /** United Arab Emirates Dirham. */
  | 'AED'
  /** Afghan Afghani. */
  | 'AFN'
  /** Albanian Lek. */
  | 'ALL'
  /** Armenian Dram. */
  | 'AMD'
  /** Netherlands Antillean Guilder. */
  | 'ANG'
  /** Angolan Kwanza. */
  | 'AOA'
  /** Argentine Peso. */
  | 'ARS'
  /** Australian Dollar. */
  | 'AUD'
  /** Aruban Florin. */
  | 'AWG'
  /** Azerbaijani Manat. */
  | 'AZN'
  /** Bosnia-Herzegovina Convertible Mark. */
  | 'BAM'
  /** Barbadian Dollar. */
  | 'BBD'
  /** Bangladeshi Taka. */
  | 'BDT'
  /** Bulgarian Lev. */
  | 'BGN'
  /** Burundian Franc. */
  | 'BIF'
  /** Bermudan Dollar. */
  | 'BMD'
  /** Brunei Dollar. */
  | 'BND'
  /** Bolivian Boliviano. */
  | 'BOB'
  /** Brazilian Real. */
  | 'BRL'
  /** Bahamian Dollar. */
  | 'BSD'
  /** Botswanan Pula. */
  | 'BWP'
  /** Belarusian Ruble. */
  | 'BYN'
  /** Belize Dollar. */
  | 'BZD'
  /** Canadian Dollar. */
  | 'CAD'
  /** Congolese Franc. */
  | 'CDF'
  /** Swiss Franc. */
  | 'CHF'
  /** Chilean Unit of Account (UF). */
  | 'CLF'
  /** Chilean Peso. */
  | 'CLP'
  /** Chinese Yuan. */
  | 'CNY'
  /** Colombian Peso. */
  | 'COP'
  /** Costa Rican Colón. */
  | 'CRC'
  /** Cape Verdean Escudo. */
  | 'CVE'
  /** Czech Koruna. */
  | 'CZK'
  /** Djiboutian Franc. */
  | 'DJF'
  /** Danish Krone. */
  | 'DKK'
  /** Dominican Peso. */
  | 'DOP'
  /** Algerian Dinar. */
  | 'DZD'
  /** Egyptian Pound. */
  | 'EGP'
  /** Ethiopian Birr. */
  | 'ETB'
  /** Euro. */
  | 'EUR'
  /** Fijian Dollar. */
  | 'FJD'
  /** Falkland Islands Pound. */
  | 'FKP'
  /** British Pound. */
  | 'GBP'
  /** Georgian Lari. */
  | 'GEL'
  /** Ghanaian Cedi. */
  | 'GHS'
  /** Gibraltar Pound. */
  | 'GIP'
  /** Gambian Dalasi. */
  | 'GMD'
  /** Guinean Franc. */
  | 'GNF'
  /** Guatemalan Quetzal. */
  | 'GTQ'
  /** Guyanaese Dollar. */
  | 'GYD'
  /** Hong Kong Dollar. */
  | 'HKD'
  /** Honduran Lempira. */
  | 'HNL'
  /** Croatian Kuna. */
  | 'HRK'
  /** Haitian Gourde. */
  | 'HTG'
  /** Hungarian Forint. */
  | 'HUF'
  /** Indonesian Rupiah. */
  | 'IDR'
  /** Israeli New Shekel. */
  | 'ILS'
  /** Indian Rupee. */
  | 'INR'
  /** Icelandic Króna. */
  | 'ISK'
  /** Jamaican Dollar. */
  | 'JMD'
  /** Japanese Yen. */
  | 'JPY'
  /** Kenyan Shilling. */
  | 'KES'
  /** Kyrgyz Som. */
  | 'KGS'
  /** Cambodian Riel. */
  | 'KHR'
  /** Comorian Franc. */
  | 'KMF'
  /** South Korean Won. */
  | 'KRW'
  /** Cayman Islands Dollar. */
  | 'KYD'
  /** Kazakhstani Tenge. */
  | 'KZT'
  /** Laotian Kip. */
  | 'LAK'
  /** Lebanese Pound. */
  | 'LBP'
  /** Sri Lankan Rupee. */
  | 'LKR'
  /** Liberian Dollar. */
  | 'LRD'
  /** Lesotho Loti. */
  | 'LSL'
  /** Moroccan Dirham. */
  | 'MAD'
  /** Moldovan Leu. */
  | 'MDL'
  /** Malagasy Ariary. */
  | 'MGA'
  /** Macedonian Denar. */
  | 'MKD'
  /** Myanmar Kyat. */
  | 'MMK'
  /** Mongolian Tugrik. */
  | 'MNT'
  /** Macanese Pataca. */
  | 'MOP'
  /** Mauritanian Ouguiya (1973–2017). */
  | 'MRO'
  /** Mauritian Rupee. */
  | 'MUR'
  /** Maldivian Rufiyaa. */
  | 'MVR'
  /** Malawian Kwacha. */
  | 'MWK'
  /** Mexican Peso. */
  | 'MXN'
  /** Malaysian Ringgit. */
  | 'MYR'
  /** Mozambican Metical. */
  | 'MZN'
  /** Namibian Dollar. */
  | 'NAD'
  /** Nigerian Naira. */
  | 'NGN'
  /** Nicaraguan Córdoba. */
  | 'NIO'
  /** Norwegian Krone. */
  | 'NOK'
  /** Nepalese Rupee. */
  | 'NPR'
  /** New Zealand Dollar. */
  | 'NZD'
  /** Panamanian Balboa. */
  | 'PAB'
  /** Peruvian Sol. */
  | 'PEN'
  /** Papua New Guinean Kina. */
  | 'PGK'
  /** Philippine Peso. */
  | 'PHP'
  /** Pakistani Rupee. */
  | 'PKR'
  /** Polish Zloty. */
  | 'PLN'
  /** Paraguayan Guarani. */
  | 'PYG'
  /** Qatari Riyal. */
  | 'QAR'
  /** Romanian Leu. */
  | 'RON'
  /** Serbian Dinar. */
  | 'RSD'
  /** Russian Ruble. */
  | 'RUB'
  /** Rwandan Franc. */
  | 'RWF'
  /** Saudi Riyal. */
  | 'SAR'
  /** Solomon Islands Dollar. */
  | 'SBD'
  /** Seychellois Rupee. */
  | 'SCR'
  /** Swedish Krona. */
  | 'SEK'
  /** Singapore Dollar. */
  | 'SGD'
  /** St. Helena Pound. */
  | 'SHP'
  /** Sierra Leonean Leone (1964—2022). */
  | 'SLL'
  /** Somali Shilling. */
  | 'SOS'
  /** Surinamese Dollar. */
  | 'SRD'
  /** São Tomé & Príncipe Dobra (1977–2017). */
  | 'STD'
  /** Swazi Lilangeni. */
  | 'SZL'
  /** Thai Baht. */
  | 'THB'
  /** Tajikistani Somoni. */
  | 'TJS'
  /** Tongan Paʻanga. */
  | 'TOP'
  /** Turkish Lira. */
  | 'TRY'
  /** Trinidad & Tobago Dollar. */
  | 'TTD'
  /** New Taiwan Dollar. */
  | 'TWD'
  /** Tanzanian Shilling. */
  | 'TZS'
  /** Ukrainian Hryvnia. */
  | 'UAH'
  /** Ugandan Shilling. */
  | 'UGX'
  /** US Dollar. */
  | 'USD'
  /** Uruguayan Peso. */
  | 'UYU'
  /** Uzbekistani Som. */
  | 'UZS'
  /** Vietnamese Dong. */
  | 'VND'
  /** Vanuatu Vatu. */
  | 'VUV'
  /** Samoan Tala. */
  | 'WST'
  /** Central African CFA Franc. */
  | 'XAF'
  /** East Caribbean Dollar. */
  | 'XCD'
  /** West African CFA Franc. */
  | 'XOF'
  /** CFP Franc. */
  | 'XPF'
  /** Yemeni Rial. */
  | 'YER'
  /** South African Rand. */
  | 'ZAR'
  /** Zambian Kwacha. */
  | 'ZMW';

/** An event to estimate fees for. It is not stored. */
export type EventToEstimateInput = {
  /** Code of a billable metric that the plan charges in advance. */
  code?: string | null | undefined;
  /** External id of an active subscription. */
  externalSubscriptionId?: string | null | undefined;
  /** The event's own price, for charges with the dynamic model. */
  preciseTotalAmountCents?: string | null | undefined;
  /** The prices. Their members depend on the charge model. */
  properties?: Record<string, unknown> | null | undefined;
  /** Ignored: the event is dated at the customer's current time. */
  timestamp?: number | string | null | undefined;
  /** Defaults to a new id. */
  transactionId?: string | null | undefined;
};

/** Kind of item that a fee bills. */
export type FeeItemKind =
  /** An add-on. */
  | 'AddOn'
  /** The usage of a metric. */
  | 'BillableMetric'
  /** A subscription. */
  | 'Subscription'
  /** Credits of a wallet. */
  | 'WalletTransaction';

/** Kind of fee. */
export type FeeKind =
  /** An add-on on a one-off invoice. */
  | 'add_on'
  /** Usage of a metric. */
  | 'charge'
  /** What is missing to the minimum commitment. */
  | 'commitment'
  /** Prepaid credits. */
  | 'credit'
  /** A fixed number of units of an add-on. */
  | 'fixed_charge'
  /** The base amount of the plan. */
  | 'subscription';

/** Whether an invoice is paid. */
export type InvoicePaymentStatus =
  /** The last payment failed. */
  | 'failed'
  /** Not, or not fully, paid yet. */
  | 'pending'
  /** Fully paid, or nothing was due. */
  | 'succeeded';

/** Open invoices await payment before they are issued and are not listed. Deleted ones were abandoned before that. */
export type InvoiceStatus =
  /** Abandoned before it was issued. */
  | 'deleted'
  /** In its grace period: it still changes. */
  | 'draft'
  /** The taxes could not be computed. */
  | 'failed'
  /** Issued: it has a number and no longer changes. */
  | 'finalized'
  /** Awaits payment before it is issued. */
  | 'open'
  /** Awaits its taxes. */
  | 'pending'
  /** Issued, and declared void. */
  | 'voided';

/** Length of a billing period. */
export type PlanInterval =
  /** A month. */
  | 'monthly'
  /** Three months. */
  | 'quarterly'
  /** Six months. */
  | 'semiannual'
  /** A week. */
  | 'weekly'
  /** A year. */
  | 'yearly';

/** State of a subscription. */
export type SubscriptionStatus =
  /** Started, and not ended. */
  | 'active'
  /** Canceled before its start. */
  | 'canceled'
  /** Awaits its first payment. */
  | 'incomplete'
  /** Starts in the future. */
  | 'pending'
  /** Ended. */
  | 'terminated';

/** Why an event does not count. */
export type UncountedReason =
  /** It matches no filter of the charge, and the charge has no price for other events. */
  | 'filtered_out'
  /** The plan does not charge for the billable metric. */
  | 'no_charge'
  /** No subscription with its external id was active at its timestamp. */
  | 'outside_subscription'
  /** It was received after the invoice of its period was finalized. */
  | 'period_already_invoiced'
  /** It has no value for the property that the metric aggregates. */
  | 'property_missing'
  /** The value of that property is not a number. */
  | 'property_not_numeric'
  /** No billable metric has its code. */
  | 'unknown_metric'
  /** There was never an active subscription with its external subscription id. */
  | 'unknown_subscription';

export type CustomerActivityQueryVariables = Exact<{
  externalId: string;
}>;


export type CustomerActivityQuery = { activityLogs: { nodes: Array<{ activityType: string, activitySource: ActivitySource, loggedAt: string, userEmail: string | null, activityObjectChanges: Record<string, unknown> }> } | null };

export type CurrentUsageByChargeQueryVariables = Exact<{
  externalId: string;
  externalSubscriptionId: string;
}>;


export type CurrentUsageByChargeQuery = { customerUsage: { from: string, to: string, currency: CurrencyCode, amountCents: number, taxesAmountCents: number, totalAmountCents: number, chargesUsage: Array<{ units: string, eventsCount: number, amountCents: number, billableMetric: { code: string, name: string }, charge: { chargeModel: ChargeModel, invoiceDisplayName: string | null } }> } | null };

export type CustomerOverviewQueryVariables = Exact<{
  externalId: string;
}>;


export type CustomerOverviewQuery = { customer: { id: string, externalId: string, name: string | null, email: string | null, currency: CurrencyCode | null, createdAt: string, testClock: { name: string | null, frozenTime: string } | null, subscriptions: { totalCount: number, nodes: Array<{ externalId: string, status: SubscriptionStatus, startedAt: string | null, currentPeriodTo: string | null, plan: { code: string, name: string } }> }, invoices: { totalCount: number, nodes: Array<{ number: string, status: InvoiceStatus, paymentStatus: InvoicePaymentStatus, issuingDate: string, totalAmountCents: number, currency: CurrencyCode }> }, payments: { nodes: Array<{ amountCents: number, amountCurrency: CurrencyCode, createdAt: string }> }, creditNotes: { nodes: Array<{ number: string, totalAmountCents: number, creditStatus: CreditStatus }> } } | null };

export type EventDebuggerQueryVariables = Exact<{
  transactionId: string;
}>;


export type EventDebuggerQuery = { event: { code: string, timestamp: string, createdAt: string, properties: Record<string, unknown>, customer: { externalId: string } | null, subscription: { externalId: string, status: SubscriptionStatus } | null } | null, eventExplanation: { counted: boolean, reason: UncountedReason | null, planCode: string | null, charges: Array<{ chargeCode: string, units: string | null, from: string, to: string }> } | null };

export type InvoiceDetailsQueryVariables = Exact<{
  id: string | number;
}>;


export type InvoiceDetailsQuery = { invoice: { number: string, status: InvoiceStatus, paymentStatus: InvoicePaymentStatus, issuingDate: string, paymentDueDate: string, currency: CurrencyCode, feesAmountCents: number, taxesAmountCents: number, totalAmountCents: number, totalDueAmountCents: number, customer: { externalId: string, name: string | null }, billingPeriods: Array<{ subscriptionFrom: string, subscriptionTo: string, subscription: { externalId: string } }>, fees: Array<{ feeType: FeeKind, units: string, amountCents: number, item: { name: string }, charge: { chargeModel: ChargeModel } | null, appliedTaxes: Array<{ taxName: string, amountCents: number }> }>, appliedTaxes: Array<{ taxName: string, taxRate: number, amountCents: number }>, credits: Array<{ amountCents: number, item: { name: string } }>, payments: { nodes: Array<{ amountCents: number, createdAt: string }> } } | null };

export type OverdueInvoicesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type OverdueInvoicesQuery = { invoices: { totalCount: number, nodes: Array<{ id: string, number: string, paymentDueDate: string, currency: CurrencyCode, totalDueAmountCents: number, customer: { externalId: string, name: string | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type PlanWithSubscribersQueryVariables = Exact<{
  code: string;
}>;


export type PlanWithSubscribersQuery = { plan: { code: string, name: string, interval: PlanInterval, amountCents: number, amountCurrency: CurrencyCode, customersCount: number, activeSubscriptionsCount: number, charges: Array<{ code: string, chargeModel: ChargeModel, billableMetricCode: string }> } | null, subscriptions: { totalCount: number, nodes: Array<{ externalId: string, startedAt: string | null, customer: { externalId: string, name: string | null } }> } | null };

export type SearchEverythingQueryVariables = Exact<{
  text: string;
}>;


export type SearchEverythingQuery = { customers: { nodes: Array<{ externalId: string, name: string | null, email: string | null }> } | null, subscriptions: { nodes: Array<{ externalId: string, name: string | null, planCode: string }> } | null, invoices: { nodes: Array<{ number: string, totalAmountCents: number }> } | null, plans: { nodes: Array<{ code: string, name: string }> } | null };

export type UnpaidInvoicesQueryVariables = Exact<{
  externalId: string;
}>;


export type UnpaidInvoicesQuery = { customer: { name: string | null, invoices: { totalCount: number, nodes: Array<{ number: string, issuingDate: string, paymentDueDate: string, paymentStatus: InvoicePaymentStatus, totalAmountCents: number, totalDueAmountCents: number, payments: { nodes: Array<{ amountCents: number, reference: string | null, createdAt: string }> } }> } } | null };

export type UsageOverTimeQueryVariables = Exact<{
  externalId: string;
  externalSubscriptionId: string;
}>;


export type UsageOverTimeQuery = { customerPastUsage: { nodes: Array<{ from: string, to: string, amountCents: number, chargesUsage: Array<{ units: string, amountCents: number, billableMetric: { code: string } }> }> } | null };

export type InvoiceQueryVariables = Exact<{
  id: string | number;
}>;


export type InvoiceQuery = { invoice: { id: string, number: string, status: InvoiceStatus, issuingDate: string, paymentDueDate: string, currency: CurrencyCode, feesAmountCents: number, taxesAmountCents: number, taxesRate: number, totalAmountCents: number, totalDueAmountCents: number, customer: { externalId: string }, subscriptions: Array<{ externalId: string }>, billingPeriods: Array<{ externalSubscriptionId: string, subscriptionFrom: string, subscriptionTo: string, chargesTo: string, fixedChargesTo: string | null }>, appliedTaxes: Array<{ taxCode: string, taxRate: number, amountCents: number, feesAmountCents: number }>, fees: Array<{ feeType: FeeKind, amountCents: number, preciseAmount: string, taxesPreciseAmount: string, externalSubscriptionId: string | null, units: string, eventsCount: number | null, from: string | null, to: string | null, item: { type: FeeKind, code: string, itemType: FeeItemKind }, appliedTaxes: Array<{ amountCents: number, preciseAmountCents: string }> }> } | null };

export type InvoicesOfSubscriptionQueryVariables = Exact<{
  externalId: string;
}>;


export type InvoicesOfSubscriptionQuery = { subscription: { invoices: { totalCount: number }, fees: { totalCount: number } } | null };

export type InvoicePageQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type InvoicePageQuery = { invoices: { nodes: Array<{ id: string }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null };

export type FilteredInvoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type FilteredInvoicesQuery = { invoices: { totalCount: number } | null, fees: { totalCount: number, nodes: Array<{ item: { type: FeeKind } }> } | null };

export type InvoiceRelationsQueryVariables = Exact<{ [key: string]: never; }>;


export type InvoiceRelationsQuery = { invoices: { nodes: Array<{ customer: { name: string | null }, subscriptions: Array<{ name: string | null }>, billingPeriods: Array<{ planId: string }>, appliedTaxes: Array<{ amountCents: number }>, fees: Array<{ externalCustomerId: string, externalSubscriptionId: string | null, appliedTaxes: Array<{ amountCents: number }> }> }> } | null };

export type EstimateFeesQueryVariables = Exact<{
  input: EventToEstimateInput;
}>;


export type EstimateFeesQuery = { estimateFees: Array<{ __typename: 'FeeEstimate', id: string | null, amountCents: number, selfBilled: boolean | null, createdAt: string | null }> | null };

type FeeDetails_Fee_Fragment = { id: string, amountCents: number, selfBilled: boolean, createdAt: string };

type FeeDetails_FeeEstimate_Fragment = { id: string | null, amountCents: number, selfBilled: boolean | null, createdAt: string | null };

export type FeeDetailsFragment =
  | FeeDetails_Fee_Fragment
  | FeeDetails_FeeEstimate_Fragment
;

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
export const FeeDetailsFragmentDoc = new TypedDocumentString(`
    fragment FeeDetails on FeeDetails {
  id
  amountCents
  selfBilled
  createdAt
}
    `, {"fragmentName":"FeeDetails"}) as unknown as TypedDocumentString<FeeDetailsFragment, unknown>;
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
export const InvoiceDocument = new TypedDocumentString(`
    query Invoice($id: ID!) {
  invoice(id: $id) {
    id
    number
    status
    issuingDate
    paymentDueDate
    currency
    feesAmountCents
    taxesAmountCents
    taxesRate
    totalAmountCents
    totalDueAmountCents
    customer {
      externalId
    }
    subscriptions {
      externalId
    }
    billingPeriods {
      externalSubscriptionId
      subscriptionFrom
      subscriptionTo
      chargesTo
      fixedChargesTo
    }
    appliedTaxes {
      taxCode
      taxRate
      amountCents
      feesAmountCents
    }
    fees {
      feeType
      amountCents
      preciseAmount
      taxesPreciseAmount
      externalSubscriptionId
      units
      eventsCount
      from
      to
      item {
        type
        code
        itemType
      }
      appliedTaxes {
        amountCents
        preciseAmountCents
      }
    }
  }
}
    `) as unknown as TypedDocumentString<InvoiceQuery, InvoiceQueryVariables>;
export const InvoicesOfSubscriptionDocument = new TypedDocumentString(`
    query InvoicesOfSubscription($externalId: String!) {
  subscription(externalId: $externalId) {
    invoices {
      totalCount
    }
    fees {
      totalCount
    }
  }
}
    `) as unknown as TypedDocumentString<InvoicesOfSubscriptionQuery, InvoicesOfSubscriptionQueryVariables>;
export const InvoicePageDocument = new TypedDocumentString(`
    query InvoicePage($first: Int, $after: String, $last: Int, $before: String) {
  invoices(first: $first, after: $after, last: $last, before: $before) {
    nodes {
      id
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<InvoicePageQuery, InvoicePageQueryVariables>;
export const FilteredInvoicesDocument = new TypedDocumentString(`
    query FilteredInvoices {
  invoices(
    filter: {statuses: [finalized], currency: EUR, issuingDateFrom: "2027-04-01", amountFrom: 1}
    search: "ACME"
  ) {
    totalCount
  }
  fees(
    filter: {feeType: charge, externalCustomerId: "acme", createdAtTo: "2027-03-02"}
  ) {
    totalCount
    nodes {
      item {
        type
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FilteredInvoicesQuery, FilteredInvoicesQueryVariables>;
export const InvoiceRelationsDocument = new TypedDocumentString(`
    query InvoiceRelations {
  invoices {
    nodes {
      customer {
        name
      }
      subscriptions {
        name
      }
      billingPeriods {
        planId
      }
      appliedTaxes {
        amountCents
      }
      fees {
        externalCustomerId
        externalSubscriptionId
        appliedTaxes {
          amountCents
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<InvoiceRelationsQuery, InvoiceRelationsQueryVariables>;
export const EstimateFeesDocument = new TypedDocumentString(`
    query EstimateFees($input: EventToEstimateInput!) {
  estimateFees(input: $input) {
    __typename
    ...FeeDetails
  }
}
    fragment FeeDetails on FeeDetails {
  id
  amountCents
  selfBilled
  createdAt
}`) as unknown as TypedDocumentString<EstimateFeesQuery, EstimateFeesQueryVariables>;