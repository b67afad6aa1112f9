import type { Wording } from './wording.js';

export const norwegian: Wording = {
  invoice: 'Faktura',
  selfBilledInvoice: 'Faktura utstedt av kjøper',
  creditNote: 'Kreditnota',
  selfBilledCreditNote: 'Kreditnota utstedt av kjøper',

  invoiceNumber: 'Fakturanummer',
  creditNoteNumber: 'Kreditnotanummer',
  issuedOn: 'Fakturadato',
  dueOn: 'Forfallsdato',
  paymentTerm: 'Betalingsfrist',
  days: (count) => (count === 1 ? '1 dag' : `${count} dager`),
  immediately: 'Ved mottak',
  purchaseOrder: 'Innkjøpsordre',
  reason: 'Årsak',
  reasons: {
    duplicated_charge: 'Dobbel belastning',
    product_unsatisfactory: 'Utilfredsstillende produkt',
    order_change: 'Endring av bestilling',
    order_cancellation: 'Kansellering av bestilling',
    fraudulent_charge: 'Svindel',
    other: 'Annet',
  },

  from: 'Fra',
  billTo: 'Faktureres til',
  shipTo: 'Leveres til',
  legalNumber: 'Organisasjonsnummer',
  taxNumber: 'MVA-nummer',

  amountDue: 'Å betale',
  dueBy: (date) => `Forfaller ${date}`,
  nothingDue: 'Ingenting å betale',
  amountCredited: 'Kreditert beløp',
  creditedPart: 'Kreditert på kommende fakturaer',
  refundedPart: 'Refundert',
  offsetPart: 'Trukket fra fakturaen',

  description: 'Beskrivelse',
  units: 'Antall',
  unitPrice: 'Enhetspris',
  taxRate: 'Avgift',
  amount: 'Beløp',
  furtherLines: (count) => `${count} linjer til`,

  items: 'Poster',
  prepaidCredits: 'Forhåndsbetalte kreditter',
  minimumSpend: 'Tillegg opp til minstebeløpet',
  thresholdReached: (threshold, total) => `Bruksgrense nådd: ${threshold}. Bruk så langt: ${total}`,

  tier: (from, to) => `Enheter ${from} til ${to}`,
  lastTier: (from) => `Enheter fra ${from}`,
  flatFee: 'Fast beløp',
  packagesOf: (size) => `Pakker à ${size} enheter`,
  freeUnits: 'Gratis enheter',
  freeTransactions: 'Gratis transaksjoner',
  percentage: 'Prosentandel',
  feePerTransaction: 'Gebyr per transaksjon',
  transactionBounds: 'Minimum og maksimum per transaksjon',

  fees: 'Gebyrer',
  subTotal: 'Delsum',
  progressiveBillingCredit: 'Allerede fakturert bruk',
  coupon: (name) => `Kupong: ${name}`,
  coupons: 'Kuponger',
  subTotalExcludingTax: 'Sum uten avgift',
  tax: (name, rate, base) => `${name} (${rate} av ${base})`,
  totalIncludingTax: 'Sum med avgift',
  creditNotes: 'Kreditnotaer',
  totalDue: 'Sum å betale',
  totalCredited: 'Sum kreditert',

  howToPay: 'Slik betaler du',
  accountHolder: 'Kontohaver',
  accountNumber: 'Kontonummer',
  routingCode: 'Bankkode',
  bank: 'Bank',
  scanToPay: 'Skann med bankappen for å betale',

  taxNote: 'Avgiftsmerknad',
  reverseCharge: 'Omvendt avgiftsplikt: mottakeren skal beregne avgiften.',
  taxExempt: 'Fritatt for avgift.',
  intraCommunity: 'Levering innen EU: fritatt for avgift.',
  exported: 'Eksport: fritatt for avgift.',
  outsideTax: 'Utenfor avgiftsområdet.',

  page: (page, pages) => `Side ${page} av ${pages}`,
  draftMark: 'Utkast',
  paidMark: 'Betalt',
  testMark: 'Test – ikke en faktura',

  paymentReceipt: 'Betalingskvittering',
  receiptNumber: 'Kvitteringsnummer',
  paidOn: 'Betalingsdato',
  paymentMethod: 'Betalingsmåte',
  manualPayment: 'Manuell',
  providerPayment: 'Nettbetaling',
  reference: 'Referanse',
  amountPaid: 'Betalt beløp',
  remainingDue: 'Gjenstående',
  paidInvoices: 'Betalte fakturaer',

  mail: {
    subjects: {
      invoice: (entity, number) => `${entity}: faktura ${number}`,
      credit_note: (entity, number) => `${entity}: kreditnota ${number}`,
      payment_receipt: (entity, number) => `${entity}: betalingskvittering ${number}`,
    },
    overdueSubject: (entity, amount) => `${entity}: forfalt saldo på ${amount}`,
    hello: (name) => `Hei ${name},`,
    introductions: {
      invoice: (entity, number) => `Vedlagt finner du faktura ${number} fra ${entity}.`,
      credit_note: (entity, number) => `Vedlagt finner du kreditnota ${number} fra ${entity}.`,
      payment_receipt: (entity, number) =>
        `Takk for betalingen. Vedlagt finner du kvittering ${number} fra ${entity}.`,
    },
    overdueIntroduction: (entity) =>
      `Fakturaene nedenfor fra ${entity} er forfalt. Vennligst betal dem så snart som mulig.`,
    openPdf: 'Åpne PDF-en',
    pay: 'Betal nå',
    payFailed: 'Denne siden kan ikke åpnes akkurat nå. Prøv igjen senere.',
    portal: 'Se alle fakturaer og betalinger',
    portalLasts: 'Lenken til alle fakturaer gjelder i 12 timer, for alle som har den.',
    further: (count) => `og ${count} til`,
    regards: 'Vennlig hilsen',
  },
  account: {
    hello: 'Hei,',
    invitation: {
      subject: (organization) => `Invitasjon fra ${organization}`,
      introduction: (organization) =>
        `Du er invitert til å bli medlem av ${organization}, som fakturerer med Tollgate. Lenken gjelder i 14 dager.`,
      subjectBy: (person, organization) => `${person} inviterer deg til ${organization}`,
      introductionBy: (person, organization) =>
        `${person} inviterer deg til å bli medlem av ${organization}, som fakturerer med Tollgate. Lenken gjelder i 14 dager.`,
      roles: 'Roller',
      accept: 'Godta invitasjonen',
    },
    confirmation: {
      subject: 'Bekreft e-postadressen din',
      introduction:
        'Noen, trolig du, har registrert denne adressen hos Tollgate. Bekreft den for å få flere e-poster hit. Hvis det ikke var deg, kan du se bort fra denne e-posten.',
      open: 'Bekreft adressen',
    },
    passwordReset: {
      subject: 'Tilbakestill passordet ditt',
      introduction:
        'Noen, trolig du, vil tilbakestille passordet til kontoen din. Lenken virker én gang, i 30 minutter. Hvis det ikke var deg, kan du se bort fra denne e-posten.',
      open: 'Velg et nytt passord',
    },
    dataExport: {
      completed: {
        subject: (organization) => `${organization}: eksporten din er klar`,
        introduction: (organization) =>
          `Eksporten av data fra ${organization} som du ba om, er klar. Lenken gjelder i 7 dager, for alle som har den.`,
      },
      tooLarge: {
        subject: (organization) => `${organization}: eksporten din mislyktes`,
        introduction: (organization) =>
          `Eksporten av data fra ${organization} som du ba om, har flere rader enn en fil kan ha. Velg færre poster, for eksempel fra en kortere periode.`,
      },
      failed: {
        subject: (organization) => `${organization}: eksporten din mislyktes`,
        introduction: (organization) =>
          `Eksporten av data fra ${organization} som du ba om, kunne ikke skrives. Prøv igjen.`,
      },
      open: 'Last ned filen',
    },
    apiKey: {
      subjects: {
        created: (organization) => `${organization}: en API-nøkkel er opprettet`,
        updated: (organization) => `${organization}: en API-nøkkel er endret`,
        rotated: (organization) => `${organization}: en API-nøkkel er erstattet`,
        deleted: (organization) => `${organization}: en API-nøkkel er slettet`,
      },
      warning: (organization) => `Hvis du ikke ventet dette, kontroller API-nøklene til ${organization}.`,
      key: 'API-nøkkel',
    },
    loginMethods: {
      subject: (organization) => `${organization}: innloggingsmetodene er endret`,
      warning: (organization) =>
        `Hvis du ikke ventet dette, kontroller innloggingsmetodene til ${organization}.`,
      methods: 'Innloggingsmetoder',
      password: 'E-postadresse og passord',
    },
    by: 'Av',
  },
};
