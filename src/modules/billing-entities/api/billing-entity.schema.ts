import { ObjectType } from 'type-graphql';
import { CHOSEN_PROFILES } from '../../../core/e-invoicing/completeness.js';
import { DOCUMENT_NUMBERINGS } from '../../../core/invoicing/numbers/invoice-number.js';
import { AddressFields } from '../../../platform/api/members/address.js';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import {
  Currency,
  Flag,
  Id,
  Instant,
  ListOf,
  Of,
  Text,
  Texts,
  Whole,
} from '../../../platform/api/members/fields.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { payloadOf } from '../../../platform/api/members/shapes.js';
import { billingEntityOrders } from '../records/billing-entity.list.js';
import type { BillingEntity } from '../records/billing-entity.table.js';
import { PartyIdentifier } from './identifiers.schema.js';
import { IssuingDateAdjustment, IssuingDateAnchor } from './issuing-dates.schema.js';

export const DocumentNumbering = enumOf(
  DOCUMENT_NUMBERINGS,
  'DocumentNumbering',
  'The scope within which invoices are counted.',
  {
    per_billing_entity: 'One sequence for all customers of the billing entity.',
    per_customer: 'A sequence for each customer.',
  },
);

export const EInvoicingProfile = enumOf(
  CHOSEN_PROFILES,
  'EInvoicingProfile',
  'The rules of electronic invoices.',
  {
    peppol_bis_3: 'Peppol BIS Billing 3.',
  },
);

@ObjectType('BillingEntity', {
  description: 'A legal person of the organization that issues invoices. One is the default.',
})
export class BillingEntityType extends AddressFields {
  @Id() id!: string;
  @Text({ note: 'Set at the creation. Unique, ignoring case, among entities that are not archived.' })
  code!: string;
  @Text() name!: string;
  @Flag('Whether customers without an entity of their own are billed by it.') isDefault!: boolean;
  @Currency('Currency of documents of customers without one.') defaultCurrency!: string;
  @Text('IANA name of the time zone, such as "Europe/Paris". Applies to customers without one.')
  timezone!: string;
  @Text('Language of documents, such as "en" or "pt-BR".') documentLocale!: string;
  @Of(() => DocumentNumbering, 'The scope within which its invoices are counted.')
  documentNumbering!: BillingEntity['documentNumbering'];
  @Text('The text with which the numbers of its invoices begin.') documentNumberPrefix!: string;
  @Whole(
    'Number of days for which invoices of subscriptions stay drafts. Applies to customers without a value of their own.',
    { name: 'invoiceGracePeriod' },
  )
  invoiceGracePeriodDays!: number;
  @Whole('Payment term in days. Applies to customers without one.', { name: 'netPaymentTerm' })
  netPaymentTermDays!: number;
  @Flag('Whether invoices without any fees are issued to customers without a rule of their own.')
  finalizeZeroAmountInvoice!: boolean;
  @Of(() => IssuingDateAnchor, 'The day from which the issuing date of periodic invoices is computed.', {
    name: 'subscriptionInvoiceIssuingDateAnchor',
  })
  issuingDateAnchor!: BillingEntity['issuingDateAnchor'];
  @Of(
    () => IssuingDateAdjustment,
    'Whether the issuing date moves when an invoice is finalized after its grace period.',
    { name: 'subscriptionInvoiceIssuingDateAdjustment' },
  )
  issuingDateAdjustment!: BillingEntity['issuingDateAdjustment'];
  @Text.orNull('Accent color of documents and e-mails: "#0f766e".') documentColor!: string | null;
  @Text.orNull('Text at the end of invoices.') invoiceFooter!: string | null;
  @Text.orNull('Name of the company on documents.') legalName!: string | null;
  @Text.orNull('Registration number of the company.') legalNumber!: string | null;
  @Text.orNull('Tax number, such as a VAT number: "FR12345678901".') taxIdentificationNumber!: string | null;
  @Text.orNull('Address from which e-mails are sent.') email!: string | null;
  @Text.orNull('Telephone number, as it was sent.') phone!: string | null;
  @Texts(
    'Documents that are sent by e-mail: "invoice.finalized", "credit_note.created", "payment_receipt.created".',
  )
  emailSettings!: string[];
  @Flag('Whether the taxes of customers follow the VAT rules of the EU.') euTaxManagement!: boolean;
  @Flag('Whether electronic invoices are made.') einvoicing!: boolean;
  @Of.orNull(
    () => EInvoicingProfile,
    'The rules of its electronic invoices. Null: those of its country, XRechnung in Germany, EN 16931 in France, else Peppol BIS Billing 3.',
  )
  einvoicingProfile!: BillingEntity['einvoicingProfile'];
  @ListOf(
    () => PartyIdentifier,
    'Numbers of the billing entity in registers, and its addresses in networks of e-invoices.',
  )
  identifiers!: readonly PartyIdentifier[];
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

export const BillingEntityPayload = payloadOf(
  'BillingEntityPayload',
  'billingEntity',
  () => BillingEntityType,
);

export const BillingEntityConnection = connectionOf(BillingEntityType, 'BillingEntity');

export const BillingEntityPageArgs = pageArgsOf('BillingEntity', billingEntityOrders, {
  search: 'Matches part of the name or code.',
});
