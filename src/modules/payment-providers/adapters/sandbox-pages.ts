import type { AddressForOthers, PublicAddresses } from '../../../platform/addresses.js';
import type { Db } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { SigningSecret } from '../../../platform/signing/signing-secret.js';

/** The path below which the pages of the sandbox are served. */
export const SANDBOX_PATH = '/sandbox';

/** The parameter of an address that holds the link of its page. */
export const LINK_PARAMETER = 'link';

export const SANDBOX_PAGES = ['pay', 'checkout', 'action'] as const;

/** A page of the sandbox: it pays a payment link, registers a method of a customer, or confirms a payment. */
export interface SandboxPage {
  readonly organizationId: string;
  readonly page: (typeof SANDBOX_PAGES)[number];
  /** The id of the link, the customer or the payment. */
  readonly id: string;
  /** Tells the links to one page apart; null where a page has only one. */
  readonly link: string | null;
}

/** The parts of the path of a page, as they were sent. */
export interface SandboxPath {
  readonly organizationId: string;
  readonly page: string;
  readonly id: string;
  readonly link: string | null;
  readonly signature: string;
}

/** Signs the addresses of the sandbox's pages, so that nobody can guess one. */
export class SandboxPages {
  private readonly key = new SigningSecret('sandbox pages');

  constructor(
    private readonly db: Db,
    private readonly publicAddresses: PublicAddresses,
  ) {}

  async urlOf(named: SandboxPage): Promise<AddressForOthers> {
    const { organizationId, page, id, link } = named;
    const signature = (await this.key.signer(this.db))(textOf(named));
    const query = link === null ? '' : `?${LINK_PARAMETER}=${link}`;
    return this.publicAddresses.at(`${SANDBOX_PATH}/${organizationId}/${page}/${id}/${signature}${query}`);
  }

  /** The page that an address names; null if it is not one that `urlOf` has made. */
  async read({ organizationId, page, id, link, signature }: SandboxPath): Promise<SandboxPage | null> {
    const known = SANDBOX_PAGES.find((name) => name === page);
    if (known === undefined || !isUuid(organizationId) || !isUuid(id)) return null;
    const named = { organizationId, page: known, id, link };
    return (await this.key.verifies(this.db, textOf(named), signature)) ? named : null;
  }
}

function textOf({ organizationId, page, id, link }: SandboxPage): string {
  return [organizationId, page, id, ...(link === null ? [] : [link])].join('/');
}
