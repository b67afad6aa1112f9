import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { CHOSEN_PROFILES } from '../../core/e-invoicing/completeness.js';
import { DOCUMENT_NUMBERINGS } from '../../core/invoice-number.js';
import { AddressFields } from '../../platform/api/address.js';
import { connectionOf } from '../../platform/api/connection.js';
import { CurrencyCode, enumOf } from '../../platform/api/enums.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { DateTime } from '../../platform/api/scalars.js';
import { billingEntityOrders } from '../organizations/billing-entity.list.js';
import type { BillingEntity } from '../organizations/billing-entity.table.js';
import { PartyIdentifier } from '../organizations/identifiers.schema.js';
import { IssuingDateAdjustment, IssuingDateAnchor } from './issuing-dates.schema.js';

export const DocumentNumbering = enumOf(DOCUMENT_NUMBERINGS);
registerEnumType(DocumentNumbering, {
  name: 'DocumentNumbering',
  description: 'The scope within which invoices are counted.',
  valuesConfig: {
    per_billing_entity: { description: 'One sequence for all customers of the billing entity.' },
    per_customer: { description: 'A sequence for each customer.' },
  },
});

export const EInvoicingProfile = enumOf(CHOSEN_PROFILES);
registerEnumType(EInvoicingProfile, {
  name: 'EInvoicingProfile',
  description: 'The rules of electronic invoices.',
  valuesConfig: { peppol_bis_3: { description: 'Peppol BIS Billing 3.' } },
});

@ObjectType('BillingEntity', {
  description: 'A legal person of the organization that issues invoices. One is the default.',
})
export class BillingEntityType extends AddressFields {
  @Field(() => ID)
  id!: string;

  @Field(() => String, {
    description:
      'Set by the caller at the creation. Unique, ignoring case, among entities that are not archived.',
  })
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => Boolean, { description: 'Whether customers without an entity of their own are billed by it.' })
  isDefault!: boolean;

  @Field(() => CurrencyCode, { description: 'Currency of documents of customers without one.' })
  defaultCurrency!: string;

  @Field(() => String, { description: 'IANA time zone name. Applies to customers without one.' })
  timezone!: string;

  @Field(() => String, { description: 'Language of documents, such as "en" or "pt-BR".' })
  documentLocale!: string;

  @Field(() => DocumentNumbering, { description: 'The scope within which its invoices are counted.' })
  documentNumbering!: BillingEntity['documentNumbering'];

  @Field(() => String, { description: 'The text with which the numbers of its invoices begin.' })
  documentNumberPrefix!: string;

  @Field(() => Int, {
    name: 'invoiceGracePeriod',
    description:
      'Days for which invoices of subscriptions stay drafts. Applies to customers without a value of their own.',
  })
  invoiceGracePeriodDays!: number;

  @Field(() => Int, {
    name: 'netPaymentTerm',
    description: 'Payment term in days. Applies to customers without one.',
  })
  netPaymentTermDays!: number;

  @Field(() => Boolean, {
    description: 'Whether invoices without any fees are issued to customers without a rule of their own.',
  })
  finalizeZeroAmountInvoice!: boolean;

  @Field(() => IssuingDateAnchor, {
    name: 'subscriptionInvoiceIssuingDateAnchor',
    description: 'The day from which the issuing date of periodic invoices is computed.',
  })
  issuingDateAnchor!: BillingEntity['issuingDateAnchor'];

  @Field(() => IssuingDateAdjustment, {
    name: 'subscriptionInvoiceIssuingDateAdjustment',
    description: 'Whether the issuing date moves when an invoice is finalized after its grace period.',
  })
  issuingDateAdjustment!: BillingEntity['issuingDateAdjustment'];

  @Field(() => String, { nullable: true, description: 'Accent color of documents and e-mails: "#0f766e".' })
  documentColor!: string | null;

  @Field(() => String, { nullable: true, description: 'Text at the end of invoices.' })
  invoiceFooter!: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the company on documents.' })
  legalName!: string | null;

  @Field(() => String, { nullable: true, description: 'Registration number of the company.' })
  legalNumber!: string | null;

  @Field(() => String, { nullable: true, description: 'Tax number, such as a VAT number: "FR12345678901".' })
  taxIdentificationNumber!: string | null;

  @Field(() => String, { nullable: true, description: 'Address from which e-mails are sent.' })
  email!: string | null;

  @Field(() => String, { nullable: true, description: 'Telephone number, as it was sent.' })
  phone!: string | null;

  @Field(() => [String], {
    description:
      'Documents that are sent by e-mail: "invoice.finalized", "credit_note.created", "payment_receipt.created".',
  })
  emailSettings!: string[];

  @Field(() => Boolean, { description: 'Whether the taxes of customers follow the VAT rules of the EU.' })
  euTaxManagement!: boolean;

  @Field(() => Boolean, { description: 'Whether electronic invoices are made.' })
  einvoicing!: boolean;

  @Field(() => EInvoicingProfile, {
    nullable: true,
    description:
      'The rules of its electronic invoices. Null: those of its country, XRechnung in Germany, EN 16931 in France, else Peppol BIS Billing 3.',
  })
  einvoicingProfile!: BillingEntity['einvoicingProfile'];

  @Field(() => [PartyIdentifier], {
    description: 'Its numbers in registers, and its addresses in networks of e-invoices.',
  })
  identifiers!: readonly PartyIdentifier[];

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@ObjectType()
export class BillingEntityPayload {
  @Field(() => BillingEntityType)
  billingEntity!: BillingEntityType;
}

export const BillingEntityConnection = connectionOf(BillingEntityType, 'BillingEntity');

export const BillingEntityPageArgs = pageArgsOf('BillingEntity', billingEntityOrders, {
  search: 'Matches part of the name or code.',
});
