import type { PartyIdentifier } from '../../../core/e-invoicing/electronic-addresses.js';
import type { TaxCategory } from '../../../core/taxes/tax-categories.js';
import type {
  CreditNote,
  CreditNoteItem,
  CreditNoteTax,
} from '../../credit-notes/records/credit-note.table.js';
import type { PayeeAccount } from '../../billing-entities/bank-accounts/payee-account.js';
import type { PostalAddress } from '../../customers/records/customer.table.js';
import type { AppliedUsageThreshold } from '../../invoices/records/periods/applied-usage-threshold.table.js';
import type { InvoiceCredit } from '../../invoices/records/invoice-credit.table.js';
import type { AppliedTax, Fee } from '../../invoices/records/fees/fee.table.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { PaymentReceipt } from '../../payment-receipts/payment-receipt.table.js';
import type { Payment } from '../../payments/payment.table.js';
import type { IssuerDetails } from './issuer-details.js';

/**
 * Everything that a document says, as plain values: they are sent to a thread, which composes and renders them. Later
 * changes of the records do not change a file, so a file is rendered from one reading of its facts.
 */
export type DocumentFacts = InvoiceFacts | CreditNoteFacts | PaymentReceiptFacts;

interface CommonFacts {
  /** The locale of the document; without wording in it, the document is in English. */
  readonly locale: string;
  /** The zone of the customer, in whose days periods are shown. */
  readonly timezone: string;
  /** When the document became final; the time of creation that its file shows. */
  readonly finalizedAt: Date;
  /** True for an invoice that is not final: it has no number yet, and its figures may change. */
  readonly isDraft: boolean;
  /** True for a customer on a test clock. */
  readonly isTest: boolean;
  readonly issuer: IssuerDetails;
  readonly recipient: RecipientFacts;
}

/** The parties of a document as they are kept: without the logo, which is a picture that files take when they are made. */
export interface DocumentParties {
  readonly locale: string;
  readonly issuer: IssuerDetails;
  readonly recipient: RecipientFacts;
}

/** The customer. */
export interface RecipientFacts {
  /** By which the caller knows the customer. */
  readonly externalId: string;
  readonly name: string;
  readonly address: PostalAddress;
  readonly email: string | null;
  readonly phone: string | null;
  readonly legalNumber: string | null;
  readonly taxIdentificationNumber: string | null;
  readonly identifiers: readonly PartyIdentifier[];
  readonly buyerReference: string | null;
  /** Null if there is none, or it is the address. */
  readonly shippingAddress: PostalAddress | null;
  /** The metadata that the customer's documents show. */
  readonly metadata: readonly { readonly key: string; readonly value: string }[];
}

export interface InvoiceFacts extends CommonFacts {
  readonly documentType: 'invoice';
  readonly invoice: Pick<
    Invoice,
    | 'couponsAmountCents'
    | 'creditNotesAmountCents'
    | 'currency'
    | 'customSections'
    | 'feesAmountCents'
    | 'invoiceType'
    | 'issuingDate'
    | 'netPaymentTermDays'
    | 'number'
    | 'paymentDueDate'
    | 'prepaidCreditAmountCents'
    | 'progressiveBillingCreditAmountCents'
    | 'purchaseOrderNumber'
    | 'selfBilled'
    | 'subTotalExcludingTaxesAmountCents'
    | 'subTotalIncludingTaxesAmountCents'
    | 'taxesAmountCents'
    | 'totalAmountCents'
  >;
  /** In their order on the invoice. */
  readonly fees: readonly FeeFacts[];
  readonly taxes: readonly InvoiceTaxFacts[];
  readonly credits: readonly Pick<InvoiceCredit, 'amountCents' | 'itemName' | 'itemType'>[];
  /** The billed subscriptions, in their order on the invoice. */
  readonly subscriptions: readonly BilledSubscription[];
  /** What the usage of progressive invoices has reached, in that order; empty for other invoices. */
  readonly thresholds: readonly ThresholdFacts[];
  /** Where it is paid, as it was when the invoice became final; null without an account, and of drafts. */
  readonly account: PayeeAccount | null;
}

export type ThresholdFacts = Pick<
  AppliedUsageThreshold,
  'amountCents' | 'lifetimeUsageAmountCents' | 'subscriptionId'
>;

/** Why a fee is taxed as it is; null of a fee without any tax. */
export interface FeeTaxFacts {
  readonly category: TaxCategory;
  /** In the words of the issuer; null: those of the document's language. */
  readonly exemptionReason: string | null;
}

export type FeeFacts = { readonly tax: FeeTaxFacts | null } & Pick<
  Fee,
  | 'amountCents'
  | 'amountDetails'
  | 'feeType'
  | 'filterDisplayName'
  | 'fromAt'
  | 'groupedBy'
  | 'id'
  | 'invoiceDisplayName'
  | 'itemDescription'
  | 'preciseCouponsAmountCents'
  | 'preciseUnitAmount'
  | 'pricingUnitDetails'
  | 'subscriptionId'
  | 'taxesRatePercent'
  | 'toAt'
  | 'trueUpParentFeeId'
  | 'units'
>;

export type InvoiceTaxFacts = Pick<
  AppliedTax,
  'amountCents' | 'feesAmountCents' | 'taxCode' | 'taxName' | 'taxRatePercent'
>;

export interface BilledSubscription {
  readonly id: string;
  /** Null for a subscription that only its plan names. */
  readonly name: string | null;
  readonly planName: string;
  readonly from: Date;
  readonly to: Date;
}

export interface CreditNoteFacts extends CommonFacts {
  readonly documentType: 'credit_note';
  readonly note: Pick<
    CreditNote,
    | 'couponsAdjustmentAmountCents'
    | 'creditAmountCents'
    | 'currency'
    | 'description'
    | 'issuingDate'
    | 'number'
    | 'offsetAmountCents'
    | 'reason'
    | 'refundAmountCents'
    | 'subTotalExcludingTaxesAmountCents'
    | 'taxesAmountCents'
    | 'totalAmountCents'
  >;
  /** The credited invoice. */
  readonly invoice: Pick<Invoice, 'issuingDate' | 'number' | 'purchaseOrderNumber' | 'selfBilled'>;
  readonly items: readonly CreditedItem[];
  readonly taxes: readonly Pick<
    CreditNoteTax,
    'amountCents' | 'baseAmountCents' | 'taxCode' | 'taxName' | 'taxRatePercent'
  >[];
}

export type CreditedItem = Pick<CreditNoteItem, 'amountCents' | 'preciseAmountCents'> & {
  readonly fee: Pick<
    FeeFacts,
    | 'amountCents'
    | 'feeType'
    | 'filterDisplayName'
    | 'groupedBy'
    | 'invoiceDisplayName'
    | 'fromAt'
    | 'preciseCouponsAmountCents'
    | 'tax'
    | 'taxesRatePercent'
    | 'toAt'
  >;
};

export interface PaymentReceiptFacts extends CommonFacts {
  readonly documentType: 'payment_receipt';
  readonly receipt: Pick<PaymentReceipt, 'number' | 'remainingDueCents'>;
  readonly payment: Pick<Payment, 'amountCents' | 'currency' | 'paymentType' | 'reference'>;
  /** The local date of the payment. */
  readonly paidOn: string;
  /** The paid invoices, oldest first. */
  readonly invoices: readonly Pick<Invoice, 'number' | 'totalAmountCents'>[];
}
