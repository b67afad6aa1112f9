import { Extensions, Field, ID, InputType, Int } from 'type-graphql';
import { Address } from '../../platform/api/address.js';
import { CheckedBy } from '../../platform/api/member-rules.js';
import { CurrencyCode } from '../../platform/api/enums.js';
import { RestOnly } from '../../platform/api/surfaces.js';
import type { BillingEntity } from '../organizations/billing-entity.table.js';
import type {
  BillingEntityMembers,
  BillingEntityTaxes,
  CreateBillingEntity,
  InvoiceMembers,
  IssuerMembers,
  UpdateBillingEntity,
} from './billing-entity.input.js';
import { IDENTIFIERS, PartyIdentifierInput } from '../organizations/identifiers.schema.js';
import { DocumentNumbering, EInvoicingProfile } from './billing-entity.schema.js';
import { IssuingDateAdjustment, IssuingDateAnchor } from './issuing-dates.schema.js';
import { validateMembers } from './billing-entity.rules.js';

/** Members of billing entities that the view of an organization has as well. */
@InputType()
export abstract class IssuerMembersInput extends Address implements IssuerMembers {
  @Field(() => CurrencyCode, {
    nullable: true,
    description: 'Currency of documents of customers without one. By default USD.',
  })
  defaultCurrency?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The text with which the numbers of invoices begin: 1 to 10 characters, stored in upper case. By default it is made of the name and the id.',
  })
  documentNumberPrefix?: string | null;

  @Field(() => Int, { nullable: true, description: 'Payment term in days. By default 0.' })
  netPaymentTerm?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether invoices without any fees are issued. By default true.',
  })
  finalizeZeroAmountInvoice?: boolean | null;

  @Field(() => String, { nullable: true, description: 'IANA time zone name. By default UTC.' })
  timezone?: string | null;

  @Field(() => String, { nullable: true, description: 'Address from which e-mails are sent.' })
  email?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Documents to send by e-mail: "invoice.finalized", "credit_note.created", "payment_receipt.created". Replaces the whole list.',
  })
  emailSettings?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Name of the company on documents.' })
  legalName?: string | null;

  @Field(() => String, { nullable: true, description: 'Registration number of the company.' })
  legalNumber?: string | null;

  @Field(() => String, { nullable: true, description: 'Tax number, such as a VAT number.' })
  taxIdentificationNumber?: string | null;
}

@InputType('BillingEntityConfigurationInput', { description: 'Settings of invoices.' })
export class InvoiceMembersInput implements InvoiceMembers {
  @Field(() => String, { nullable: true, description: 'Text at the end of invoices, up to 600 characters.' })
  invoiceFooter?: string | null;

  @Field(() => String, { nullable: true, description: 'Language of documents, such as "en" or "pt-BR".' })
  documentLocale?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Days for which invoices of subscriptions stay drafts. By default 0.',
  })
  invoiceGracePeriod?: number | null;

  @Field(() => IssuingDateAnchor, { nullable: true })
  subscriptionInvoiceIssuingDateAnchor?: BillingEntity['issuingDateAnchor'] | null;

  @Field(() => IssuingDateAdjustment, { nullable: true })
  subscriptionInvoiceIssuingDateAdjustment?: BillingEntity['issuingDateAdjustment'] | null;
}

/** Members that can be set at any time. */
@InputType()
export abstract class BillingEntityMembersInput extends IssuerMembersInput implements BillingEntityMembers {
  @Field(() => DocumentNumbering, {
    nullable: true,
    description:
      'The scope within which invoices are counted, by default per_customer. Numbers that were given stay.',
  })
  documentNumbering?: BillingEntity['documentNumbering'] | null;

  @Field(() => String, { nullable: true })
  phone?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the taxes of customers follow the VAT rules of the EU. Needs a country of the EU.',
  })
  @Extensions({ dependsOn: ['country'] })
  euTaxManagement?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether electronic invoices are made. Needs a country of the EU, and what their rules demand of the seller.',
  })
  @Extensions({ dependsOn: ['country'] })
  einvoicing?: boolean | null;

  @Field(() => EInvoicingProfile, {
    nullable: true,
    description: 'The rules of its electronic invoices. Null: those of its country.',
  })
  einvoicingProfile?: BillingEntity['einvoicingProfile'];

  @Field(() => [PartyIdentifierInput], { nullable: true, description: IDENTIFIERS })
  identifiers?: PartyIdentifierInput[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Accent color of documents and e-mails, such as "#0f766e". Text in it is darkened where it would be hard to read. Null removes it.',
  })
  documentColor?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'A data URI with a PNG or JPEG of up to 800 kB in base64. Null removes the logo.',
  })
  logo?: string | null;

  @Field(() => String, { nullable: true, description: 'Text at the end of invoices, up to 600 characters.' })
  invoiceFooter?: string | null;

  @Field(() => String, { nullable: true, description: 'Language of documents, such as "en" or "pt-BR".' })
  documentLocale?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Days for which invoices of subscriptions stay drafts. By default 0.',
  })
  invoiceGracePeriod?: number | null;

  @Field(() => IssuingDateAnchor, {
    nullable: true,
    description: 'The day from which the issuing date of periodic invoices is computed.',
  })
  subscriptionInvoiceIssuingDateAnchor?: BillingEntity['issuingDateAnchor'] | null;

  @Field(() => IssuingDateAdjustment, {
    nullable: true,
    description: 'Whether the issuing date moves when an invoice is finalized after its grace period.',
  })
  subscriptionInvoiceIssuingDateAdjustment?: BillingEntity['issuingDateAdjustment'] | null;

  @Field(() => InvoiceMembersInput, { nullable: true })
  @RestOnly()
  billingConfiguration?: InvoiceMembersInput | null;
}

@InputType({ description: 'A new billing entity. Fields that are omitted or null have their default.' })
@CheckedBy(validateMembers)
export class CreateBillingEntityInput extends BillingEntityMembersInput implements CreateBillingEntity {
  @Field(() => String)
  code!: string;

  @Field(() => String)
  name!: string;
}

@InputType({ description: 'Changes of a billing entity. Omitted fields keep their value.' })
@CheckedBy(validateMembers)
export class UpdateBillingEntityInput extends BillingEntityMembersInput implements UpdateBillingEntity {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => [String], { nullable: true, description: 'Codes of its taxes. Replaces the whole list.' })
  taxCodes?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Codes of the custom sections of invoices for customers that select none; at most 20. Replaces the whole list.',
  })
  invoiceCustomSectionCodes?: string[] | null;
}

@InputType()
export class ArchiveBillingEntityInput {
  @Field(() => ID)
  id!: string;
}

@InputType()
export class SetDefaultBillingEntityInput {
  @Field(() => ID)
  id!: string;
}

@InputType({ description: 'Taxes to add to a billing entity.' })
export class ApplyTaxesToBillingEntityInput implements BillingEntityTaxes {
  @Field(() => ID)
  id!: string;

  @Field(() => [String], { description: 'Codes of the taxes.' })
  taxCodes!: string[];
}

@InputType({ description: 'Taxes to remove from a billing entity.' })
export class RemoveTaxesFromBillingEntityInput implements BillingEntityTaxes {
  @Field(() => ID)
  id!: string;

  @Field(() => [String], { description: 'Codes of the taxes.' })
  taxCodes!: string[];
}
