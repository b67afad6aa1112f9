import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { AddressFields } from '../../platform/api/address.js';
import { CurrencyCode, enumOf } from '../../platform/api/enums.js';
import { DateTime } from '../../platform/api/scalars.js';
import { OrganizationType } from '../organizations/organization.schema.js';
import { IssuerMembersInput } from './billing-entity-input.schema.js';
import {
  ORGANIZATION_NUMBERINGS,
  type OrganizationConfiguration,
  type OrganizationNumbering,
  type UpdateOrganizationSettings,
} from './organization-settings.input.js';

export const OrganizationDocumentNumbering = enumOf(ORGANIZATION_NUMBERINGS);
registerEnumType(OrganizationDocumentNumbering, {
  name: 'OrganizationDocumentNumbering',
  description: 'The scope within which invoices of the default billing entity are counted.',
  valuesConfig: {
    per_customer: { description: 'A sequence for each customer.' },
    per_organization: { description: 'One sequence for all customers of the default billing entity.' },
  },
});

@ObjectType('OrganizationConfiguration', { description: 'Settings of invoices.' })
export class OrganizationConfigurationType {
  @Field(() => String, { nullable: true, description: 'Text at the end of invoices.' })
  invoiceFooter!: string | null;

  @Field(() => String, { description: 'Language of documents, such as "en" or "pt-BR".' })
  documentLocale!: string;

  @Field(() => Int, {
    name: 'invoiceGracePeriod',
    description: 'Days for which invoices of subscriptions stay drafts.',
  })
  invoiceGracePeriodDays!: number;
}

/** The view of REST; GraphQL clients better read the default billing entity. */
@ObjectType('OrganizationSettings', {
  description: 'An organization with the settings of its default billing entity.',
})
export class OrganizationSettingsType extends AddressFields {
  @Field(() => ID, { description: 'Id of the organization.' })
  id!: string;

  @Field(() => String, { description: 'Name of the organization.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Short name of the organization.' })
  slug!: string | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => CurrencyCode, { description: 'Currency of documents of customers without one.' })
  defaultCurrency!: string;

  @Field(() => String, { description: 'IANA time zone name. Applies to customers without one.' })
  timezone!: string;

  @Field(() => OrganizationDocumentNumbering, { description: 'The scope within which invoices are counted.' })
  documentNumbering!: OrganizationNumbering;

  @Field(() => String, { description: 'The text with which the numbers of invoices begin.' })
  documentNumberPrefix!: string;

  @Field(() => Int, {
    name: 'netPaymentTerm',
    description: 'Payment term in days. Applies to customers without one.',
  })
  netPaymentTermDays!: number;

  @Field(() => Boolean, {
    description: 'Whether invoices without any fees are issued to customers without a rule of their own.',
  })
  finalizeZeroAmountInvoice!: boolean;

  @Field(() => String, { nullable: true, description: 'Name of the company on documents.' })
  legalName!: string | null;

  @Field(() => String, { nullable: true, description: 'Registration number of the company.' })
  legalNumber!: string | null;

  @Field(() => String, { nullable: true, description: 'Tax number, such as a VAT number: "FR12345678901".' })
  taxIdentificationNumber!: string | null;

  @Field(() => String, { nullable: true, description: 'Address from which e-mails are sent.' })
  email!: string | null;

  @Field(() => [String], { description: 'Kinds of e-mails that customers are sent.' })
  emailSettings!: string[];

  @Field(() => OrganizationConfigurationType, { description: 'Settings of invoices.' })
  billingConfiguration!: OrganizationConfigurationType;
}

@InputType('OrganizationConfigurationInput', { description: 'Settings of invoices.' })
export class OrganizationConfigurationInput implements OrganizationConfiguration {
  @Field(() => String, { nullable: true, description: 'Text at the end of invoices, up to 600 characters.' })
  invoiceFooter?: string | null;

  @Field(() => String, { nullable: true, description: 'Language of documents, such as "en" or "pt-BR".' })
  documentLocale?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Days for which invoices of subscriptions stay drafts.',
  })
  invoiceGracePeriod?: number | null;
}

@InputType({
  description: 'Changes of the default billing entity of an organization. Omitted fields keep their value.',
})
export class UpdateOrganizationSettingsInput
  extends IssuerMembersInput
  implements UpdateOrganizationSettings
{
  @Field(() => OrganizationDocumentNumbering, {
    nullable: true,
    description: 'The scope within which invoices are counted. Numbers that were given stay.',
  })
  documentNumbering?: OrganizationNumbering | null;

  @Field(() => OrganizationConfigurationInput, { nullable: true, description: 'Settings of invoices.' })
  billingConfiguration?: OrganizationConfigurationInput | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Address of the oldest webhook endpoint, which is made if there is none. Needs the permission to change webhook endpoints.',
  })
  webhookUrl?: string | null;
}

@ObjectType()
export class UpdateOrganizationSettingsPayload {
  @Field(() => OrganizationType, { description: 'The organization itself.' })
  organization!: OrganizationType;

  @Field(() => OrganizationSettingsType, {
    description: 'The organization with the settings of its default billing entity.',
  })
  settings!: OrganizationSettingsType;
}
