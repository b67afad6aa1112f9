import type { CreditNote } from '../../credit-notes/records/credit-note.table.js';
import type { DocumentType } from '../facts/document-key.js';

/** Every text that documents say in their own words, in one language. Numbers, amounts and dates arrive formatted. */
export interface Wording {
  readonly invoice: string;
  readonly selfBilledInvoice: string;
  readonly creditNote: string;
  readonly selfBilledCreditNote: string;

  readonly invoiceNumber: string;
  readonly creditNoteNumber: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly paymentTerm: string;
  readonly days: (count: number) => string;
  readonly immediately: string;
  readonly purchaseOrder: string;
  readonly reason: string;
  readonly reasons: Readonly<Record<CreditNote['reason'], string>>;

  readonly from: string;
  readonly billTo: string;
  readonly shipTo: string;
  readonly legalNumber: string;
  readonly taxNumber: string;

  readonly amountDue: string;
  readonly dueBy: (date: string) => string;
  readonly nothingDue: string;
  readonly amountCredited: string;
  readonly creditedPart: string;
  readonly refundedPart: string;
  readonly offsetPart: string;

  readonly description: string;
  readonly units: string;
  readonly unitPrice: string;
  readonly taxRate: string;
  readonly amount: string;
  readonly furtherLines: (count: string) => string;

  /** The lines of an invoice that belong to no subscription, and those of a credit note. */
  readonly items: string;
  readonly prepaidCredits: string;
  readonly minimumSpend: string;
  /** Of an invoice for usage within a period: what the usage has reached. */
  readonly thresholdReached: (threshold: string, total: string) => string;

  readonly tier: (from: string, to: string) => string;
  readonly lastTier: (from: string) => string;
  readonly flatFee: string;
  readonly packagesOf: (size: string) => string;
  readonly freeUnits: string;
  readonly freeTransactions: string;
  readonly percentage: string;
  readonly feePerTransaction: string;
  readonly transactionBounds: string;

  readonly fees: string;
  readonly subTotal: string;
  readonly progressiveBillingCredit: string;
  readonly coupon: (name: string) => string;
  readonly coupons: string;
  readonly subTotalExcludingTax: string;
  readonly tax: (name: string, rate: string, base: string) => string;
  readonly totalIncludingTax: string;
  readonly creditNotes: string;
  readonly totalDue: string;
  readonly totalCredited: string;

  /** Of an invoice: the account to which it is paid. */
  readonly howToPay: string;
  readonly accountHolder: string;
  readonly accountNumber: string;
  readonly routingCode: string;
  readonly bank: string;
  /** Below a QR code that banking apps read. */
  readonly scanToPay: string;

  readonly taxNote: string;
  readonly reverseCharge: string;
  readonly taxExempt: string;
  readonly intraCommunity: string;
  readonly exported: string;
  readonly outsideTax: string;

  readonly page: (page: string, pages: string) => string;
  /** Across documents of drafts. */
  readonly draftMark: string;
  /** Of an invoice. */
  readonly paidMark: string;
  /** Across documents of customers on test clocks. */
  readonly testMark: string;

  readonly paymentReceipt: string;
  readonly receiptNumber: string;
  readonly paidOn: string;
  readonly paymentMethod: string;
  readonly manualPayment: string;
  readonly providerPayment: string;
  readonly reference: string;
  readonly amountPaid: string;
  readonly remainingDue: string;
  readonly paidInvoices: string;

  readonly mail: MailWording;
  readonly account: AccountMailWording;
}

/** Every text of e-mails to members of an organization and to those who are invited. */
export interface AccountMailWording {
  /** Users have no name. */
  readonly hello: string;
  readonly invitation: {
    readonly subject: (organization: string) => string;
    readonly introduction: (organization: string) => string;
    /** When a member invites. Users have no name: `person` is the address. */
    readonly subjectBy: (person: string, organization: string) => string;
    readonly introductionBy: (person: string, organization: string) => string;
    readonly roles: string;
    readonly accept: string;
  };
  readonly passwordReset: { readonly subject: string; readonly introduction: string; readonly open: string };
  readonly confirmation: AccountMailWording['passwordReset'];
  /** About an export of data: its file is written, would be too large, or could not be written. */
  readonly dataExport: Readonly<Record<'completed' | 'tooLarge' | 'failed', ExportWording>> & {
    readonly open: string;
  };
  readonly apiKey: {
    readonly subjects: Readonly<Record<ApiKeyAction, (organization: string) => string>>;
    readonly warning: (organization: string) => string;
    readonly key: string;
  };
  readonly loginMethods: {
    readonly subject: (organization: string) => string;
    readonly warning: (organization: string) => string;
    readonly methods: string;
    readonly password: string;
  };
  /** Before the e-mail address of whoever did it. */
  readonly by: string;
}

interface ExportWording {
  readonly subject: (organization: string) => string;
  readonly introduction: (organization: string) => string;
}

export type ApiKeyAction = 'created' | 'updated' | 'rotated' | 'deleted';

/** Every text that e-mails about documents say in their own words. */
export interface MailWording {
  readonly subjects: Readonly<Record<DocumentType, (entity: string, number: string) => string>>;
  readonly overdueSubject: (entity: string, amount: string) => string;
  readonly hello: (name: string) => string;
  readonly introductions: Readonly<Record<DocumentType, (entity: string, number: string) => string>>;
  readonly overdueIntroduction: (entity: string) => string;
  readonly openPdf: string;
  /** Leads to the page on which invoices are paid. */
  readonly pay: string;
  /** Of that page, while the payment provider offers none. */
  readonly payFailed: string;
  /** Leads to the customer portal. */
  readonly portal: string;
  readonly portalLasts: string;
  /** Stands for invoices that are not listed. */
  readonly further: (count: string) => string;
  readonly regards: string;
}
