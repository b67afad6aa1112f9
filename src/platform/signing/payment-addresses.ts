import type { AddressForOthers, PublicAddresses } from '../addresses.js';
import type { Db } from '../db/database.js';
import { isUuid } from '../db/tables/ids.js';
import { SigningSecret } from './signing-secret.js';

/** The path below which the pages are served that lead to payment. */
export const PAYMENT_PATH = '/pay';

/** An invoice that an address names. */
export interface InvoiceAddress {
  readonly organizationId: string;
  readonly invoiceId: string;
}

/**
 * Signs the addresses of the pages on which invoices are paid, for e-mails: they are valid as long as the invoice exists. The
 * secret is that of the addresses of files, which stand in the same e-mails.
 */
export class PaymentAddresses {
  private readonly key = new SigningSecret('document files');

  constructor(private readonly publicAddresses: PublicAddresses) {}

  async urlOf(db: Db, { organizationId, invoiceId }: InvoiceAddress): Promise<AddressForOthers> {
    const signature = (await this.key.signer(db))(signedText({ organizationId, invoiceId }));
    return this.publicAddresses.at(`${PAYMENT_PATH}/${organizationId}/${invoiceId}/${signature}`);
  }

  /** The invoice that an address names; null if it is not one that `urlOf` has made. */
  async read(
    db: Db,
    { organizationId, invoiceId, signature }: InvoiceAddress & { readonly signature: string },
  ): Promise<InvoiceAddress | null> {
    if (!isUuid(organizationId) || !isUuid(invoiceId)) return null;
    const address = { organizationId, invoiceId };
    return (await this.key.verifies(db, signedText(address), signature)) ? address : null;
  }
}

/** Begins with a word, so that it is no signed text of a file, which begins with the id of an organization. */
function signedText({ organizationId, invoiceId }: InvoiceAddress): string {
  return ['pay', organizationId, invoiceId].join('/');
}
