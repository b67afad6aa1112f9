import type { Big } from '../../../../core/money/decimal.js';
import type { CalledConnection, CheckedSystem } from '../calls/called-connection.js';

/** A document whose taxes are asked for, reported or taken back. */
export interface TaxDocument {
  readonly type: 'invoice' | 'fee' | 'credit_note' | 'preview';
  /** Names it at the provider, among documents of all types: the id of an invoice, `fee_<id>`, `cn_<id>`. */
  readonly id: string;
  /** Of a credit note, the id of its invoice. */
  readonly originalId: string | null;
  /** Local dates: `2027-05-01`. */
  readonly date: string;
  /** The day whose rates apply: of a credit note, that of its invoice. */
  readonly taxDate: string;
  readonly currency: string;
  /** Decimal places of the currency. */
  readonly minorDigits: number;
  /** The customer's own number of the order; null without one. */
  readonly purchaseOrderNumber: string | null;
}

export interface TaxAddress {
  readonly addressLine1: string | null;
  readonly addressLine2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zipcode: string | null;
  readonly country: string | null;
}

/** The billing entity. */
export interface TaxSeller {
  readonly code: string;
  readonly legalName: string | null;
  readonly taxIdentificationNumber: string | null;
  readonly address: TaxAddress;
}

export interface TaxCustomer {
  readonly id: string;
  readonly externalId: string;
  /** The customer's id at the provider. */
  readonly providerId: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly customerType: 'company' | 'individual' | null;
  readonly taxIdentificationNumber: string | null;
  readonly address: TaxAddress;
}

/** A line of a document, without tax. */
export interface TaxLine {
  readonly id: string;
  /** What its item is called at the provider; null without a mapping. */
  readonly itemCode: string | null;
  /** The code of its kind at the provider, by which it is taxed; null without a mapping. */
  readonly taxCode: string | null;
  readonly itemType: string;
  readonly description: string;
  /** Exact decimal, as text. */
  readonly units: string;
  /** Minor units; negative for credit notes. */
  readonly amountCents: bigint;
}

/** A call about a document. */
export interface TaxRequest {
  /** The same for each try of a call. */
  readonly requestId: string;
  readonly document: TaxDocument;
  readonly seller: TaxSeller;
  readonly customer: TaxCustomer;
  readonly lines: readonly TaxLine[];
}

/** A tax of a line, in whole minor units. */
export interface ProvidedTax {
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  /** 20 means 20 %. */
  readonly ratePercent: Big;
  readonly amount: Big;
  /** The part of the line's amount that is taxed; null if the provider does not say. */
  readonly taxableAmount: Big | null;
}

/** The taxes of a line, which add up to its tax. A line without tax has one tax of 0, whose code says why. */
export interface ProvidedLine {
  readonly id: string;
  readonly taxAmount: Big;
  readonly taxes: readonly ProvidedTax[];
}

/** A document that was reported. */
export interface ReportedDocument {
  /** What the provider calls it; null if it does not say. */
  readonly transactionId: string | null;
  /** Its tax in whole minor units, negative for a credit note; null if the provider does not say. */
  readonly taxAmount: Big | null;
}

/** The taxes of a document, in whole minor units: those of the lines add up to its tax. */
export interface ProvidedTaxes extends ReportedDocument {
  readonly taxAmount: Big;
  readonly lines: readonly ProvidedLine[];
}

/** Limits a call. Source: integrations.md §5. */
export const TAX_TIMEOUT_MS = 10_000;

/**
 * The port to tax providers. A repeated call about the same document replaces the former one there. All throw
 * `IntegrationRefusal`. Source: integrations.md §6, §17 "Ports".
 */
export interface TaxProvider extends CheckedSystem {
  /** Computes the taxes of a document, which is not recorded there. @param timeoutMs at most, for previews. */
  estimate(connection: CalledConnection, request: TaxRequest, timeoutMs?: number): Promise<ProvidedTaxes>;
  /** Computes the taxes of a document, and records it there. */
  commit(connection: CalledConnection, request: TaxRequest): Promise<ProvidedTaxes>;
  /** Records a credit note there, with negative amounts. */
  refund(connection: CalledConnection, request: TaxRequest): Promise<ReportedDocument>;
  /**
   * Takes a document back there. One that is unknown there counts as done. Where it is part of a filed return, it is opposed by
   * another document in place of it.
   * @param request as it was reported, with the date of today.
   */
  void(connection: CalledConnection, request: TaxRequest): Promise<ReportedDocument>;
}
