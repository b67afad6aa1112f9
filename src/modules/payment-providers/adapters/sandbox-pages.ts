import type { AddressForOthers, PublicAddresses } from '../../../platform/addresses.js';
import type { Db } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/ids.js';
import { SigningSecret } from '../../../platform/signing/signing-secret.js';

/** The path below which the pages of the sandbox are served. */
export const SANDBOX_PATH = '/sandbox';

export const SANDBOX_PAGES = ['pay', 'checkout', 'action'] as const;

/** A page of the sandbox: it pays a payment link, registers a method of a customer, or confirms a payment. */
export interface SandboxPage {
  readonly organizationId: string;
  readonly page: (typeof SANDBOX_PAGES)[number];
  /** The id of the link, the customer or the payment. */
  readonly id: string;
}

/** The parts of the path of a page, as they were sent. */
export interface SandboxPath {
  readonly organizationId: string;
  readonly page: string;
  readonly id: string;
  readonly signature: string;
}

/** Signs the addresses of the sandbox's pages, so that nobody can guess one. */
export class SandboxPages {
  private readonly key = new SigningSecret('sandbox pages');

  constructor(
    private readonly db: Db,
    private readonly publicAddresses: PublicAddresses,
  ) {}

  async urlOf({ organizationId, page, id }: SandboxPage): Promise<AddressForOthers> {
    const signature = (await this.key.signer(this.db))(textOf({ organizationId, page, id }));
    return this.publicAddresses.at(`${SANDBOX_PATH}/${organizationId}/${page}/${id}/${signature}`);
  }

  /** The page that an address names; null if it is not one that `urlOf` has made. */
  async read({ organizationId, page, id, signature }: SandboxPath): Promise<SandboxPage | null> {
    const known = SANDBOX_PAGES.find((name) => name === page);
    if (known === undefined || !isUuid(organizationId) || !isUuid(id)) return null;
    const named = { organizationId, page: known, id };
    return (await this.key.verifies(this.db, textOf(named), signature)) ? named : null;
  }
}

function textOf({ organizationId, page, id }: SandboxPage): string {
  return [organizationId, page, id].join('/');
}
