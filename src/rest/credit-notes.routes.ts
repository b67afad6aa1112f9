import {
  RestCreateCreditNoteDocument,
  RestDeleteCreditNoteMetadataDocument,
  RestDeleteCreditNoteMetadataKeyDocument,
  RestEstimateCreditNoteDocument,
  RestFindCreditNoteDocument,
  RestFindCustomerDocument,
  RestGetCreditNoteDocument,
  RestListCreditNotesDocument,
  RestMergeCreditNoteMetadataDocument,
  RestSetCreditNoteMetadataDocument,
  RestUpdateCreditNoteDocument,
  RestVoidCreditNoteDocument,
} from './generated/documents.js';
import { route } from './route.js';

export const creditNoteRoutes = [
  route({ method: 'GET', path: '/credit_notes', document: RestListCreditNotesDocument }),
  route({
    method: 'GET',
    path: '/customers/:external_customer_id/credit_notes',
    lookup: RestFindCustomerDocument,
    document: RestListCreditNotesDocument,
  }),
  route({
    method: 'POST',
    path: '/credit_notes',
    document: RestCreateCreditNoteDocument,
    wrapper: 'credit_note',
  }),
  route({
    method: 'POST',
    path: '/credit_notes/estimate',
    document: RestEstimateCreditNoteDocument,
    wrapper: 'credit_note',
  }),
  route({ method: 'GET', path: '/credit_notes/:svc_id', document: RestGetCreditNoteDocument }),
  route({
    method: 'PUT',
    path: '/credit_notes/:svc_id',
    lookup: RestFindCreditNoteDocument,
    document: RestUpdateCreditNoteDocument,
    wrapper: 'credit_note',
  }),
  route({ method: 'PUT', path: '/credit_notes/:svc_id/void', document: RestVoidCreditNoteDocument }),
  route({
    method: 'POST',
    path: '/credit_notes/:svc_id/metadata',
    lookup: RestFindCreditNoteDocument,
    document: RestSetCreditNoteMetadataDocument,
  }),
  route({
    method: 'PATCH',
    path: '/credit_notes/:svc_id/metadata',
    lookup: RestFindCreditNoteDocument,
    document: RestMergeCreditNoteMetadataDocument,
  }),
  route({
    method: 'DELETE',
    path: '/credit_notes/:svc_id/metadata',
    document: RestDeleteCreditNoteMetadataDocument,
  }),
  route({
    method: 'DELETE',
    path: '/credit_notes/:svc_id/metadata/:key',
    document: RestDeleteCreditNoteMetadataKeyDocument,
  }),
];
