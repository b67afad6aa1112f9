import type { SentIdentifier } from '../records/identifiers.js';
import type { SentBankAccount } from '../bank-accounts/bank-account.input.js';
import type { BillingEntity } from '../records/billing-entity.table.js';

/** Members of a legal person on its documents. Omitted members stay as they are; null clears one. */
export interface IssuerMembers {
  readonly defaultCurrency?: string | null;
  readonly documentNumberPrefix?: string | null;
  readonly netPaymentTerm?: number | null;
  readonly finalizeZeroAmountInvoice?: boolean | null;
  readonly timezone?: string | null;
  readonly email?: string | null;
  readonly emailSettings?: readonly string[] | null;
  readonly legalName?: string | null;
  readonly legalNumber?: string | null;
  readonly taxIdentificationNumber?: string | null;
  readonly addressLine1?: string | null;
  readonly addressLine2?: string | null;
  readonly city?: string | null;
  readonly zipcode?: string | null;
  readonly state?: string | null;
  readonly country?: string | null;
}

/** Members that REST callers may also send in an object of their own. */
export interface InvoiceMembers {
  readonly invoiceFooter?: string | null;
  readonly documentLocale?: string | null;
  readonly invoiceGracePeriod?: number | null;
  readonly subscriptionInvoiceIssuingDateAnchor?: BillingEntity['issuingDateAnchor'] | null;
  readonly subscriptionInvoiceIssuingDateAdjustment?: BillingEntity['issuingDateAdjustment'] | null;
}

/** Members that a new billing entity and an update have in common. */
export interface BillingEntityMembers extends IssuerMembers, InvoiceMembers {
  readonly name?: string | null;
  readonly documentNumbering?: BillingEntity['documentNumbering'] | null;
  readonly phone?: string | null;
  readonly euTaxManagement?: boolean | null;
  readonly einvoicing?: boolean | null;
  readonly einvoicingProfile?: BillingEntity['einvoicingProfile'];
  readonly identifiers?: readonly SentIdentifier[] | null;
  /** Replaces the whole list; null empties it. */
  readonly bankAccounts?: readonly SentBankAccount[] | null;
  /** `#rrggbb`; null removes it. */
  readonly documentColor?: string | null;
  /** A data URI with a PNG or JPEG in base64; null and an empty text remove the logo. */
  readonly logo?: string | null;
  /** A member that was sent here and beside it has the value beside it. */
  readonly billingConfiguration?: InvoiceMembers | null;
}

/** A new billing entity. A member that is null has its default. */
export interface CreateBillingEntity extends BillingEntityMembers {
  readonly code: string;
  readonly name: string;
}

/** Changes of a billing entity; omitted members stay as they are. */
export interface UpdateBillingEntity extends BillingEntityMembers {
  readonly id: string;
  readonly taxCodes?: readonly string[] | null;
  readonly invoiceCustomSectionCodes?: readonly string[] | null;
}

/** Taxes to add to a billing entity, or to remove from it. */
export interface ChangedEntityTaxes {
  readonly id: string;
  readonly taxCodes: readonly string[];
}
