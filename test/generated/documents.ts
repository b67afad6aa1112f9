/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** ISO 4217 currency code. */
export type CurrencyCode =
  | 'AED'
  | 'AFN'
  | 'ALL'
  | 'AMD'
  | 'ANG'
  | 'AOA'
  | 'ARS'
  | 'AUD'
  | 'AWG'
  | 'AZN'
  | 'BAM'
  | 'BBD'
  | 'BDT'
  | 'BGN'
  | 'BIF'
  | 'BMD'
  | 'BND'
  | 'BOB'
  | 'BRL'
  | 'BSD'
  | 'BWP'
  | 'BYN'
  | 'BZD'
  | 'CAD'
  | 'CDF'
  | 'CHF'
  | 'CLF'
  | 'CLP'
  | 'CNY'
  | 'COP'
  | 'CRC'
  | 'CVE'
  | 'CZK'
  | 'DJF'
  | 'DKK'
  | 'DOP'
  | 'DZD'
  | 'EGP'
  | 'ETB'
  | 'EUR'
  | 'FJD'
  | 'FKP'
  | 'GBP'
  | 'GEL'
  | 'GHS'
  | 'GIP'
  | 'GMD'
  | 'GNF'
  | 'GTQ'
  | 'GYD'
  | 'HKD'
  | 'HNL'
  | 'HRK'
  | 'HTG'
  | 'HUF'
  | 'IDR'
  | 'ILS'
  | 'INR'
  | 'ISK'
  | 'JMD'
  | 'JPY'
  | 'KES'
  | 'KGS'
  | 'KHR'
  | 'KMF'
  | 'KRW'
  | 'KYD'
  | 'KZT'
  | 'LAK'
  | 'LBP'
  | 'LKR'
  | 'LRD'
  | 'LSL'
  | 'MAD'
  | 'MDL'
  | 'MGA'
  | 'MKD'
  | 'MMK'
  | 'MNT'
  | 'MOP'
  | 'MRO'
  | 'MUR'
  | 'MVR'
  | 'MWK'
  | 'MXN'
  | 'MYR'
  | 'MZN'
  | 'NAD'
  | 'NGN'
  | 'NIO'
  | 'NOK'
  | 'NPR'
  | 'NZD'
  | 'PAB'
  | 'PEN'
  | 'PGK'
  | 'PHP'
  | 'PKR'
  | 'PLN'
  | 'PYG'
  | 'QAR'
  | 'RON'
  | 'RSD'
  | 'RUB'
  | 'RWF'
  | 'SAR'
  | 'SBD'
  | 'SCR'
  | 'SEK'
  | 'SGD'
  | 'SHP'
  | 'SLL'
  | 'SOS'
  | 'SRD'
  | 'STD'
  | 'SZL'
  | 'THB'
  | 'TJS'
  | 'TOP'
  | 'TRY'
  | 'TTD'
  | 'TWD'
  | 'TZS'
  | 'UAH'
  | 'UGX'
  | 'USD'
  | 'UYU'
  | 'UZS'
  | 'VND'
  | 'VUV'
  | 'WST'
  | 'XAF'
  | 'XCD'
  | 'XOF'
  | 'XPF'
  | 'YER'
  | 'ZAR'
  | 'ZMW';

/** An event to estimate fees for. It is not stored. */
export type EventToEstimateInput = {
  /** Code of a billable metric that the plan charges in advance. */
  code?: string | null | undefined;
  /** External id of an active subscription. */
  externalSubscriptionId?: string | null | undefined;
  /** The event's own price, for charges with the dynamic model. */
  preciseTotalAmountCents?: string | null | undefined;
  properties?: Record<string, unknown> | null | undefined;
  /** Ignored: the event is dated at the customer's current time. */
  timestamp?: number | string | null | undefined;
  /** Defaults to a new id. */
  transactionId?: string | null | undefined;
};

/** Kind of item that a fee bills. */
export type FeeItemKind =
  | 'AddOn'
  | 'BillableMetric'
  | 'Subscription'
  | 'WalletTransaction';

/** Kind of fee. */
export type FeeKind =
  | 'add_on'
  | 'charge'
  | 'commitment'
  | 'credit'
  | 'fixed_charge'
  | 'subscription';

/** Open invoices await payment before they are issued and are not listed. Deleted ones were abandoned before that. */
export type InvoiceStatus =
  | 'deleted'
  | 'draft'
  | 'failed'
  | 'finalized'
  | 'open'
  | 'pending'
  | 'voided';

export type InvoiceQueryVariables = Exact<{
  id: string | number;
}>;


export type InvoiceQuery = { invoice: { id: string, number: string, status: InvoiceStatus, issuingDate: string, paymentDueDate: string, currency: CurrencyCode, feesAmountCents: number, taxesAmountCents: number, taxesRate: number, totalAmountCents: number, totalDueAmountCents: number, customer: { externalId: string }, subscriptions: Array<{ externalId: string }>, billingPeriods: Array<{ externalSubscriptionId: string, subscriptionFrom: string, subscriptionTo: string, chargesTo: string, fixedChargesTo: string | null }>, appliedTaxes: Array<{ taxCode: string, taxRate: number, amountCents: number, feesAmountCents: number }>, fees: Array<{ feeType: FeeKind, amountCents: number, preciseAmount: string, taxesPreciseAmount: string, externalSubscriptionId: string | null, units: string, eventsCount: number | null, fromAt: string | null, toAt: string | null, item: { type: FeeKind, code: string, itemType: FeeItemKind }, appliedTaxes: Array<{ amountCents: number, preciseAmountCents: string }> }> } | null };

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
      fromAt
      toAt
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