import { Extensions, InputType } from 'type-graphql';
import { Address } from '../../../platform/api/members/address.js';
import { CheckedBy } from '../../../platform/api/members/member-rules.js';
import { Currency, Flag, Id, ListOf, Of, Text, Texts, Whole } from '../../../platform/api/members/fields.js';
import { idInput } from '../../../platform/api/members/shapes.js';
import { RestOnly } from '../../../platform/api/members/surfaces.js';
import type { BillingEntity } from '../records/billing-entity.table.js';
import { BANK_ACCOUNTS, BankAccountInput } from '../bank-accounts/bank-account.schema.js';
import type {
  BillingEntityMembers,
  ChangedEntityTaxes,
  CreateBillingEntity,
  InvoiceMembers,
  IssuerMembers,
  UpdateBillingEntity,
} from '../editing/billing-entity.input.js';
import { IDENTIFIERS, PartyIdentifierInput } from './identifiers.schema.js';
import { DocumentNumbering, EInvoicingProfile } from './billing-entity.schema.js';
import { IssuingDateAdjustment, IssuingDateAnchor } from './issuing-dates.schema.js';
import { validateMembers } from '../editing/billing-entity.rules.js';

/** Members of billing entities that the view of an organization has as well. */
@InputType()
export abstract class IssuerMembersInput extends Address implements IssuerMembers {
  @Currency.orNull('Currency of documents of customers without one. By default USD.')
  defaultCurrency?: string | null;
  @Text.orNull(
    'The text with which the numbers of invoices begin: 1 to 10 characters, stored in upper case. By default it is made of the name and the id.',
  )
  documentNumberPrefix?: string | null;
  @Whole.orNull('Payment term in days. By default 0.') netPaymentTerm?: number | null;
  @Flag.orNull('Whether invoices without any fees are issued. By default true.')
  finalizeZeroAmountInvoice?: boolean | null;
  @Text.orNull('IANA time zone name. By default UTC.') timezone?: string | null;
  @Text.orNull('Address from which e-mails are sent.') email?: string | null;
  @Texts.orNull(
    'Documents to send by e-mail: "invoice.finalized", "credit_note.created", "payment_receipt.created". Replaces the whole list.',
  )
  emailSettings?: string[] | null;
  @Text.orNull('Name of the company on documents.') legalName?: string | null;
  @Text.orNull('Registration number of the company.') legalNumber?: string | null;
  @Text.orNull('Tax number, such as a VAT number.') taxIdentificationNumber?: string | null;
}

@InputType('BillingEntityConfigurationInput', { description: 'Settings of invoices.' })
export class InvoiceMembersInput implements InvoiceMembers {
  @Text.orNull('Text at the end of invoices, up to 600 characters.') invoiceFooter?: string | null;
  @Text.orNull('Language of documents, such as "en" or "pt-BR".') documentLocale?: string | null;
  @Whole.orNull('Number of days for which invoices of subscriptions stay drafts. Default 0.')
  invoiceGracePeriod?: number | null;
  @Of.orNull(() => IssuingDateAnchor)
  subscriptionInvoiceIssuingDateAnchor?: BillingEntity['issuingDateAnchor'] | null;
  @Of.orNull(() => IssuingDateAdjustment)
  subscriptionInvoiceIssuingDateAdjustment?: BillingEntity['issuingDateAdjustment'] | null;
}

/** Members that can be set at any time. */
@InputType()
export abstract class BillingEntityMembersInput extends IssuerMembersInput implements BillingEntityMembers {
  @Of.orNull(
    () => DocumentNumbering,
    'The scope within which invoices are counted, by default per_customer. Numbers that were given stay.',
  )
  documentNumbering?: BillingEntity['documentNumbering'] | null;
  @Text.orNull() phone?: string | null;
  @Flag.orNull('Whether the taxes of customers follow the VAT rules of the EU. Needs a country of the EU.')
  @Extensions({ dependsOn: ['country'] })
  euTaxManagement?: boolean | null;
  @Flag.orNull(
    'Whether electronic invoices are made. Needs a country of the EU, and what their rules demand of the seller.',
  )
  @Extensions({ dependsOn: ['country'] })
  einvoicing?: boolean | null;
  @Of.orNull(() => EInvoicingProfile, 'The rules of its electronic invoices. Null: those of its country.')
  einvoicingProfile?: BillingEntity['einvoicingProfile'];
  @ListOf.orNull(() => PartyIdentifierInput, IDENTIFIERS) identifiers?: PartyIdentifierInput[] | null;
  @ListOf.orNull(() => BankAccountInput, BANK_ACCOUNTS) bankAccounts?: BankAccountInput[] | null;
  @Text.orNull(
    'Accent color of documents and e-mails, such as "#0f766e". Text in it is darkened where it would be hard to read. Null removes it.',
  )
  documentColor?: string | null;
  @Text.orNull('A data URI with a PNG or JPEG of up to 800 kB in base64. Null removes the logo.')
  logo?: string | null;
  @Text.orNull('Text at the end of invoices, up to 600 characters.') invoiceFooter?: string | null;
  @Text.orNull('Language of documents, such as "en" or "pt-BR".') documentLocale?: string | null;
  @Whole.orNull('Number of days for which invoices of subscriptions stay drafts. Default 0.')
  invoiceGracePeriod?: number | null;
  @Of.orNull(() => IssuingDateAnchor, 'The day from which the issuing date of periodic invoices is computed.')
  subscriptionInvoiceIssuingDateAnchor?: BillingEntity['issuingDateAnchor'] | null;
  @Of.orNull(
    () => IssuingDateAdjustment,
    'Whether the issuing date moves when an invoice is finalized after its grace period.',
  )
  subscriptionInvoiceIssuingDateAdjustment?: BillingEntity['issuingDateAdjustment'] | null;
  @Of.orNull(() => InvoiceMembersInput) @RestOnly() billingConfiguration?: InvoiceMembersInput | null;
}

@InputType({ description: 'A new billing entity. Fields that are omitted or null have their default.' })
@CheckedBy(validateMembers)
export class CreateBillingEntityInput extends BillingEntityMembersInput implements CreateBillingEntity {
  @Text() code!: string;
  @Text() name!: string;
}

@InputType({ description: 'Changes of a billing entity. Omitted fields keep their value.' })
@CheckedBy(validateMembers)
export class UpdateBillingEntityInput extends BillingEntityMembersInput implements UpdateBillingEntity {
  @Id() id!: string;
  @Text.orNull() name?: string | null;
  @Texts.orNull('Codes of its taxes. Replaces the whole list.') taxCodes?: string[] | null;
  @Texts.orNull(
    'Codes of the custom sections of invoices for customers that select none; at most 20. Replaces the whole list.',
  )
  invoiceCustomSectionCodes?: string[] | null;
}

export const ArchiveBillingEntityInput = idInput('ArchiveBillingEntityInput');
export const SetDefaultBillingEntityInput = idInput('SetDefaultBillingEntityInput');

@InputType({ description: 'Taxes to add to a billing entity.' })
export class ApplyTaxesToBillingEntityInput implements ChangedEntityTaxes {
  @Id() id!: string;
  @Texts('Codes of the taxes.') taxCodes!: string[];
}

@InputType({ description: 'Taxes to remove from a billing entity.' })
export class RemoveTaxesFromBillingEntityInput implements ChangedEntityTaxes {
  @Id() id!: string;
  @Texts('Codes of the taxes.') taxCodes!: string[];
}
