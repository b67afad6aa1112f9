import type { Wording } from './wording.js';

export const spanish: Wording = {
  invoice: 'Factura',
  selfBilledInvoice: 'Factura emitida por el destinatario',
  creditNote: 'Nota de crédito',
  selfBilledCreditNote: 'Nota de crédito emitida por el destinatario',

  invoiceNumber: 'Número de factura',
  creditNoteNumber: 'Número de nota de crédito',
  issuedOn: 'Fecha de emisión',
  dueOn: 'Fecha de vencimiento',
  paymentTerm: 'Plazo de pago',
  days: (count) => (count === 1 ? '1 día' : `${count} días`),
  immediately: 'Al recibo',
  purchaseOrder: 'Orden de compra',
  reason: 'Motivo',
  reasons: {
    duplicated_charge: 'Cargo duplicado',
    product_unsatisfactory: 'Producto insatisfactorio',
    order_change: 'Cambio del pedido',
    order_cancellation: 'Cancelación del pedido',
    fraudulent_charge: 'Cargo fraudulento',
    other: 'Otro',
  },

  from: 'De',
  billTo: 'Facturar a',
  shipTo: 'Enviar a',
  legalNumber: 'Número de registro',
  taxNumber: 'NIF / IVA',

  amountDue: 'Importe a pagar',
  dueBy: (date) => `Vence el ${date}`,
  nothingDue: 'Nada que pagar',
  amountCredited: 'Importe abonado',
  creditedPart: 'Abonado en sus próximas facturas',
  refundedPart: 'Reembolsado',
  offsetPart: 'Descontado de la factura',

  description: 'Descripción',
  units: 'Cantidad',
  unitPrice: 'Precio unitario',
  taxRate: 'Impuesto',
  amount: 'Importe',
  furtherLines: (count) => `${count} líneas más`,

  items: 'Conceptos',
  prepaidCredits: 'Créditos prepagados',
  minimumSpend: 'Complemento hasta el consumo mínimo',
  thresholdReached: (threshold, total) => `Umbral de uso alcanzado: ${threshold}. Uso hasta ahora: ${total}`,

  tier: (from, to) => `Unidades ${from} a ${to}`,
  lastTier: (from) => `Unidades desde ${from}`,
  flatFee: 'Tarifa fija',
  packagesOf: (size) => `Paquetes de ${size} unidades`,
  freeUnits: 'Unidades gratuitas',
  freeTransactions: 'Transacciones gratuitas',
  percentage: 'Porcentaje',
  feePerTransaction: 'Tarifa por transacción',
  transactionBounds: 'Mínimos y máximos por transacción',

  fees: 'Cargos',
  subTotal: 'Subtotal',
  progressiveBillingCredit: 'Consumo ya facturado',
  coupon: (name) => `Cupón: ${name}`,
  coupons: 'Cupones',
  subTotalExcludingTax: 'Total sin impuestos',
  tax: (name, rate, base) => `${name} (${rate} de ${base})`,
  totalIncludingTax: 'Total con impuestos',
  creditNotes: 'Notas de crédito',
  totalDue: 'Total a pagar',
  totalCredited: 'Total abonado',

  howToPay: 'Cómo pagar',
  accountHolder: 'Titular de la cuenta',
  accountNumber: 'Número de cuenta',
  routingCode: 'Código del banco',
  bank: 'Banco',
  scanToPay: 'Escanee con la aplicación de su banco para pagar',

  taxNote: 'Nota fiscal',
  reverseCharge: 'Inversión del sujeto pasivo: el destinatario debe liquidar el impuesto.',
  taxExempt: 'Exento de impuestos.',
  intraCommunity: 'Entrega intracomunitaria exenta de impuestos.',
  exported: 'Exportación exenta de impuestos.',
  outsideTax: 'No sujeto al impuesto.',

  page: (page, pages) => `Página ${page} de ${pages}`,
  draftMark: 'Borrador',
  paidMark: 'Pagada',
  testMark: 'Prueba: no es una factura',

  paymentReceipt: 'Recibo de pago',
  receiptNumber: 'Número de recibo',
  paidOn: 'Fecha de pago',
  paymentMethod: 'Método de pago',
  manualPayment: 'Manual',
  providerPayment: 'Pago en línea',
  reference: 'Referencia',
  amountPaid: 'Importe pagado',
  remainingDue: 'Pendiente de pago',
  paidInvoices: 'Facturas pagadas',

  mail: {
    subjects: {
      invoice: (entity, number) => `${entity}: factura ${number}`,
      credit_note: (entity, number) => `${entity}: nota de crédito ${number}`,
      payment_receipt: (entity, number) => `${entity}: recibo de pago ${number}`,
    },
    overdueSubject: (entity, amount) => `${entity}: saldo vencido de ${amount}`,
    hello: (name) => `Hola ${name}:`,
    introductions: {
      invoice: (entity, number) => `Adjuntamos su factura ${number} de ${entity}.`,
      credit_note: (entity, number) => `Adjuntamos su nota de crédito ${number} de ${entity}.`,
      payment_receipt: (entity, number) =>
        `Gracias por su pago. Adjuntamos su recibo ${number} de ${entity}.`,
    },
    overdueIntroduction: (entity) =>
      `Las siguientes facturas de ${entity} están vencidas. Le rogamos que las pague lo antes posible.`,
    openPdf: 'Abrir el PDF',
    pay: 'Pagar ahora',
    payFailed: 'Esta página no se puede abrir en este momento. Inténtelo de nuevo más tarde.',
    portal: 'Ver todas las facturas y pagos',
    portalLasts: 'El enlace a todas las facturas es válido durante 12 horas para quien lo tenga.',
    further: (count) => `y ${count} más`,
    regards: 'Saludos cordiales,',
  },
  account: {
    hello: 'Hola:',
    invitation: {
      subject: (organization) => `Invitación de ${organization}`,
      introduction: (organization) =>
        `Se le invita a ser miembro de ${organization}, que factura con Tollgate. El enlace es válido durante 14 días.`,
      subjectBy: (person, organization) => `${person} le invita a ${organization}`,
      introductionBy: (person, organization) =>
        `${person} le invita a ser miembro de ${organization}, que factura con Tollgate. El enlace es válido durante 14 días.`,
      roles: 'Funciones',
      accept: 'Aceptar la invitación',
    },
    confirmation: {
      subject: 'Confirme su dirección de correo',
      introduction:
        'Alguien, probablemente usted, ha registrado esta dirección en Tollgate. Confírmela para recibir aquí los próximos mensajes. Si no fue usted, ignore este mensaje.',
      open: 'Confirmar la dirección',
    },
    passwordReset: {
      subject: 'Restablecer su contraseña',
      introduction:
        'Alguien, probablemente usted, quiere restablecer la contraseña de su cuenta. El enlace funciona una sola vez, durante 30 minutos. Si no fue usted, ignore este mensaje.',
      open: 'Elegir una contraseña nueva',
    },
    dataExport: {
      completed: {
        subject: (organization) => `${organization}: su exportación está lista`,
        introduction: (organization) =>
          `La exportación de datos de ${organization} que ha solicitado está lista. El enlace es válido durante 7 días para cualquiera que lo tenga.`,
      },
      tooLarge: {
        subject: (organization) => `${organization}: su exportación ha fallado`,
        introduction: (organization) =>
          `La exportación de datos de ${organization} que ha solicitado tiene más filas de las que admite un archivo. Seleccione menos registros, por ejemplo los de un período más corto.`,
      },
      failed: {
        subject: (organization) => `${organization}: su exportación ha fallado`,
        introduction: (organization) =>
          `No se ha podido escribir la exportación de datos de ${organization} que ha solicitado. Inténtelo de nuevo.`,
      },
      open: 'Descargar el archivo',
    },
    apiKey: {
      subjects: {
        created: (organization) => `${organization}: se ha creado una clave de API`,
        updated: (organization) => `${organization}: se ha modificado una clave de API`,
        rotated: (organization) => `${organization}: se ha sustituido una clave de API`,
        deleted: (organization) => `${organization}: se ha eliminado una clave de API`,
      },
      warning: (organization) => `Si no lo esperaba, revise las claves de API de ${organization}.`,
      key: 'Clave de API',
    },
    loginMethods: {
      subject: (organization) => `${organization}: se han modificado los métodos de inicio de sesión`,
      warning: (organization) =>
        `Si no lo esperaba, revise los métodos de inicio de sesión de ${organization}.`,
      methods: 'Métodos de inicio de sesión',
      password: 'Correo electrónico y contraseña',
    },
    by: 'Por',
  },
};
