import type { Wording } from './wording.js';

export const swedish: Wording = {
  invoice: 'Faktura',
  selfBilledInvoice: 'Självfaktura',
  creditNote: 'Kreditfaktura',
  selfBilledCreditNote: 'Kreditfaktura på självfaktura',

  invoiceNumber: 'Fakturanummer',
  creditNoteNumber: 'Kreditfakturanummer',
  issuedOn: 'Fakturadatum',
  dueOn: 'Förfallodatum',
  paymentTerm: 'Betalningsvillkor',
  days: (count) => (count === 1 ? '1 dag' : `${count} dagar`),
  immediately: 'Vid mottagande',
  purchaseOrder: 'Inköpsorder',
  reason: 'Orsak',
  reasons: {
    duplicated_charge: 'Dubbeldebitering',
    product_unsatisfactory: 'Otillfredsställande produkt',
    order_change: 'Ändrad beställning',
    order_cancellation: 'Avbruten beställning',
    fraudulent_charge: 'Bedräglig debitering',
    other: 'Annat',
  },

  from: 'Från',
  billTo: 'Faktureras till',
  shipTo: 'Levereras till',
  legalNumber: 'Organisationsnummer',
  taxNumber: 'Momsregistreringsnummer',

  amountDue: 'Att betala',
  dueBy: (date) => `Förfaller ${date}`,
  nothingDue: 'Inget att betala',
  amountCredited: 'Krediterat belopp',
  creditedPart: 'Krediteras på kommande fakturor',
  refundedPart: 'Återbetalat',
  offsetPart: 'Avdraget från fakturan',

  description: 'Beskrivning',
  units: 'Antal',
  unitPrice: 'À-pris',
  taxRate: 'Skatt',
  amount: 'Belopp',
  furtherLines: (count) => `${count} ytterligare rader`,

  items: 'Poster',
  prepaidCredits: 'Förbetalda krediter',
  minimumSpend: 'Tillägg upp till minimibeloppet',
  thresholdReached: (threshold, total) =>
    `Användningströskel nådd: ${threshold}. Användning hittills: ${total}`,

  tier: (from, to) => `Enheter ${from} till ${to}`,
  lastTier: (from) => `Enheter från ${from}`,
  flatFee: 'Fast avgift',
  packagesOf: (size) => `Paket om ${size} enheter`,
  freeUnits: 'Fria enheter',
  freeTransactions: 'Fria transaktioner',
  percentage: 'Procentandel',
  feePerTransaction: 'Avgift per transaktion',
  transactionBounds: 'Minimum och maximum per transaktion',

  fees: 'Avgifter',
  subTotal: 'Delsumma',
  progressiveBillingCredit: 'Redan fakturerad förbrukning',
  coupon: (name) => `Kupong: ${name}`,
  coupons: 'Kuponger',
  subTotalExcludingTax: 'Summa exklusive skatt',
  tax: (name, rate, base) => `${name} (${rate} av ${base})`,
  totalIncludingTax: 'Summa inklusive skatt',
  creditNotes: 'Kreditfakturor',
  totalDue: 'Summa att betala',
  totalCredited: 'Summa krediterad',

  howToPay: 'Så betalar du',
  accountHolder: 'Kontoinnehavare',
  accountNumber: 'Kontonummer',
  routingCode: 'Clearingnummer',
  bank: 'Bank',
  scanToPay: 'Skanna med bankappen för att betala',

  taxNote: 'Skatteupplysning',
  reverseCharge: 'Omvänd betalningsskyldighet: mottagaren ska redovisa skatten.',
  taxExempt: 'Undantaget från skatt.',
  intraCommunity: 'Leverans inom EU: undantagen från skatt.',
  exported: 'Export: undantagen från skatt.',
  outsideTax: 'Utanför skattens tillämpningsområde.',

  page: (page, pages) => `Sida ${page} av ${pages}`,
  draftMark: 'Utkast',
  paidMark: 'Betald',
  testMark: 'Test – ingen faktura',

  paymentReceipt: 'Betalningskvitto',
  receiptNumber: 'Kvittonummer',
  paidOn: 'Betalningsdatum',
  paymentMethod: 'Betalningssätt',
  manualPayment: 'Manuell',
  providerPayment: 'Onlinebetalning',
  reference: 'Referens',
  amountPaid: 'Betalt belopp',
  remainingDue: 'Återstår att betala',
  paidInvoices: 'Betalda fakturor',

  mail: {
    subjects: {
      invoice: (entity, number) => `${entity}: faktura ${number}`,
      credit_note: (entity, number) => `${entity}: kreditfaktura ${number}`,
      payment_receipt: (entity, number) => `${entity}: betalningskvitto ${number}`,
    },
    overdueSubject: (entity, amount) => `${entity}: förfallet saldo på ${amount}`,
    hello: (name) => `Hej ${name},`,
    introductions: {
      invoice: (entity, number) => `Bifogat finns faktura ${number} från ${entity}.`,
      credit_note: (entity, number) => `Bifogat finns kreditfaktura ${number} från ${entity}.`,
      payment_receipt: (entity, number) =>
        `Tack för din betalning. Bifogat finns kvitto ${number} från ${entity}.`,
    },
    overdueIntroduction: (entity) =>
      `Fakturorna nedan från ${entity} är förfallna. Vänligen betala dem så snart som möjligt.`,
    openPdf: 'Öppna PDF-filen',
    pay: 'Betala nu',
    payFailed: 'Sidan kan inte öppnas just nu. Försök igen senare.',
    portal: 'Visa alla fakturor och betalningar',
    portalLasts: 'Länken till alla fakturor gäller i 12 timmar, för alla som har den.',
    further: (count) => `och ${count} till`,
    regards: 'Med vänliga hälsningar',
  },
  account: {
    hello: 'Hej,',
    invitation: {
      subject: (organization) => `Inbjudan från ${organization}`,
      introduction: (organization) =>
        `Du är inbjuden att bli medlem i ${organization}, som fakturerar med Tollgate. Länken gäller i 14 dagar.`,
      subjectBy: (person, organization) => `${person} bjuder in dig till ${organization}`,
      introductionBy: (person, organization) =>
        `${person} bjuder in dig att bli medlem i ${organization}, som fakturerar med Tollgate. Länken gäller i 14 dagar.`,
      roles: 'Roller',
      accept: 'Tacka ja till inbjudan',
    },
    confirmation: {
      subject: 'Bekräfta din e-postadress',
      introduction:
        'Någon, troligen du, har registrerat den här adressen hos Tollgate. Bekräfta den för att få fler meddelanden hit. Om det inte var du kan du bortse från det här meddelandet.',
      open: 'Bekräfta adressen',
    },
    passwordReset: {
      subject: 'Återställ ditt lösenord',
      introduction:
        'Någon, troligen du, vill återställa lösenordet till ditt konto. Länken fungerar en gång, i 30 minuter. Om det inte var du kan du bortse från det här meddelandet.',
      open: 'Välj ett nytt lösenord',
    },
    dataExport: {
      completed: {
        subject: (organization) => `${organization}: din export är klar`,
        introduction: (organization) =>
          `Exporten av data från ${organization} som du bad om är klar. Länken gäller i 7 dagar, för alla som har den.`,
      },
      tooLarge: {
        subject: (organization) => `${organization}: din export misslyckades`,
        introduction: (organization) =>
          `Exporten av data från ${organization} som du bad om har fler rader än en fil får ha. Välj färre poster, till exempel från en kortare period.`,
      },
      failed: {
        subject: (organization) => `${organization}: din export misslyckades`,
        introduction: (organization) =>
          `Exporten av data från ${organization} som du bad om kunde inte skrivas. Försök igen.`,
      },
      open: 'Ladda ner filen',
    },
    apiKey: {
      subjects: {
        created: (organization) => `${organization}: en API-nyckel har skapats`,
        updated: (organization) => `${organization}: en API-nyckel har ändrats`,
        rotated: (organization) => `${organization}: en API-nyckel har ersatts`,
        deleted: (organization) => `${organization}: en API-nyckel har tagits bort`,
      },
      warning: (organization) =>
        `Om du inte väntade dig detta, kontrollera API-nycklarna för ${organization}.`,
      key: 'API-nyckel',
    },
    loginMethods: {
      subject: (organization) => `${organization}: inloggningsmetoderna har ändrats`,
      warning: (organization) =>
        `Om du inte väntade dig detta, kontrollera inloggningsmetoderna för ${organization}.`,
      methods: 'Inloggningsmetoder',
      password: 'E-postadress och lösenord',
    },
    by: 'Av',
  },
};
