import { type Response, Router } from 'express';
import type { DocumentService } from '../modules/documents/document.service.js';
import { CONTENT_TYPES } from '../modules/documents/files/document-storage.js';
import { systemActor } from '../platform/actor.js';
import { disconnectSignal } from '../platform/api/disconnect-signal.js';
import type { Connections } from '../platform/db/connections.js';
import { recordOperation } from '../platform/request-scope.js';
import { UNKNOWN_PATH } from '../rest/errors.js';

interface DocumentRoutesParts {
  readonly connections: Pick<Connections, 'reserved' | 'tenants'>;
  readonly documents: DocumentService;
}

/** Serves the files of documents to whoever has their signed addresses. Source: documents-and-emails.md §1. */
export function documentRoutes({ connections, documents }: DocumentRoutesParts): Router {
  const router = Router({ caseSensitive: true });
  router.get('/:organizationId/:documentType/:documentId/:name', async (request, response) => {
    recordOperation('page', 'file');
    const { organizationId, documentType, documentId, name } = request.params;
    const file = await documents.addressed(connections.reserved, {
      organizationId,
      documentType,
      documentId,
      name,
    });
    if (file === null) {
      refuse(response);
      return;
    }
    const db = connections.tenants.forOrganization(file.organizationId, disconnectSignal(request));
    const opened = await documents.open(db, systemActor(file.organizationId, null), file);
    if (opened === null) {
      refuse(response);
      return;
    }
    response
      .set({
        'Content-Type': CONTENT_TYPES[opened.format],
        'Content-Disposition': dispositionOf(opened.name),
        'Cache-Control': 'private',
      })
      .send(Buffer.from(opened.content));
  });
  return router;
}

/** The name of a file in ASCII, since headers hold no other letters; others stand in a second parameter (RFC 6266). */
function dispositionOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/gu, '-');
  const exact = plain === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`;
  return `inline; filename="${plain}"${exact}`;
}

function refuse(response: Response): void {
  response.status(UNKNOWN_PATH.status).json(UNKNOWN_PATH);
}
