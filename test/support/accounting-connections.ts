import type { Access } from './connections.js';
import type { HttpAccountingStandIn } from './http-accounting-stand-in.js';
import type { XeroStandIn } from './xero-stand-in.js';

const ALL_DOCUMENTS = { syncInvoices: true, syncCreditNotes: true, syncPayments: true };

export function accessToXero({ access }: XeroStandIn): Access {
  return { type: 'xero', secrets: access.secrets, settings: { ...access.settings, ...ALL_DOCUMENTS } };
}

export function accessToFeed({ url }: HttpAccountingStandIn, signingSecret: string): Access {
  return { type: 'http_accounting', secrets: { signingSecret }, settings: { url, ...ALL_DOCUMENTS } };
}
