/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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
  /** Bahraini Dinar. */
  | 'BHD'
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
  /** Iraqi Dinar. */
  | 'IQD'
  /** Icelandic Króna. */
  | 'ISK'
  /** Jamaican Dollar. */
  | 'JMD'
  /** Jordanian Dinar. */
  | 'JOD'
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
  /** Kuwaiti Dinar. */
  | 'KWD'
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
  /** Libyan Dinar. */
  | 'LYD'
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
  /** Omani Rial. */
  | 'OMR'
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
  /** Tunisian Dinar. */
  | 'TND'
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
  preciseTotalAmountCents?: number | string | null | undefined;
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
  /** The shortfall to a minimum commitment. */
  | 'commitment'
  /** Prepaid credits. */
  | 'credit'
  /** A fixed number of units of an add-on. */
  | 'fixed_charge'
  /** The base amount of the plan. */
  | 'subscription';

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

export type InvoiceQueryVariables = Exact<{
  id: string | number;
}>;


export type InvoiceQuery = { invoice: { id: string, number: string, status: InvoiceStatus, issuingDate: string, paymentDueDate: string, currency: CurrencyCode, feesAmountCents: number, taxesAmountCents: number, taxesRate: string, totalAmountCents: number, totalDueAmountCents: number, customer: { externalId: string }, subscriptions: Array<{ externalId: string }>, billingPeriods: Array<{ externalSubscriptionId: string, subscriptionFrom: string, subscriptionTo: string, chargesTo: string, fixedChargesTo: string | null }>, appliedTaxes: Array<{ taxCode: string, taxRate: string, amountCents: number, feesAmountCents: number }>, fees: Array<{ feeType: FeeKind, amountCents: number, preciseAmount: string, taxesPreciseAmount: string, externalSubscriptionId: string | null, units: string, eventsCount: number | null, from: string | null, to: string | null, item: { type: FeeKind, code: string, itemType: FeeItemKind }, appliedTaxes: Array<{ amountCents: number, preciseAmountCents: string }> }> } | null };

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