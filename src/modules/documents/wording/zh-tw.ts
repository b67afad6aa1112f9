import type { Wording } from './wording.js';

export const traditionalChinese: Wording = {
  invoice: '發票',
  selfBilledInvoice: '買方自開發票',
  creditNote: '折讓單',
  selfBilledCreditNote: '買方自開折讓單',

  invoiceNumber: '發票號碼',
  creditNoteNumber: '折讓單號碼',
  issuedOn: '開立日期',
  dueOn: '到期日',
  paymentTerm: '付款期限',
  days: (count) => `${count} 天`,
  immediately: '收到即付',
  purchaseOrder: '採購單號',
  reason: '原因',
  reasons: {
    duplicated_charge: '重複收費',
    product_unsatisfactory: '產品不符期望',
    order_change: '訂單變更',
    order_cancellation: '訂單取消',
    fraudulent_charge: '詐欺收費',
    other: '其他',
  },

  from: '開立方',
  billTo: '帳單寄送',
  shipTo: '送貨地址',
  legalNumber: '公司登記號碼',
  taxNumber: '稅籍編號',

  amountDue: '應付金額',
  dueBy: (date) => `${date}到期`,
  nothingDue: '無須付款',
  amountCredited: '折讓總額',
  creditedPart: '抵扣後續發票',
  refundedPart: '退款',
  offsetPart: '自發票扣除',

  description: '說明',
  units: '數量',
  unitPrice: '單價',
  taxRate: '稅率',
  amount: '金額',
  furtherLines: (count) => `另有 ${count} 項`,

  items: '項目',
  prepaidCredits: '預付點數',
  minimumSpend: '補足最低消費',
  thresholdReached: (threshold, total) => `已達用量門檻：${threshold}。目前累計用量：${total}`,

  tier: (from, to) => `第 ${from} 至 ${to} 單位`,
  lastTier: (from) => `第 ${from} 單位起`,
  flatFee: '固定費用',
  packagesOf: (size) => `每包 ${size} 單位`,
  freeUnits: '免費單位',
  freeTransactions: '免費交易',
  percentage: '百分比',
  feePerTransaction: '每筆交易費用',
  transactionBounds: '每筆交易上下限調整',

  fees: '費用',
  subTotal: '小計',
  progressiveBillingCredit: '先前已開立的用量',
  coupon: (name) => `優惠券：${name}`,
  coupons: '優惠券',
  subTotalExcludingTax: '未稅小計',
  tax: (name, rate, base) => `${name}（${base} 的 ${rate}）`,
  totalIncludingTax: '含稅總額',
  creditNotes: '折讓抵扣',
  totalDue: '應付總額',
  totalCredited: '折讓總額',

  howToPay: '付款方式',
  accountHolder: '戶名',
  accountNumber: '帳號',
  routingCode: '銀行代碼',
  bank: '銀行',
  scanToPay: '以銀行應用程式掃描付款',

  taxNote: '稅務說明',
  reverseCharge: '反向課稅：由服務接受者負擔稅款。',
  taxExempt: '免稅。',
  intraCommunity: '歐盟境內供應：免稅。',
  exported: '出口：免稅。',
  outsideTax: '不屬於課稅範圍。',

  page: (page, pages) => `第 ${page} 頁，共 ${pages} 頁`,
  draftMark: '草稿',
  paidMark: '已付款',
  testMark: '測試文件，非正式發票',

  paymentReceipt: '付款收據',
  receiptNumber: '收據號碼',
  paidOn: '付款日期',
  paymentMethod: '付款方式',
  manualPayment: '手動',
  providerPayment: '線上付款',
  reference: '參考編號',
  amountPaid: '已付金額',
  remainingDue: '尚欠金額',
  paidInvoices: '已付發票',

  mail: {
    subjects: {
      invoice: (entity, number) => `${entity}：發票 ${number}`,
      credit_note: (entity, number) => `${entity}：折讓單 ${number}`,
      payment_receipt: (entity, number) => `${entity}：付款收據 ${number}`,
    },
    overdueSubject: (entity, amount) => `${entity}：逾期餘額 ${amount}`,
    hello: (name) => `${name}，您好：`,
    introductions: {
      invoice: (entity, number) => `隨信附上 ${entity} 的發票 ${number}。`,
      credit_note: (entity, number) => `隨信附上 ${entity} 的折讓單 ${number}。`,
      payment_receipt: (entity, number) => `感謝您的付款。隨信附上 ${entity} 的收據 ${number}。`,
    },
    overdueIntroduction: (entity) => `下列 ${entity} 的發票已逾期，請盡快付款。`,
    openPdf: '開啟 PDF',
    pay: '立即付款',
    payFailed: '目前無法開啟此頁面，請稍後再試。',
    portal: '查看所有發票與付款',
    portalLasts: '查看所有發票的連結在 12 小時內有效，任何取得連結的人皆可使用。',
    further: (count) => `及其他 ${count} 張`,
    regards: '敬祝 商祺',
  },
  account: {
    hello: '您好：',
    invitation: {
      subject: (organization) => `${organization} 邀請您加入`,
      introduction: (organization) =>
        `您受邀成為 ${organization} 的成員，該組織使用 Tollgate 計費。此連結在 14 天內有效。`,
      subjectBy: (person, organization) => `${person} 邀請您加入 ${organization}`,
      introductionBy: (person, organization) =>
        `${person} 邀請您成為 ${organization} 的成員，該組織使用 Tollgate 計費。此連結在 14 天內有效。`,
      roles: '角色',
      accept: '接受邀請',
    },
    confirmation: {
      subject: '確認您的電子郵件地址',
      introduction:
        '有人（可能是您）在 Tollgate 註冊了此地址。請確認地址，以便在此接收後續郵件。如果不是您本人，請忽略此郵件。',
      open: '確認地址',
    },
    passwordReset: {
      subject: '重設您的密碼',
      introduction:
        '有人（可能是您）想要重設您帳號的密碼。此連結只能使用一次，並在 30 分鐘內有效。如果不是您本人，請忽略此郵件。',
      open: '選擇新密碼',
    },
    dataExport: {
      completed: {
        subject: (organization) => `${organization}：您的匯出已完成`,
        introduction: (organization) =>
          `您要求的 ${organization} 資料匯出已完成。此連結在 7 天內有效，任何持有連結的人都可使用。`,
      },
      tooLarge: {
        subject: (organization) => `${organization}：您的匯出失敗`,
        introduction: (organization) =>
          `您要求的 ${organization} 資料匯出超過單一檔案的列數上限。請選擇較少的記錄，例如較短的期間。`,
      },
      failed: {
        subject: (organization) => `${organization}：您的匯出失敗`,
        introduction: (organization) => `無法寫入您要求的 ${organization} 資料匯出。請再試一次。`,
      },
      open: '下載檔案',
    },
    apiKey: {
      subjects: {
        created: (organization) => `${organization}：已建立 API 金鑰`,
        updated: (organization) => `${organization}：已變更 API 金鑰`,
        rotated: (organization) => `${organization}：已更換 API 金鑰`,
        deleted: (organization) => `${organization}：已刪除 API 金鑰`,
      },
      warning: (organization) => `如果這不在您的預期之中，請檢查 ${organization} 的 API 金鑰。`,
      key: 'API 金鑰',
    },
    loginMethods: {
      subject: (organization) => `${organization}：已變更登入方式`,
      warning: (organization) => `如果這不在您的預期之中，請檢查 ${organization} 的登入方式。`,
      methods: '登入方式',
      password: '電子郵件地址和密碼',
    },
    by: '操作者',
  },
};
