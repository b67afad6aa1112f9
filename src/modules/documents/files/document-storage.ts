import type { FileStore } from '../../../platform/files/file-store.js';
import type { DocumentFile } from './document-file.table.js';

/** By the endings of files. Exports are kept in the same way as the files of documents. */
export const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  xml: 'application/xml',
} as const;

/** Where the content of a file lies: in its row, or in the storage under a key. */
export type FilePlace = Pick<DocumentFile, 'content' | 'storageKey'>;

interface NewFile extends Pick<DocumentFile, 'id' | 'organizationId'> {
  readonly format: keyof typeof CONTENT_TYPES;
  readonly content: Uint8Array;
}

/**
 * Keeps the content of files in the database, or in the storage of `FILES_URL` while there is one. Files stay where they were
 * put, so that the setting may be changed. Source: documents-and-emails.md §1.
 */
export class DocumentStorage {
  constructor(private readonly store: FileStore | null) {}

  /** Writes a file that no row names yet. */
  async put({ id, organizationId, format, content }: NewFile): Promise<FilePlace> {
    if (this.store === null) return { content, storageKey: null };
    const storageKey = `${organizationId}/${id}.${format}`;
    await this.store.put(storageKey, { content, contentType: CONTENT_TYPES[format] });
    return { content: null, storageKey };
  }

  /** @returns null if the storage has lost it. @throws Error when the storage is not set or does not answer. */
  async read({ content, storageKey }: FilePlace): Promise<Uint8Array | null> {
    return storageKey === null ? content : this.required().get(storageKey);
  }

  /** Deletes files from the storage. */
  async delete(storageKeys: readonly string[]): Promise<void> {
    for (const key of storageKeys) await this.required().delete(key);
  }

  private required(): FileStore {
    if (this.store === null) throw new Error('A file lies in a storage, but FILES_URL is not set.');
    return this.store;
  }
}
