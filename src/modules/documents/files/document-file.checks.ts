import { eq } from 'drizzle-orm';
import { batchesOf } from '../../../platform/verification/batch-check.js';
import type { Check } from '../../../platform/verification/check.js';
import { sha256Of } from './checksum.js';
import { documentFiles } from './document-file.table.js';
import { DocumentStorage } from './document-storage.js';

/** What `verify` compares of the files of documents: reads one file after another. */
export const DOCUMENT_CHECKS: readonly Check[] = [
  {
    name: 'document_files',
    claim: 'Every file of a document is as it was stored.',
    isBinding: true,
    async *differences({ fileStore, ...verified }) {
      const { db } = verified;
      const storage = new DocumentStorage(fileStore);
      const batches = batchesOf(verified, documentFiles, (snapshot, ids) =>
        snapshot
          .select({ id: documentFiles.id, organizationId: documentFiles.organizationId })
          .from(documentFiles)
          .where(ids),
      );
      for await (const files of batches)
        for (const { id, organizationId } of files) {
          const [file] = await db.select().from(documentFiles).where(eq(documentFiles.id, id));
          // It has been deleted since, with its customer.
          if (file === undefined) continue;
          const content = await storage.read(file);
          const sha256 = content === null ? null : sha256Of(content);
          if (content === null || (file.sha256 !== null && file.sha256 !== sha256))
            yield { organizationId, id, stored: { sha256 }, expected: { sha256: file.sha256 } };
        }
    },
  },
];
