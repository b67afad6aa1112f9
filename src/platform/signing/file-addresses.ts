import type { AddressForOthers, AddressInAnswer, Addresses, PublicAddresses } from '../addresses.js';
import type { Db } from '../db/database.js';
import { isUuid } from '../db/tables/ids.js';
import { SigningSecret } from './signing-secret.js';

/** The path below which files are served. */
export const FILES_PATH = '/files';

/** A file that an address names. */
export interface FileAddress {
  readonly organizationId: string;
  /** The kind of record that the file belongs to. */
  readonly kind: string;
  readonly id: string;
  /** The ending of its name: `pdf`. */
  readonly ending: string;
}

/** The parts of the path of a file, as they were sent. */
export interface FilePath extends Pick<FileAddress, 'organizationId' | 'kind' | 'id'> {
  /** The signature and the ending: `x1Y2….pdf`. */
  readonly name: string;
}

const NAME = /^([\w-]{43})\.([a-z]{3})$/;

/**
 * Signs the addresses of files. Whoever has an address can read the file, without credentials and for as long as its record
 * exists; nobody can guess one. Source: documents-and-emails.md §1.
 */
export class FileAddresses {
  private readonly key = new SigningSecret('document files');

  constructor(private readonly publicAddresses: PublicAddresses) {}

  /** @param addresses of the caller; null for an address that others may read. */
  async urlOf<Kind extends AddressInAnswer = AddressForOthers>(
    db: Db,
    addresses: Addresses<Kind> | null,
    file: FileAddress,
  ): Promise<Kind | AddressForOthers> {
    const { organizationId, kind, id, ending } = file;
    const signature = (await this.key.signer(db))(signedText(file));
    const path = `${FILES_PATH}/${organizationId}/${kind}/${id}/${signature}.${ending}`;
    return (addresses ?? this.publicAddresses).at(path);
  }

  /** The file that an address names; null if it is not one that `urlOf` has made. */
  async read(db: Db, { organizationId, kind, id, name }: FilePath): Promise<FileAddress | null> {
    const [, signature, ending] = NAME.exec(name) ?? [];
    if (signature === undefined || ending === undefined || !isUuid(organizationId) || !isUuid(id))
      return null;
    const file = { organizationId, kind, id, ending };
    return (await this.key.verifies(db, signedText(file), signature)) ? file : null;
  }
}

function signedText({ organizationId, kind, id, ending }: FileAddress): string {
  return [organizationId, kind, id, ending].join('/');
}
