import type { PartyIdentifier } from '../../../core/e-invoicing/electronic-addresses.js';
import { issuerName } from '../../billing-entities/records/issuer-name.js';
import type { PostalAddress } from '../../customers/records/customer.table.js';
import type {
  BillingEntity,
  BillingEntityLogo,
} from '../../billing-entities/records/billing-entity.table.js';

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
  readonly identifiers: readonly PartyIdentifier[];
  readonly einvoicingProfile: BillingEntity['einvoicingProfile'];
  /** The accent color, `#rrggbb`; null for none. */
  readonly color: string | null;
  /** True if its documents are also made as e-invoices (XML). */
  readonly einvoicing: boolean;
}

export function issuerDetails(entity: BillingEntity, logo: BillingEntityLogo | null): IssuerDetails {
  const { addressLine1, addressLine2, city, zipcode, state, country } = entity;
  const { email, phone, legalNumber, taxIdentificationNumber, invoiceFooter: footer, einvoicing } = entity;
  return {
    name: issuerName(entity),
    address: { addressLine1, addressLine2, city, zipcode, state, country },
    email,
    phone,
    legalNumber,
    taxIdentificationNumber,
    footer,
    // Another thread renders it, and a buffer may share its memory with others.
    logo: logo === null ? null : { contentType: logo.contentType, bytes: new Uint8Array(logo.content) },
    identifiers: entity.identifiers,
    einvoicingProfile: entity.einvoicingProfile,
    color: entity.documentColor,
    einvoicing,
  };
}
