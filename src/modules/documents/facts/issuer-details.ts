import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import type { PostalAddress } from '../../customers/customer.table.js';
import type { BillingEntity } from '../../organizations/billing-entity.table.js';

/** A picture that PDF files can embed. */
export interface Logo {
  readonly contentType: 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array;
}

/** How a billing entity presents itself on its documents. */
export interface IssuerDetails {
  /** The legal name, else the name. */
  readonly name: string;
  readonly address: PostalAddress;
  readonly email: string | null;
  readonly phone: string | null;
  readonly legalNumber: string | null;
  readonly taxIdentificationNumber: string | null;
  readonly footer: string | null;
  readonly logo: Logo | null;
  /** True if its documents are also made as e-invoices (XML). */
  readonly einvoicing: boolean;
}

/** Reads how billing entities present themselves. */
export interface IssuerDetailsSource {
  readonly of: (db: Db, actor: Actor, entity: BillingEntity) => Promise<IssuerDetails>;
}

/** Billing entities have only a name so far: their address, footer, logo and e-invoicing are read here once they have them. */
export const NAMED_ISSUERS: IssuerDetailsSource = {
  of: (_db, _actor, { name }) =>
    Promise.resolve({
      name,
      address: {},
      email: null,
      phone: null,
      legalNumber: null,
      taxIdentificationNumber: null,
      footer: null,
      logo: null,
      einvoicing: false,
    }),
};
