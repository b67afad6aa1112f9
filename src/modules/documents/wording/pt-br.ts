import type { Wording } from './wording.js';

export const brazilianPortuguese: Wording = {
  invoice: 'Fatura',
  selfBilledInvoice: 'Autofatura',
  creditNote: 'Nota de crédito',
  selfBilledCreditNote: 'Nota de crédito de autofatura',

  invoiceNumber: 'Número da fatura',
  creditNoteNumber: 'Número da nota de crédito',
  issuedOn: 'Data de emissão',
  dueOn: 'Data de vencimento',
  paymentTerm: 'Prazo de pagamento',
  days: (count) => (count === 1 ? '1 dia' : `${count} dias`),
  immediately: 'No recebimento',
  purchaseOrder: 'Pedido de compra',
  reason: 'Motivo',
  reasons: {
    duplicated_charge: 'Cobrança duplicada',
    product_unsatisfactory: 'Produto insatisfatório',
    order_change: 'Alteração do pedido',
    order_cancellation: 'Cancelamento do pedido',
    fraudulent_charge: 'Cobrança fraudulenta',
    other: 'Outro',
  },

  from: 'De',
  billTo: 'Cobrar de',
  shipTo: 'Entregar a',
  legalNumber: 'Número de registro',
  taxNumber: 'CNPJ / CPF',

  amountDue: 'Valor a pagar',
  dueBy: (date) => `Vencimento em ${date}`,
  nothingDue: 'Nada a pagar',
  amountCredited: 'Valor creditado',
  creditedPart: 'Creditado nas próximas faturas',
  refundedPart: 'Reembolsado',
  offsetPart: 'Deduzido da fatura',

  description: 'Descrição',
  units: 'Quantidade',
  unitPrice: 'Preço unitário',
  taxRate: 'Imposto',
  amount: 'Valor',
  furtherLines: (count) => `${count} outras linhas`,

  items: 'Itens',
  prepaidCredits: 'Créditos pré-pagos',
  minimumSpend: 'Complemento ao consumo mínimo',
  thresholdReached: (threshold, total) => `Limite de uso atingido: ${threshold}. Uso até agora: ${total}`,

  tier: (from, to) => `Unidades ${from} a ${to}`,
  lastTier: (from) => `Unidades a partir de ${from}`,
  flatFee: 'Taxa fixa',
  packagesOf: (size) => `Pacotes de ${size} unidades`,
  freeUnits: 'Unidades gratuitas',
  freeTransactions: 'Transações gratuitas',
  percentage: 'Percentual',
  feePerTransaction: 'Tarifa por transação',
  transactionBounds: 'Mínimos e máximos por transação',

  fees: 'Tarifas',
  subTotal: 'Subtotal',
  progressiveBillingCredit: 'Consumo já faturado',
  coupon: (name) => `Cupom: ${name}`,
  coupons: 'Cupons',
  subTotalExcludingTax: 'Total sem impostos',
  tax: (name, rate, base) => `${name} (${rate} de ${base})`,
  totalIncludingTax: 'Total com impostos',
  creditNotes: 'Notas de crédito',
  totalDue: 'Total a pagar',
  totalCredited: 'Total creditado',

  howToPay: 'Como pagar',
  accountHolder: 'Titular da conta',
  accountNumber: 'Número da conta',
  routingCode: 'Código do banco',
  bank: 'Banco',
  scanToPay: 'Escaneie com o aplicativo do banco para pagar',

  taxNote: 'Observação fiscal',
  reverseCharge: 'Autoliquidação: o imposto é devido pelo destinatário.',
  taxExempt: 'Isento de imposto.',
  intraCommunity: 'Fornecimento intracomunitário isento de imposto.',
  exported: 'Exportação isenta de imposto.',
  outsideTax: 'Fora do âmbito do imposto.',

  page: (page, pages) => `Página ${page} de ${pages}`,
  draftMark: 'Rascunho',
  paidMark: 'Paga',
  testMark: 'Teste – não é uma fatura',

  paymentReceipt: 'Recibo de pagamento',
  receiptNumber: 'Número do recibo',
  paidOn: 'Data do pagamento',
  paymentMethod: 'Forma de pagamento',
  manualPayment: 'Manual',
  providerPayment: 'Pagamento on-line',
  reference: 'Referência',
  amountPaid: 'Valor pago',
  remainingDue: 'Saldo a pagar',
  paidInvoices: 'Faturas pagas',

  mail: {
    subjects: {
      invoice: (entity, number) => `${entity}: fatura ${number}`,
      credit_note: (entity, number) => `${entity}: nota de crédito ${number}`,
      payment_receipt: (entity, number) => `${entity}: recibo de pagamento ${number}`,
    },
    overdueSubject: (entity, amount) => `${entity}: saldo vencido de ${amount}`,
    hello: (name) => `Olá, ${name},`,
    introductions: {
      invoice: (entity, number) => `Segue em anexo sua fatura ${number} de ${entity}.`,
      credit_note: (entity, number) => `Segue em anexo sua nota de crédito ${number} de ${entity}.`,
      payment_receipt: (entity, number) =>
        `Obrigado pelo pagamento. Segue em anexo seu recibo ${number} de ${entity}.`,
    },
    overdueIntroduction: (entity) =>
      `As faturas abaixo de ${entity} estão vencidas. Pedimos que as pague o quanto antes.`,
    openPdf: 'Abrir o PDF',
    pay: 'Pagar agora',
    payFailed: 'Esta página não pode ser aberta no momento. Tente novamente mais tarde.',
    portal: 'Ver todas as faturas e pagamentos',
    portalLasts: 'O link para todas as faturas é válido por 12 horas, para quem o tiver.',
    further: (count) => `e mais ${count}`,
    regards: 'Atenciosamente,',
  },
  account: {
    hello: 'Olá,',
    invitation: {
      subject: (organization) => `Convite de ${organization}`,
      introduction: (organization) =>
        `Você foi convidado a ser membro de ${organization}, que fatura com o Tollgate. O link é válido por 14 dias.`,
      subjectBy: (person, organization) => `${person} convida você para ${organization}`,
      introductionBy: (person, organization) =>
        `${person} convida você a ser membro de ${organization}, que fatura com o Tollgate. O link é válido por 14 dias.`,
      roles: 'Funções',
      accept: 'Aceitar o convite',
    },
    confirmation: {
      subject: 'Confirme seu endereço de e-mail',
      introduction:
        'Alguém, provavelmente você, registrou este endereço no Tollgate. Confirme-o para receber aqui os próximos e-mails. Se não foi você, ignore este e-mail.',
      open: 'Confirmar o endereço',
    },
    passwordReset: {
      subject: 'Redefinir sua senha',
      introduction:
        'Alguém, provavelmente você, quer redefinir a senha da sua conta. O link funciona uma única vez, por 30 minutos. Se não foi você, ignore este e-mail.',
      open: 'Escolher uma nova senha',
    },
    dataExport: {
      completed: {
        subject: (organization) => `${organization}: sua exportação está pronta`,
        introduction: (organization) =>
          `A exportação de dados de ${organization} que você solicitou está pronta. O link é válido por 7 dias, para quem o tiver.`,
      },
      tooLarge: {
        subject: (organization) => `${organization}: sua exportação falhou`,
        introduction: (organization) =>
          `A exportação de dados de ${organization} que você solicitou tem mais linhas do que um arquivo pode ter. Selecione menos registros, por exemplo os de um período mais curto.`,
      },
      failed: {
        subject: (organization) => `${organization}: sua exportação falhou`,
        introduction: (organization) =>
          `Não foi possível gravar a exportação de dados de ${organization} que você solicitou. Tente novamente.`,
      },
      open: 'Baixar o arquivo',
    },
    apiKey: {
      subjects: {
        created: (organization) => `${organization}: uma chave de API foi criada`,
        updated: (organization) => `${organization}: uma chave de API foi alterada`,
        rotated: (organization) => `${organization}: uma chave de API foi substituída`,
        deleted: (organization) => `${organization}: uma chave de API foi excluída`,
      },
      warning: (organization) =>
        `Se você não esperava por isso, verifique as chaves de API de ${organization}.`,
      key: 'Chave de API',
    },
    loginMethods: {
      subject: (organization) => `${organization}: os métodos de login foram alterados`,
      warning: (organization) =>
        `Se você não esperava por isso, verifique os métodos de login de ${organization}.`,
      methods: 'Métodos de login',
      password: 'E-mail e senha',
    },
    by: 'Por',
  },
};
