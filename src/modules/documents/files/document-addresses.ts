import type { Db } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/ids.js';
import { SigningSecret } from '../../../platform/signing/signing-secret.js';
import type { FileFormat } from './document-file.table.js';
import { type DocumentKey, isDocumentType } from './document-key.js';

/** The path below which files are served. */
export const FILES_PATH = '/files';

/** A file that an address names. */
export interface AddressedFile extends DocumentKey {
  readonly organizationId: string;
  readonly format: FileFormat;
}

/** The parts of the path of a file, as they were sent. */
export interface FilePath {
  readonly organizationId: string;
  readonly documentType: string;
  readonly documentId: string;
  /** The signature and the ending: `x1Y2….pdf`. */
  readonly name: string;
}

const NAME = /^([\w-]{43})\.(pdf|xml)$/;

/**
 * Signs the addresses of files. Whoever has an address can read the file, without credentials and for as long as the document
 * exists; nobody can guess one. Source: documents-and-emails.md §1.
 */
export class DocumentAddresses {
  private readonly key = new SigningSecret('document files');

  constructor(private readonly publicUrl: string) {}

  /** @param origin scheme and host of the address; null for the public one. */
  async urlOf(db: Db, origin: string | null, file: AddressedFile): Promise<string> {
    const { organizationId, documentType, documentId, format } = file;
    const signature = (await this.key.signer(db))(signedText(file));
    const base = (origin ?? this.publicUrl).replace(/\/$/, '');
    return `${base}${FILES_PATH}/${organizationId}/${documentType}/${documentId}/${signature}.${format}`;
  }

  /** The file that an address names; null if it is not one that `urlOf` has made. */
  async read(
    db: Db,
    { organizationId, documentType, documentId, name }: FilePath,
  ): Promise<AddressedFile | null> {
    const [, signature = '', format] = NAME.exec(name) ?? [];
    if (!isUuid(organizationId) || !isUuid(documentId) || !isDocumentType(documentType)) return null;
    if (format !== 'pdf' && format !== 'xml') return null;
    const file = { organizationId, documentType, documentId, format } as const;
    return (await this.key.verifies(db, signedText(file), signature)) ? file : null;
  }
}

function signedText({ organizationId, documentType, documentId, format }: AddressedFile): string {
  return [organizationId, documentType, documentId, format].join('/');
}
