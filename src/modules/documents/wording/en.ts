import type { Wording } from './wording.js';

export const english: Wording = {
  invoice: 'Invoice',
  selfBilledInvoice: 'Self-billed invoice',
  creditNote: 'Credit note',
  selfBilledCreditNote: 'Self-billed credit note',

  invoiceNumber: 'Invoice number',
  creditNoteNumber: 'Credit note number',
  issuedOn: 'Issue date',
  dueOn: 'Due date',
  paymentTerm: 'Payment term',
  days: (count) => (count === 1 ? '1 day' : `${count} days`),
  immediately: 'Due on receipt',
  purchaseOrder: 'Purchase order',
  reason: 'Reason',
  reasons: {
    duplicated_charge: 'Duplicated charge',
    product_unsatisfactory: 'Product unsatisfactory',
    order_change: 'Order change',
    order_cancellation: 'Order cancellation',
    fraudulent_charge: 'Fraudulent charge',
    other: 'Other',
  },

  from: 'From',
  billTo: 'Bill to',
  shipTo: 'Ship to',
  legalNumber: 'Company number',
  taxNumber: 'Tax ID',

  amountDue: 'Amount due',
  dueBy: (date) => `Due ${date}`,
  nothingDue: 'Nothing to pay',
  amountCredited: 'Total credited',
  creditedPart: 'Credited to your next invoices',
  refundedPart: 'Refunded',
  offsetPart: 'Deducted from the invoice',

  description: 'Description',
  units: 'Units',
  unitPrice: 'Unit price',
  taxRate: 'Tax',
  amount: 'Amount',
  furtherLines: (count) => `${count} further lines`,

  items: 'Items',
  prepaidCredits: 'Prepaid credits',
  minimumSpend: 'Top-up to the minimum spend',
  thresholdReached: (threshold, total) => `Usage threshold reached: ${threshold}. Usage so far: ${total}`,

  tier: (from, to) => `Units ${from} to ${to}`,
  lastTier: (from) => `Units from ${from}`,
  flatFee: 'Flat fee',
  packagesOf: (size) => `Packages of ${size} units`,
  freeUnits: 'Free units',
  freeTransactions: 'Free transactions',
  percentage: 'Percentage',
  feePerTransaction: 'Fee per transaction',
  transactionBounds: 'Minimums and maximums per transaction',

  fees: 'Fees',
  subTotal: 'Subtotal',
  progressiveBillingCredit: 'Usage billed earlier',
  coupon: (name) => `Coupon: ${name}`,
  coupons: 'Coupons',
  subTotalExcludingTax: 'Subtotal excluding tax',
  tax: (name, rate, base) => `${name} (${rate} of ${base})`,
  totalIncludingTax: 'Total including tax',
  creditNotes: 'Credit notes',
  totalDue: 'Total due',
  totalCredited: 'Total credited',

  howToPay: 'How to pay',
  accountHolder: 'Account holder',
  accountNumber: 'Account number',
  routingCode: 'Routing code',
  bank: 'Bank',
  scanToPay: 'Scan with a banking app to pay',

  taxNote: 'Tax note',
  reverseCharge: 'Reverse charge: the recipient of the service is liable for the tax.',
  taxExempt: 'Exempt from tax.',
  intraCommunity: 'Supply within the EU: exempt from tax.',
  exported: 'Export: not taxed.',
  outsideTax: 'Outside the scope of the tax.',

  page: (page, pages) => `Page ${page} of ${pages}`,
  draftMark: 'Draft',
  paidMark: 'Paid',
  testMark: 'Test – not an invoice',

  paymentReceipt: 'Payment receipt',
  receiptNumber: 'Receipt number',
  paidOn: 'Payment date',
  paymentMethod: 'Payment method',
  manualPayment: 'Manual',
  providerPayment: 'Online payment',
  reference: 'Reference',
  amountPaid: 'Amount paid',
  remainingDue: 'Remaining due',
  paidInvoices: 'Paid invoices',

  mail: {
    subjects: {
      invoice: (entity, number) => `${entity}: invoice ${number}`,
      credit_note: (entity, number) => `${entity}: credit note ${number}`,
      payment_receipt: (entity, number) => `${entity}: payment receipt ${number}`,
    },
    overdueSubject: (entity, amount) => `${entity}: overdue balance of ${amount}`,
    hello: (name) => `Hello ${name},`,
    introductions: {
      invoice: (entity, number) => `Your invoice ${number} from ${entity} is attached.`,
      credit_note: (entity, number) => `Your credit note ${number} from ${entity} is attached.`,
      payment_receipt: (entity, number) =>
        `Thank you for your payment. Your receipt ${number} from ${entity} is attached.`,
    },
    overdueIntroduction: (entity) =>
      `The invoices below from ${entity} are overdue. Please pay them as soon as you can.`,
    openPdf: 'Open the PDF',
    pay: 'Pay now',
    payFailed: 'This page cannot be opened at the moment. Please try again later.',
    portal: 'See all invoices and payments',
    portalLasts: 'The link to all invoices works for 12 hours. Everyone who has it can use it.',
    further: (count) => `and ${count} more`,
    regards: 'Kind regards,',
  },
  account: {
    hello: 'Hello,',
    invitation: {
      subject: (organization) => `${organization} invites you`,
      introduction: (organization) =>
        `You are invited to become a member of ${organization}, which uses Tollgate for its billing. The link works for 14 days.`,
      subjectBy: (person, organization) => `${person} invites you to ${organization}`,
      introductionBy: (person, organization) =>
        `${person} invites you to become a member of ${organization}, which uses Tollgate for its billing. The link works for 14 days.`,
      roles: 'Roles',
      accept: 'Accept the invitation',
    },
    confirmation: {
      subject: 'Confirm your e-mail address',
      introduction:
        'Somebody, probably you, has registered this address with Tollgate. Confirm it to receive further e-mails here. If it was not you, ignore this e-mail.',
      open: 'Confirm the address',
    },
    passwordReset: {
      subject: 'Reset your password',
      introduction:
        'Somebody, probably you, wants to reset the password of your account. The link works once, for 30 minutes. If it was not you, ignore this e-mail.',
      open: 'Choose a new password',
    },
    dataExport: {
      completed: {
        subject: (organization) => `${organization}: your export is ready`,
        introduction: (organization) =>
          `The export of data of ${organization} that you asked for is ready. The link works for 7 days, for everyone who has it.`,
      },
      tooLarge: {
        subject: (organization) => `${organization}: your export failed`,
        introduction: (organization) =>
          `The export of data of ${organization} that you asked for has more rows than a file may have. Select fewer records, such as those of a shorter period.`,
      },
      failed: {
        subject: (organization) => `${organization}: your export failed`,
        introduction: (organization) =>
          `The export of data of ${organization} that you asked for could not be written. Please try again.`,
      },
      open: 'Download the file',
    },
    apiKey: {
      subjects: {
        created: (organization) => `${organization}: an API key was created`,
        updated: (organization) => `${organization}: an API key was changed`,
        rotated: (organization) => `${organization}: an API key was replaced`,
        deleted: (organization) => `${organization}: an API key was deleted`,
      },
      warning: (organization) => `If you did not expect this, check the API keys of ${organization}.`,
      key: 'API key',
    },
    loginMethods: {
      subject: (organization) => `${organization}: the login methods were changed`,
      warning: (organization) => `If you did not expect this, check the login methods of ${organization}.`,
      methods: 'Login methods',
      password: 'E-mail address and password',
    },
    by: 'By',
  },
};
