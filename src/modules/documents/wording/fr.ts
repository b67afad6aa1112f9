import type { Wording } from './wording.js';

export const french: Wording = {
  invoice: 'Facture',
  selfBilledInvoice: 'Autofacture',
  creditNote: 'Avoir',
  selfBilledCreditNote: 'Avoir sur autofacture',

  invoiceNumber: 'Numéro de facture',
  creditNoteNumber: 'Numéro d’avoir',
  issuedOn: 'Date d’émission',
  dueOn: 'Date d’échéance',
  paymentTerm: 'Délai de paiement',
  days: (count) => (count === 1 ? '1 jour' : `${count} jours`),
  immediately: 'À réception',
  purchaseOrder: 'Bon de commande',
  reason: 'Motif',
  reasons: {
    duplicated_charge: 'Facturation en double',
    product_unsatisfactory: 'Produit non satisfaisant',
    order_change: 'Modification de la commande',
    order_cancellation: 'Annulation de la commande',
    fraudulent_charge: 'Débit frauduleux',
    other: 'Autre',
  },

  from: 'Émetteur',
  billTo: 'Facturé à',
  shipTo: 'Livré à',
  legalNumber: 'Numéro d’immatriculation',
  taxNumber: 'Numéro de TVA',

  amountDue: 'Montant à payer',
  dueBy: (date) => `À payer avant le ${date} inclus`,
  nothingDue: 'Rien à payer',
  amountCredited: 'Montant de l’avoir',
  creditedPart: 'Crédité sur vos prochaines factures',
  refundedPart: 'Remboursé',
  offsetPart: 'Déduit de la facture',

  description: 'Désignation',
  units: 'Quantité',
  unitPrice: 'Prix unitaire',
  taxRate: 'TVA',
  amount: 'Montant',
  furtherLines: (count) => `${count} autres lignes`,

  items: 'Articles',
  prepaidCredits: 'Crédits prépayés',
  minimumSpend: 'Complément au minimum de consommation',
  thresholdReached: (threshold, total) =>
    `Seuil de consommation atteint : ${threshold}. Consommation à ce jour : ${total}`,

  tier: (from, to) => `Unités ${from} à ${to}`,
  lastTier: (from) => `Unités à partir de ${from}`,
  flatFee: 'Forfait',
  packagesOf: (size) => `Lots de ${size} unités`,
  freeUnits: 'Unités gratuites',
  freeTransactions: 'Transactions gratuites',
  percentage: 'Pourcentage',
  feePerTransaction: 'Frais par transaction',
  transactionBounds: 'Minimums et maximums par transaction',

  fees: 'Frais',
  subTotal: 'Sous-total',
  progressiveBillingCredit: 'Consommation déjà facturée',
  coupon: (name) => `Coupon : ${name}`,
  coupons: 'Coupons',
  subTotalExcludingTax: 'Total hors taxes',
  tax: (name, rate, base) => `${name} (${rate} de ${base})`,
  totalIncludingTax: 'Total toutes taxes comprises',
  creditNotes: 'Avoirs',
  totalDue: 'Net à payer',
  totalCredited: 'Total de l’avoir',

  howToPay: 'Comment payer',
  accountHolder: 'Titulaire du compte',
  accountNumber: 'Numéro de compte',
  routingCode: 'Code banque',
  bank: 'Banque',
  scanToPay: 'Scannez avec votre application bancaire pour payer',

  taxNote: 'Mention fiscale',
  reverseCharge: 'Autoliquidation : la taxe est due par le preneur.',
  taxExempt: 'Exonéré de taxe.',
  intraCommunity: 'Livraison intracommunautaire exonérée de taxe.',
  exported: 'Exportation exonérée de taxe.',
  outsideTax: 'Hors du champ d’application de la taxe.',

  page: (page, pages) => `Page ${page} sur ${pages}`,
  draftMark: 'Brouillon',
  paidMark: 'Payée',
  testMark: 'Test – ceci n’est pas une facture',

  paymentReceipt: 'Reçu de paiement',
  receiptNumber: 'Numéro de reçu',
  paidOn: 'Date de paiement',
  paymentMethod: 'Moyen de paiement',
  manualPayment: 'Manuel',
  providerPayment: 'Paiement en ligne',
  reference: 'Référence',
  amountPaid: 'Montant payé',
  remainingDue: 'Reste à payer',
  paidInvoices: 'Factures payées',

  mail: {
    subjects: {
      invoice: (entity, number) => `${entity} : facture ${number}`,
      credit_note: (entity, number) => `${entity} : avoir ${number}`,
      payment_receipt: (entity, number) => `${entity} : reçu de paiement ${number}`,
    },
    overdueSubject: (entity, amount) => `${entity} : solde en retard de ${amount}`,
    hello: (name) => `Bonjour ${name},`,
    introductions: {
      invoice: (entity, number) => `Veuillez trouver ci-joint votre facture ${number} de ${entity}.`,
      credit_note: (entity, number) => `Veuillez trouver ci-joint votre avoir ${number} de ${entity}.`,
      payment_receipt: (entity, number) =>
        `Merci pour votre paiement. Veuillez trouver ci-joint votre reçu ${number} de ${entity}.`,
    },
    overdueIntroduction: (entity) =>
      `Les factures suivantes de ${entity} sont en retard de paiement. Merci de les régler dès que possible.`,
    openPdf: 'Ouvrir le PDF',
    pay: 'Payer maintenant',
    payFailed: 'Cette page ne peut pas être ouverte pour le moment. Veuillez réessayer plus tard.',
    portal: 'Voir toutes les factures et tous les paiements',
    portalLasts: 'Le lien vers toutes les factures est valable 12 heures, pour quiconque le possède.',
    further: (count) => `et ${count} autres`,
    regards: 'Cordialement,',
  },
  account: {
    hello: 'Bonjour,',
    invitation: {
      subject: (organization) => `Invitation de ${organization}`,
      introduction: (organization) =>
        `Vous êtes invité à devenir membre de ${organization}, qui facture avec Tollgate. Le lien est valable 14 jours.`,
      subjectBy: (person, organization) => `${person} vous invite à rejoindre ${organization}`,
      introductionBy: (person, organization) =>
        `${person} vous invite à devenir membre de ${organization}, qui facture avec Tollgate. Le lien est valable 14 jours.`,
      roles: 'Rôles',
      accept: 'Accepter l’invitation',
    },
    confirmation: {
      subject: 'Confirmez votre adresse e-mail',
      introduction:
        'Quelqu’un, probablement vous, a inscrit cette adresse chez Tollgate. Confirmez-la pour y recevoir les prochains e-mails. Si ce n’était pas vous, ignorez cet e-mail.',
      open: 'Confirmer l’adresse',
    },
    passwordReset: {
      subject: 'Réinitialiser votre mot de passe',
      introduction:
        'Quelqu’un, probablement vous, souhaite réinitialiser le mot de passe de votre compte. Le lien fonctionne une seule fois, pendant 30 minutes. Si ce n’était pas vous, ignorez cet e-mail.',
      open: 'Choisir un nouveau mot de passe',
    },
    dataExport: {
      completed: {
        subject: (organization) => `${organization} : votre export est prêt`,
        introduction: (organization) =>
          `L’export de données de ${organization} que vous avez demandé est prêt. Le lien est valable 7 jours, pour toute personne qui le possède.`,
      },
      tooLarge: {
        subject: (organization) => `${organization} : votre export a échoué`,
        introduction: (organization) =>
          `L’export de données de ${organization} que vous avez demandé compte plus de lignes qu’un fichier ne peut en contenir. Sélectionnez moins d’enregistrements, par exemple ceux d’une période plus courte.`,
      },
      failed: {
        subject: (organization) => `${organization} : votre export a échoué`,
        introduction: (organization) =>
          `L’export de données de ${organization} que vous avez demandé n’a pas pu être écrit. Veuillez réessayer.`,
      },
      open: 'Télécharger le fichier',
    },
    apiKey: {
      subjects: {
        created: (organization) => `${organization} : une clé d’API a été créée`,
        updated: (organization) => `${organization} : une clé d’API a été modifiée`,
        rotated: (organization) => `${organization} : une clé d’API a été remplacée`,
        deleted: (organization) => `${organization} : une clé d’API a été supprimée`,
      },
      warning: (organization) =>
        `Si vous ne vous y attendiez pas, vérifiez les clés d’API de ${organization}.`,
      key: 'Clé d’API',
    },
    loginMethods: {
      subject: (organization) => `${organization} : les méthodes de connexion ont été modifiées`,
      warning: (organization) =>
        `Si vous ne vous y attendiez pas, vérifiez les méthodes de connexion de ${organization}.`,
      methods: 'Méthodes de connexion',
      password: 'Adresse e-mail et mot de passe',
    },
    by: 'Par',
  },
};
