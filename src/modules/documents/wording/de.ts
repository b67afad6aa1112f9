import type { Wording } from './wording.js';

export const german: Wording = {
  invoice: 'Rechnung',
  selfBilledInvoice: 'Gutschrift (Selbstfakturierung)',
  creditNote: 'Rechnungskorrektur',
  selfBilledCreditNote: 'Korrektur der Gutschrift (Selbstfakturierung)',

  invoiceNumber: 'Rechnungsnummer',
  creditNoteNumber: 'Nummer der Korrektur',
  issuedOn: 'Rechnungsdatum',
  dueOn: 'Fällig am',
  paymentTerm: 'Zahlungsziel',
  days: (count) => (count === 1 ? '1 Tag' : `${count} Tage`),
  immediately: 'Sofort fällig',
  purchaseOrder: 'Bestellnummer',
  reason: 'Grund',
  reasons: {
    duplicated_charge: 'Doppelte Berechnung',
    product_unsatisfactory: 'Mangelhafte Leistung',
    order_change: 'Änderung des Auftrags',
    order_cancellation: 'Stornierung des Auftrags',
    fraudulent_charge: 'Betrügerische Belastung',
    other: 'Sonstiges',
  },

  from: 'Von',
  billTo: 'Rechnung an',
  shipTo: 'Lieferung an',
  legalNumber: 'Registernummer',
  taxNumber: 'Steuernummer / USt-IdNr.',

  amountDue: 'Zu zahlen',
  dueBy: (date) => `Fällig am ${date}`,
  nothingDue: 'Nichts zu zahlen',
  amountCredited: 'Gutgeschrieben',
  creditedPart: 'Gutschrift auf kommende Rechnungen',
  refundedPart: 'Erstattet',
  offsetPart: 'Mit der Rechnung verrechnet',

  description: 'Beschreibung',
  units: 'Menge',
  unitPrice: 'Einzelpreis',
  taxRate: 'Steuer',
  amount: 'Betrag',
  furtherLines: (count) => `${count} weitere Positionen`,

  items: 'Positionen',
  prepaidCredits: 'Prepaid-Guthaben',
  minimumSpend: 'Aufstockung auf den Mindestumsatz',
  thresholdReached: (threshold, total) => `Nutzungsschwelle erreicht: ${threshold}. Nutzung bisher: ${total}`,

  tier: (from, to) => `Einheiten ${from} bis ${to}`,
  lastTier: (from) => `Einheiten ab ${from}`,
  flatFee: 'Pauschale',
  packagesOf: (size) => `Pakete zu ${size} Einheiten`,
  freeUnits: 'Freieinheiten',
  freeTransactions: 'Freie Transaktionen',
  percentage: 'Prozentualer Anteil',
  feePerTransaction: 'Gebühr je Transaktion',
  transactionBounds: 'Mindest- und Höchstbeträge je Transaktion',

  fees: 'Gebühren',
  subTotal: 'Zwischensumme',
  progressiveBillingCredit: 'Bereits abgerechnete Nutzung',
  coupon: (name) => `Gutschein: ${name}`,
  coupons: 'Gutscheine',
  subTotalExcludingTax: 'Summe netto',
  tax: (name, rate, base) => `${name} (${rate} auf ${base})`,
  totalIncludingTax: 'Summe brutto',
  creditNotes: 'Gutschriften',
  totalDue: 'Zu zahlender Betrag',
  totalCredited: 'Gutgeschrieben insgesamt',

  howToPay: 'So zahlen Sie',
  accountHolder: 'Kontoinhaber',
  accountNumber: 'Kontonummer',
  routingCode: 'Bankleitzahl',
  bank: 'Bank',
  scanToPay: 'Zum Bezahlen mit der Banking-App scannen',

  taxNote: 'Steuerlicher Hinweis',
  reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).',
  taxExempt: 'Von der Steuer befreit.',
  intraCommunity: 'Steuerfreie innergemeinschaftliche Lieferung.',
  exported: 'Steuerfreie Ausfuhr in ein Drittland.',
  outsideTax: 'Nicht steuerbar.',

  page: (page, pages) => `Seite ${page} von ${pages}`,
  draftMark: 'Entwurf',
  paidMark: 'Bezahlt',
  testMark: 'Test – keine Rechnung',

  paymentReceipt: 'Zahlungsbeleg',
  receiptNumber: 'Belegnummer',
  paidOn: 'Zahlungsdatum',
  paymentMethod: 'Zahlungsart',
  manualPayment: 'Manuell',
  providerPayment: 'Online-Zahlung',
  reference: 'Referenz',
  amountPaid: 'Gezahlter Betrag',
  remainingDue: 'Noch offen',
  paidInvoices: 'Bezahlte Rechnungen',

  mail: {
    subjects: {
      invoice: (entity, number) => `${entity}: Rechnung ${number}`,
      credit_note: (entity, number) => `${entity}: Rechnungskorrektur ${number}`,
      payment_receipt: (entity, number) => `${entity}: Zahlungsbeleg ${number}`,
    },
    overdueSubject: (entity, amount) => `${entity}: überfälliger Betrag von ${amount}`,
    hello: (name) => `Guten Tag ${name},`,
    introductions: {
      invoice: (entity, number) => `anbei erhalten Sie die Rechnung ${number} von ${entity}.`,
      credit_note: (entity, number) => `anbei erhalten Sie die Rechnungskorrektur ${number} von ${entity}.`,
      payment_receipt: (entity, number) =>
        `vielen Dank für Ihre Zahlung. Anbei erhalten Sie den Zahlungsbeleg ${number} von ${entity}.`,
    },
    overdueIntroduction: (entity) =>
      `die folgenden Rechnungen von ${entity} sind überfällig. Bitte begleichen Sie sie so bald wie möglich.`,
    openPdf: 'PDF öffnen',
    pay: 'Jetzt bezahlen',
    payFailed: 'Diese Seite lässt sich gerade nicht öffnen. Bitte versuchen Sie es später noch einmal.',
    portal: 'Alle Rechnungen und Zahlungen ansehen',
    portalLasts: 'Der Link zu allen Rechnungen gilt 12 Stunden, für jeden, der ihn hat.',
    further: (count) => `und ${count} weitere`,
    regards: 'Mit freundlichen Grüßen',
  },
  account: {
    hello: 'Guten Tag,',
    invitation: {
      subject: (organization) => `Einladung von ${organization}`,
      introduction: (organization) =>
        `Sie sind eingeladen, Mitglied von ${organization} zu werden. Dort wird mit Tollgate abgerechnet. Der Link gilt 14 Tage.`,
      subjectBy: (person, organization) => `${person} lädt Sie zu ${organization} ein`,
      introductionBy: (person, organization) =>
        `${person} lädt Sie ein, Mitglied von ${organization} zu werden. Dort wird mit Tollgate abgerechnet. Der Link gilt 14 Tage.`,
      roles: 'Rollen',
      accept: 'Einladung annehmen',
    },
    confirmation: {
      subject: 'E-Mail-Adresse bestätigen',
      introduction:
        'Jemand, vermutlich Sie, hat diese Adresse bei Tollgate angemeldet. Bestätigen Sie sie, damit Sie hier weitere E-Mails erhalten. Wenn Sie es nicht waren, ignorieren Sie diese E-Mail.',
      open: 'Adresse bestätigen',
    },
    passwordReset: {
      subject: 'Passwort zurücksetzen',
      introduction:
        'Jemand, vermutlich Sie, möchte das Passwort Ihres Kontos zurücksetzen. Der Link gilt einmal und 30 Minuten lang. Wenn Sie es nicht waren, ignorieren Sie diese E-Mail.',
      open: 'Neues Passwort wählen',
    },
    dataExport: {
      completed: {
        subject: (organization) => `${organization}: Export bereit`,
        introduction: (organization) =>
          `Der angeforderte Export von Daten von ${organization} ist bereit. Der Link gilt 7 Tage, für alle, die ihn haben.`,
      },
      tooLarge: {
        subject: (organization) => `${organization}: Export fehlgeschlagen`,
        introduction: (organization) =>
          `Der angeforderte Export von Daten von ${organization} hat mehr Zeilen, als eine Datei haben darf. Wählen Sie weniger Datensätze, etwa die eines kürzeren Zeitraums.`,
      },
      failed: {
        subject: (organization) => `${organization}: Export fehlgeschlagen`,
        introduction: (organization) =>
          `Der angeforderte Export von Daten von ${organization} konnte nicht geschrieben werden. Bitte versuchen Sie es erneut.`,
      },
      open: 'Datei herunterladen',
    },
    apiKey: {
      subjects: {
        created: (organization) => `${organization}: API-Schlüssel erstellt`,
        updated: (organization) => `${organization}: API-Schlüssel geändert`,
        rotated: (organization) => `${organization}: API-Schlüssel ersetzt`,
        deleted: (organization) => `${organization}: API-Schlüssel gelöscht`,
      },
      warning: (organization) =>
        `Wenn Sie das nicht erwartet haben, prüfen Sie die API-Schlüssel von ${organization}.`,
      key: 'API-Schlüssel',
    },
    loginMethods: {
      subject: (organization) => `${organization}: Anmeldeverfahren geändert`,
      warning: (organization) =>
        `Wenn Sie das nicht erwartet haben, prüfen Sie die Anmeldeverfahren von ${organization}.`,
      methods: 'Anmeldeverfahren',
      password: 'E-Mail-Adresse und Passwort',
    },
    by: 'Von',
  },
};
