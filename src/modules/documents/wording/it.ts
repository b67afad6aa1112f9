import type { Wording } from './wording.js';

export const italian: Wording = {
  invoice: 'Fattura',
  selfBilledInvoice: 'Autofattura',
  creditNote: 'Nota di credito',
  selfBilledCreditNote: 'Nota di credito su autofattura',

  invoiceNumber: 'Numero fattura',
  creditNoteNumber: 'Numero nota di credito',
  issuedOn: 'Data di emissione',
  dueOn: 'Data di scadenza',
  paymentTerm: 'Termine di pagamento',
  days: (count) => (count === 1 ? '1 giorno' : `${count} giorni`),
  immediately: 'Alla ricezione',
  purchaseOrder: 'Ordine di acquisto',
  reason: 'Motivo',
  reasons: {
    duplicated_charge: 'Addebito doppio',
    product_unsatisfactory: 'Prodotto non soddisfacente',
    order_change: 'Modifica dell’ordine',
    order_cancellation: 'Annullamento dell’ordine',
    fraudulent_charge: 'Addebito fraudolento',
    other: 'Altro',
  },

  from: 'Da',
  billTo: 'Fatturare a',
  shipTo: 'Spedire a',
  legalNumber: 'Numero di registrazione',
  taxNumber: 'Partita IVA',

  amountDue: 'Importo da pagare',
  dueBy: (date) => `Scadenza ${date}`,
  nothingDue: 'Nulla da pagare',
  amountCredited: 'Importo accreditato',
  creditedPart: 'Accreditato sulle prossime fatture',
  refundedPart: 'Rimborsato',
  offsetPart: 'Detratto dalla fattura',

  description: 'Descrizione',
  units: 'Quantità',
  unitPrice: 'Prezzo unitario',
  taxRate: 'Imposta',
  amount: 'Importo',
  furtherLines: (count) => `${count} altre righe`,

  items: 'Voci',
  prepaidCredits: 'Crediti prepagati',
  minimumSpend: 'Integrazione alla spesa minima',
  thresholdReached: (threshold, total) =>
    `Soglia di utilizzo raggiunta: ${threshold}. Utilizzo finora: ${total}`,

  tier: (from, to) => `Unità da ${from} a ${to}`,
  lastTier: (from) => `Unità da ${from}`,
  flatFee: 'Importo fisso',
  packagesOf: (size) => `Pacchetti da ${size} unità`,
  freeUnits: 'Unità gratuite',
  freeTransactions: 'Transazioni gratuite',
  percentage: 'Percentuale',
  feePerTransaction: 'Costo per transazione',
  transactionBounds: 'Minimi e massimi per transazione',

  fees: 'Addebiti',
  subTotal: 'Subtotale',
  progressiveBillingCredit: 'Consumo già fatturato',
  coupon: (name) => `Coupon: ${name}`,
  coupons: 'Coupon',
  subTotalExcludingTax: 'Totale imponibile',
  tax: (name, rate, base) => `${name} (${rate} di ${base})`,
  totalIncludingTax: 'Totale imposte incluse',
  creditNotes: 'Note di credito',
  totalDue: 'Totale da pagare',
  totalCredited: 'Totale accreditato',

  howToPay: 'Come pagare',
  accountHolder: 'Intestatario del conto',
  accountNumber: 'Numero di conto',
  routingCode: 'Codice della banca',
  bank: 'Banca',
  scanToPay: 'Per pagare, inquadri il codice con l’app della sua banca',

  taxNote: 'Nota fiscale',
  reverseCharge: 'Inversione contabile: l’imposta è dovuta dal destinatario.',
  taxExempt: 'Esente da imposta.',
  intraCommunity: 'Cessione intracomunitaria non imponibile.',
  exported: 'Esportazione non imponibile.',
  outsideTax: 'Fuori campo di applicazione dell’imposta.',

  page: (page, pages) => `Pagina ${page} di ${pages}`,
  draftMark: 'Bozza',
  paidMark: 'Pagata',
  testMark: 'Prova: non è una fattura',

  paymentReceipt: 'Ricevuta di pagamento',
  receiptNumber: 'Numero ricevuta',
  paidOn: 'Data di pagamento',
  paymentMethod: 'Metodo di pagamento',
  manualPayment: 'Manuale',
  providerPayment: 'Pagamento online',
  reference: 'Riferimento',
  amountPaid: 'Importo pagato',
  remainingDue: 'Ancora da pagare',
  paidInvoices: 'Fatture pagate',

  mail: {
    subjects: {
      invoice: (entity, number) => `${entity}: fattura ${number}`,
      credit_note: (entity, number) => `${entity}: nota di credito ${number}`,
      payment_receipt: (entity, number) => `${entity}: ricevuta di pagamento ${number}`,
    },
    overdueSubject: (entity, amount) => `${entity}: saldo scaduto di ${amount}`,
    hello: (name) => `Gentile ${name},`,
    introductions: {
      invoice: (entity, number) => `in allegato trova la fattura ${number} di ${entity}.`,
      credit_note: (entity, number) => `in allegato trova la nota di credito ${number} di ${entity}.`,
      payment_receipt: (entity, number) =>
        `grazie per il pagamento. In allegato trova la ricevuta ${number} di ${entity}.`,
    },
    overdueIntroduction: (entity) =>
      `le seguenti fatture di ${entity} sono scadute. La preghiamo di pagarle il prima possibile.`,
    openPdf: 'Apri il PDF',
    pay: 'Paga ora',
    payFailed: 'Al momento questa pagina non può essere aperta. Riprovi più tardi.',
    portal: 'Vedi tutte le fatture e i pagamenti',
    portalLasts: 'Il link a tutte le fatture è valido per 12 ore, per chiunque lo possieda.',
    further: (count) => `e altre ${count}`,
    regards: 'Cordiali saluti,',
  },
  account: {
    hello: 'Buongiorno,',
    invitation: {
      subject: (organization) => `Invito di ${organization}`,
      introduction: (organization) =>
        `È invitato a diventare membro di ${organization}, che fattura con Tollgate. Il link è valido per 14 giorni.`,
      subjectBy: (person, organization) => `${person} la invita in ${organization}`,
      introductionBy: (person, organization) =>
        `${person} la invita a diventare membro di ${organization}, che fattura con Tollgate. Il link è valido per 14 giorni.`,
      roles: 'Ruoli',
      accept: 'Accetta l’invito',
    },
    confirmation: {
      subject: 'Confermi il suo indirizzo e-mail',
      introduction:
        'Qualcuno, probabilmente lei, ha registrato questo indirizzo su Tollgate. Lo confermi per ricevere qui le prossime e-mail. Se non è stato lei, ignori questa e-mail.',
      open: 'Conferma l’indirizzo',
    },
    passwordReset: {
      subject: 'Reimpostare la password',
      introduction:
        'Qualcuno, probabilmente lei, vuole reimpostare la password del suo account. Il link funziona una sola volta, per 30 minuti. Se non è stato lei, ignori questa e-mail.',
      open: 'Scegli una nuova password',
    },
    dataExport: {
      completed: {
        subject: (organization) => `${organization}: la sua esportazione è pronta`,
        introduction: (organization) =>
          `L’esportazione dei dati di ${organization} che ha richiesto è pronta. Il link è valido per 7 giorni, per chiunque lo possieda.`,
      },
      tooLarge: {
        subject: (organization) => `${organization}: la sua esportazione non è riuscita`,
        introduction: (organization) =>
          `L’esportazione dei dati di ${organization} che ha richiesto ha più righe di quante un file possa contenerne. Selezioni meno record, ad esempio quelli di un periodo più breve.`,
      },
      failed: {
        subject: (organization) => `${organization}: la sua esportazione non è riuscita`,
        introduction: (organization) =>
          `Non è stato possibile scrivere l’esportazione dei dati di ${organization} che ha richiesto. Riprovi.`,
      },
      open: 'Scarica il file',
    },
    apiKey: {
      subjects: {
        created: (organization) => `${organization}: è stata creata una chiave API`,
        updated: (organization) => `${organization}: è stata modificata una chiave API`,
        rotated: (organization) => `${organization}: è stata sostituita una chiave API`,
        deleted: (organization) => `${organization}: è stata eliminata una chiave API`,
      },
      warning: (organization) => `Se non se lo aspettava, controlli le chiavi API di ${organization}.`,
      key: 'Chiave API',
    },
    loginMethods: {
      subject: (organization) => `${organization}: i metodi di accesso sono stati modificati`,
      warning: (organization) => `Se non se lo aspettava, controlli i metodi di accesso di ${organization}.`,
      methods: 'Metodi di accesso',
      password: 'Indirizzo e-mail e password',
    },
    by: 'Da',
  },
};
