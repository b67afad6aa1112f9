import type { Big } from '../../../../core/money/decimal.js';
import type { Fields } from '../../../../platform/outgoing/received-fields.js';
import type { CalledConnection, CheckedSystem } from '../calls/called-connection.js';

/** What an object of ours is called at an accounting system. */
export interface AccountingCode {
  /** The code of the item there. */
  readonly externalId: string | null;
  /** The code of the account there. */
  readonly accountCode: string | null;
}

/** The accounts of a connection; null without a mapping of their own. Source: integrations.md §3. */
export interface AccountingAccounts {
  /** That payments arrive on. */
  readonly account: AccountingCode | null;
  readonly coupon: AccountingCode | null;
  readonly creditNote: AccountingCode | null;
  readonly tax: AccountingCode | null;
  readonly prepaidCredit: AccountingCode | null;
  /** Free credits that are used. */
  readonly grantedCredit: AccountingCode | null;
}

export interface AccountingAddress {
  readonly addressLine1: string | null;
  readonly addressLine2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zipcode: string | null;
  readonly country: string | null;
}

/** The customer of a document. */
export interface AccountingCustomer {
  readonly id: string;
  readonly externalId: string;
  /** The customer's id at the system; null while it has none. */
  readonly providerId: string | null;
  /** The legal name, else the name, else the first and last name; null without any. */
  readonly name: string | null;
}

/** A customer that is created or changed at a system. */
export interface AccountingContact extends AccountingCustomer {
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** One or more addresses, separated by commas. */
  readonly email: string | null;
  readonly phone: string | null;
  readonly taxIdentificationNumber: string | null;
  readonly currency: string | null;
  readonly address: AccountingAddress;
  /** The customer as REST shows it. */
  readonly representation: Fields;
}

/** A document that a system has. */
export interface AccountingPlace {
  /** Our id. */
  readonly id: string;
  readonly number: string;
  /** Its id there; null if the system gave it none. */
  readonly externalId: string | null;
}

/** A fee of an invoice, or the credited part of one. */
export interface AccountingLine {
  /** The id of the fee. */
  readonly id: string;
  readonly description: string;
  /** Minor units, before coupons and taxes. */
  readonly amountCents: bigint;
  /** Its exact taxes in minor units: those of all lines may differ from the taxes of the document by their rounding. */
  readonly preciseTaxesCents: Big;
  /** True for the purchase of prepaid credits, which is no revenue. */
  readonly isTopUp: boolean;
  /** What its item is called there; null without a mapping. */
  readonly code: AccountingCode | null;
}

/** A tax of a document, in minor units. */
export interface AccountingTax {
  readonly code: string;
  readonly name: string;
  readonly amountCents: bigint;
}

/** Members that all documents have. Amounts are minor units of their currency. */
interface AccountingDocument {
  readonly id: string;
  /** A local date: `2027-05-01`. */
  readonly date: string;
  readonly currency: string;
  readonly customer: AccountingCustomer;
  readonly accounts: AccountingAccounts;
  /** The document as REST shows it; of an allocation and of prepaid credits the invoice, of a refund the credit note. */
  readonly representation: Fields;
}

/** An invoice over its sub total including taxes: what settles it is sent apart. Source: integrations.md §11. */
export interface AccountingInvoice extends AccountingDocument {
  readonly number: string;
  readonly dueDate: string;
  /** The customer's own number of the order; null without one. */
  readonly purchaseOrderNumber: string | null;
  /** Address of its PDF; null while it has none. */
  readonly fileUrl: string | null;
  /** Fees in their order. */
  readonly lines: readonly AccountingLine[];
  readonly couponsAmountCents: bigint;
  readonly progressiveCreditAmountCents: bigint;
  /** What coupons and progressive credits are called there; null without a mapping. */
  readonly couponCode: AccountingCode | null;
  readonly taxes: readonly AccountingTax[];
  readonly taxesAmountCents: bigint;
  /** The sub total including taxes: lines, less coupons and progressive credits, and taxes. */
  readonly totalAmountCents: bigint;
}

/** A credit note: its total is its credit, refund and offset parts together. */
export interface AccountingCreditNote extends AccountingDocument {
  readonly number: string;
  readonly invoice: AccountingPlace;
  /** Credited parts of fees. */
  readonly lines: readonly AccountingLine[];
  /** The part of coupons that is taken back with the fees. */
  readonly couponsAdjustmentAmountCents: bigint;
  readonly couponCode: AccountingCode | null;
  readonly taxes: readonly AccountingTax[];
  readonly taxesAmountCents: bigint;
  readonly creditAmountCents: bigint;
  readonly refundAmountCents: bigint;
  /** Deducted from what is due of its invoice. */
  readonly offsetAmountCents: bigint;
  readonly totalAmountCents: bigint;
  /**
   * On a note whose invoice was voided before: the part of the note that the customer has not paid of the invoice. The void has taken
   * back the fees and taxes. Null for any other note.
   */
  readonly unpaidAmountCents: bigint | null;
}

