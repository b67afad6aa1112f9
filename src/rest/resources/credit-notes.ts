import { resource } from '../resource.js';
import { customers } from './customers.js';

export const creditNotes = resource({
  name: 'CreditNote',
  path: '/credit_notes/:svc_id',
  inQuery: { search: 'searchTerm' },
  list: true,
  listedBelow: [customers],
  get: true,
  create: true,
  update: true,
  actions: {
    void: { method: 'PUT' },
    download: { method: 'POST' },
    download_pdf: { method: 'POST', mutation: 'downloadCreditNote', operation: 'downloadCreditNotePdf' },
    download_xml: { method: 'POST', mutation: 'downloadCreditNoteXml' },
  },
  metadata: true,
  represents: 'credit_note',
  written: [
    {
      method: 'POST',
      path: '/credit_notes/estimate',
      operation: 'RestEstimateCreditNote',
      wrapper: 'credit_note',
    },
    {
      method: 'POST',
      path: '/credit_notes/:svc_id/resend_email',
      operation: 'RestResendCreditNoteEmail',
      lookup: 'RestFindCreditNote',
      hasNoResponse: true,
    },
  ],
});
