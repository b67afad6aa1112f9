import { type Response, Router } from 'express';
import { type DataExportService, EXPORT_KIND } from '../../modules/data-exports/data-export.service.js';
import type { DocumentService } from '../../modules/documents/document.service.js';
import { systemActor } from '../../platform/actor.js';
import type { ServedFile } from '../../platform/files/served-file.js';
import { recordOperation } from '../../platform/request-scope.js';
import type { FileAddresses } from '../../platform/signing/file-addresses.js';
import { UNKNOWN_PATH } from '../../rest/error-body.js';
import type { Strangers } from './strangers.js';

interface FileRoutesParts {
  readonly strangers: Strangers;
  readonly dataExports: DataExportService;
  readonly documents: DocumentService;
  readonly fileAddresses: FileAddresses;
}

/** Serves files to whoever has their signed addresses. Source: documents-and-emails.md §1. */
export function fileRoutes({ strangers, dataExports, documents, fileAddresses }: FileRoutesParts): Router {
  const router = Router({ caseSensitive: true });
  router.get('/:organizationId/:kind/:id/:name', strangers.admit, async (request, response) => {
    recordOperation('page', 'file');
    const db = strangers.db(request);
    const address = await fileAddresses.read(db, request.params);
    if (address === null) {
      refuse(response);
      return;
    }
    const { organizationId, kind } = address;
    const actor = systemActor(organizationId, null);
    const opened = await (kind === EXPORT_KIND ? dataExports : documents).openAddressed(db, actor, address);
    if (opened === null) {
      refuse(response);
      return;
    }
    const { content } = opened;
    response
      .set({
        'Content-Type': opened.contentType,
        'Content-Disposition': dispositionOf(opened),
        'Cache-Control': 'private',
      })
      .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  });
  return router;
}

/** The name of a file in ASCII, since headers hold no other letters; others stand in a second parameter (RFC 6266). */
function dispositionOf({ name, disposition }: ServedFile): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/gu, '-');
  const exact = plain === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`;
  return `${disposition}; filename="${plain}"${exact}`;
}

function refuse(response: Response): void {
  response.status(UNKNOWN_PATH.status).json(UNKNOWN_PATH);
}
