import { resource } from '../resource.js';
import { customers } from './customers.js';

export const invoices = resource({
  name: 'Invoice',
  path: '/invoices/:svc_id',
  inQuery: { search: 'searchTerm' },
  found: { arguments: { orOpen: true } },
  list: { fragment: 'RestInvoiceInList' },
  listedBelow: [customers],
  get: true,
  create: { mutation: 'createOneOffInvoice' },
  update: true,
  delete: true,
  actions: {
    refresh: { method: 'PUT' },
    finalize: { method: 'PUT' },
    void: { method: 'POST' },
    download: { method: 'POST' },
    download_pdf: { method: 'POST', mutation: 'downloadInvoice', operation: 'downloadInvoicePdf' },
    download_xml: { method: 'POST', mutation: 'downloadInvoiceXml' },
    retry: { method: 'POST' },
    // PUT is what clients of the contract's origin send.
    lose_dispute: { method: 'POST', otherMethods: ['PUT'], mutation: 'loseInvoiceDispute' },
  },
  represents: 'invoice',
  written: [
    { method: 'POST', path: '/invoices/preview', operation: 'RestPreviewInvoice' },
    {
      method: 'POST',
      path: '/invoices/:svc_id/resend_email',
      operation: 'RestResendInvoiceEmail',
      lookup: 'RestFindInvoice',
      hasNoResponse: true,
    },
  ],
});
