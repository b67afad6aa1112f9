import {
  RestFindCustomerDocument,
  RestGetCreditNoteDocument,
  RestListCreditNotesDocument,
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
  route({ method: 'GET', path: '/credit_notes/:svc_id', document: RestGetCreditNoteDocument }),
];
