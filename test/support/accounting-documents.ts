// The documents of integrations.md §18, examples 11 and 12, as values of the accounting port.
import { Big } from '../../src/core/money/decimal.js';
import type {
  AccountingAccounts,
  AccountingAllocation,
  AccountingCall,
  AccountingContact,
  AccountingCreditNote,
  AccountingInvoice,
  AccountingLine,
  AccountingPayment,
  AccountingPlace,
} from '../../src/modules/integrations/adapters/accounting/accounting-provider.js';

type OfKind<Kind extends AccountingPayment['kind']> = Extract<AccountingPayment, { kind: Kind }>;

export const NO_ACCOUNTS: AccountingAccounts = {
  account: null,
  coupon: null,
  creditNote: null,
  tax: null,
  prepaidCredit: null,
  grantedCredit: null,
};

const CUSTOMER = { id: 'customer', externalId: 'acme', providerId: 'contact', name: 'Acme Ltd' };

const SHARED = { currency: 'EUR', customer: CUSTOMER, accounts: NO_ACCOUNTS, representation: {} };

export function accountingLine(over: Partial<AccountingLine> = {}): AccountingLine {
  return {
    id: 'fee',
    description: 'Team',
    amountCents: 10_000n,
    preciseTaxesCents: new Big(0),
    isTopUp: false,
    code: null,
    ...over,
  };
}

export function accountingContact(over: Partial<AccountingContact> = {}): AccountingContact {
  return {
    ...CUSTOMER,
    providerId: null,
    firstName: null,
    lastName: null,
    email: 'acme@example.com',
    phone: null,
    taxIdentificationNumber: null,
    currency: 'EUR',
    address: {
      addressLine1: null,
      addressLine2: null,
      city: null,
      state: null,
      zipcode: null,
      country: 'FR',
    },
    representation: { external_id: 'acme' },
    ...over,
  };
}

/** Invoice A of invoices.md §12: fees 10 000 and 7 350, progressive credit 2 000, coupon 1 535, tax 2 763. */
export function invoiceA(over: Partial<AccountingInvoice> = {}): AccountingInvoice {
  return {
    ...SHARED,
    id: 'invoice',
    number: 'NOR-014-003',
    date: '2027-05-01',
    dueDate: '2027-05-11',
    purchaseOrderNumber: null,
    fileUrl: null,
    lines: [
      accountingLine({ id: 'fee-1', preciseTaxesCents: new Big(1_800) }),
      accountingLine({
        id: 'fee-2',
        description: 'Usage',
        amountCents: 7_350n,
        preciseTaxesCents: new Big(963),
      }),
    ],
    couponsAmountCents: 1_535n,
    progressiveCreditAmountCents: 2_000n,
    couponCode: null,
    taxes: [{ code: 'vat', name: 'VAT', amountCents: 2_763n }],
    taxesAmountCents: 2_763n,
    totalAmountCents: 16_578n,
    ...over,
  };
}

/** The place of invoice A at a system. */
export function placeOfInvoice(externalId: string | null = null): AccountingPlace {
  return { id: 'invoice', number: 'NOR-014-003', externalId };
}

export function placeOfNote(externalId: string | null = null): AccountingPlace {
  return { id: 'note', number: 'NOR-014-001-CN001', externalId };
}

/** A credit note of 10.00 on a fee of another invoice. */
export function creditNote(over: Partial<AccountingCreditNote> = {}): AccountingCreditNote {
  return {
    ...SHARED,
    id: 'note',
    number: 'NOR-014-001-CN001',
    date: '2027-04-20',
    invoice: { id: 'earlier', number: 'NOR-014-001', externalId: null },
    lines: [accountingLine({ id: 'fee-0', amountCents: 1_000n, preciseTaxesCents: new Big(167) })],
    couponsAdjustmentAmountCents: 167n,
    couponCode: null,
    taxes: [{ code: 'vat', name: 'VAT', amountCents: 167n }],
    taxesAmountCents: 167n,
    creditAmountCents: 1_000n,
    refundAmountCents: 0n,
    offsetAmountCents: 0n,
    totalAmountCents: 1_000n,
    unpaidAmountCents: null,
    ...over,
  };
}

/** The note of 10.00, deducted from invoice A. */
export function allocation(over: Partial<AccountingAllocation> = {}): AccountingAllocation {
  return {
    ...SHARED,
    id: 'credit',
    kind: 'credit',
    date: '2027-05-01',
    creditNote: placeOfNote(),
    invoice: placeOfInvoice(),
    amountCents: 1_000n,
    ...over,
  };
}

/** 30.00 of purchased credits, used by invoice A. */
export function prepaidCredits(over: Partial<OfKind<'prepaid_credit'>> = {}): AccountingPayment {
  return {
    ...SHARED,
    id: 'invoice',
    kind: 'prepaid_credit',
    date: '2027-05-01',
    reference: null,
    invoice: placeOfInvoice(),
    purchasedAmountCents: 3_000n,
    grantedAmountCents: 0n,
    ...over,
  };
}

/** The payment of what is left of invoice A. */
export function payment(over: Partial<OfKind<'payment'>> = {}): AccountingPayment {
  return {
    ...SHARED,
    id: 'payment',
    kind: 'payment',
    date: '2027-05-09',
    reference: 'TR-7',
    invoice: placeOfInvoice(),
    amountCents: 12_578n,
    ...over,
  };
}

/** A refund of the whole credit note. */
export function refund(over: Partial<OfKind<'refund'>> = {}): AccountingPayment {
  return {
    ...SHARED,
    id: 'refund',
    kind: 'refund',
    date: '2027-05-10',
    reference: null,
    creditNote: placeOfNote(),
    amountCents: 1_000n,
    ...over,
  };
}

/** The first try of a call. */
export function firstTry(requestId: string, over: Partial<AccountingCall> = {}): AccountingCall {
  return {
    requestId,
    refusals: 0,
    occurredAt: new Date('2027-05-01T06:00:00Z'),
    isRepeated: false,
    isResend: false,
    ...over,
  };
}