/** A part of a credit note that is deducted from an invoice: credit by a later invoice, an offset by the note's own. */
export interface AccountingAllocation extends AccountingDocument {
  readonly kind: 'credit' | 'offset';
  readonly creditNote: AccountingPlace;
  readonly invoice: AccountingPlace;
  readonly amountCents: bigint;
}

/** Money that comes in for an invoice or goes out for a credit note, or prepaid credits that an invoice uses. */
export type AccountingPayment = AccountingDocument & {
  /** The payment's reference; null without one. */
  readonly reference: string | null;
} & (
    | { readonly kind: 'payment'; readonly invoice: AccountingPlace; readonly amountCents: bigint }
    | {
        readonly kind: 'prepaid_credit';
        readonly invoice: AccountingPlace;
        readonly purchasedAmountCents: bigint;
        readonly grantedAmountCents: bigint;
      }
    | { readonly kind: 'refund'; readonly creditNote: AccountingPlace; readonly amountCents: bigint }
  );

/** An invoice that is voided, with the credits that it gives back. */
export interface AccountingVoid {
  /** What its credit notes have left of the invoice. */
  readonly invoice: AccountingInvoice;
  /** Its id at the system; null if the system gave it none. */
  readonly externalId: string | null;
  /** The credit notes that get back there what the invoice had used of them. */
  readonly returnedNotes: readonly AccountingPlace[];
  /** Credits that it gives back, less those that it had used and that were never sent: such an amount may be negative. */
  readonly creditNotesAmountCents: bigint;
  readonly purchasedCreditAmountCents: bigint;
  readonly grantedCreditAmountCents: bigint;
  /** What its credit notes have given the customer beyond what was paid of the invoice. */
  readonly unpaidAmountCents: bigint;
}

/** A credit note whose balance is voided. */
export interface AccountingNoteVoid {
  readonly creditNote: AccountingCreditNote;
  /** What was left of its credit. */
  readonly balanceAmountCents: bigint;
}

/** A call about one of our objects. */
export interface AccountingCall {
  /** The same for each try. Calls about several states of an object each have their own. */
  readonly requestId: string;
  /** How often the system has refused the object: what it refuses is never done, so that the next call may have a new key. */
  readonly refusals: number;
  /** When what is reported happened. */
  readonly occurredAt: Date;
  /** True if a try before this one may have had its effect: the system is asked for the document first. */
  readonly isRepeated: boolean;
  /** True if the system has had it and is sent it again, as a user asks. */
  readonly isResend: boolean;
}

/** An object as the system knows it; null if it does not say. */
export interface AccountingRecord {
  readonly externalId: string | null;
  readonly externalUrl: string | null;
}

/** An item, account or tax rate of a system, which mappings name. */
export interface AccountingItem {
  readonly kind: 'item' | 'account' | 'tax_rate';
  readonly externalId: string;
  readonly externalAccountCode: string | null;
  readonly name: string;
}

/**
 * The port to accounting systems. A repeated call with the same request id has one effect there. All throw
 * `IntegrationRefusal`, with the external id of a document that the system has taken and that differs from ours.
 * Source: integrations.md §11, §17 "Ports".
 */
export interface AccountingProvider extends CheckedSystem {
  /** The items, accounts and tax rates of the system; none if it has no lists. They may be ten minutes old. */
  items(connection: CalledConnection): Promise<readonly AccountingItem[]>;
  /** Looks a customer up by our id. Null for one that is unknown there, and if the system answers no questions. */
  findContact(connection: CalledConnection, customerId: string): Promise<AccountingRecord | null>;
  /** Creates a customer there; one with a `providerId` is changed. */
  putContact(
    connection: CalledConnection,
    contact: AccountingContact,
    call: AccountingCall,
  ): Promise<AccountingRecord>;
  /** Looks an invoice up by its number. Null for one that is unknown there, and if the system answers no questions. */
  findInvoice(connection: CalledConnection, number: string): Promise<AccountingRecord | null>;
  putInvoice(
    connection: CalledConnection,
    invoice: AccountingInvoice,
    call: AccountingCall,
  ): Promise<AccountingRecord>;
  voidInvoice(
    connection: CalledConnection,
    voided: AccountingVoid,
    call: AccountingCall,
  ): Promise<AccountingRecord>;
  putCreditNote(
    connection: CalledConnection,
    creditNote: AccountingCreditNote,
    call: AccountingCall,
  ): Promise<AccountingRecord>;
  /** Takes back what is left of a credit note. Absent if the system keeps it. */
  voidCreditNote?(
    connection: CalledConnection,
    voided: AccountingNoteVoid,
    call: AccountingCall,
  ): Promise<AccountingRecord>;
  allocate(
    connection: CalledConnection,
    allocation: AccountingAllocation,
    call: AccountingCall,
  ): Promise<AccountingRecord>;
  putPayment(
    connection: CalledConnection,
    payment: AccountingPayment,
    call: AccountingCall,
  ): Promise<AccountingRecord>;
}
