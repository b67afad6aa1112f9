import { InputType, ObjectType } from 'type-graphql';
import { AddressFields } from '../../../platform/api/members/address.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import { Currency, Flag, Id, Instant, Of, Text, Texts, Whole } from '../../../platform/api/members/fields.js';
import { OrganizationType } from '../../organizations/api/organization.schema.js';
import { IssuerMembersInput } from '../api/billing-entity-input.schema.js';
import {
  ORGANIZATION_NUMBERINGS,
  type OrganizationConfiguration,
  type OrganizationNumbering,
  type UpdateOrganizationSettings,
} from './organization-settings.input.js';

export const OrganizationDocumentNumbering = enumOf(
  ORGANIZATION_NUMBERINGS,
  'OrganizationDocumentNumbering',
  'The scope within which invoices of the default billing entity are counted.',
  {
    per_customer: 'A sequence for each customer.',
    per_organization: 'One sequence for all customers of the default billing entity.',
  },
);

@ObjectType('OrganizationConfiguration', { description: 'Settings of invoices.' })
export class OrganizationConfigurationType {
  @Text.orNull('Text at the end of invoices.') invoiceFooter!: string | null;
  @Text('Language of documents, such as "en" or "pt-BR".') documentLocale!: string;
  @Whole('Number of days for which invoices of subscriptions stay drafts.', { name: 'invoiceGracePeriod' })
  invoiceGracePeriodDays!: number;
}

/** The view of REST; GraphQL clients better read the default billing entity. */
@ObjectType('OrganizationSettings', {
  description: 'An organization with the settings of its default billing entity.',
})
export class OrganizationSettingsType extends AddressFields {
  @Id('Id of the organization.') id!: string;
  @Text('Name of the organization.') name!: string;
  @Text.orNull('Short name of the organization.') slug!: string | null;
  @Instant() createdAt!: Date;
  @Currency('Currency of documents of customers without one.') defaultCurrency!: string;
  @Text('IANA name of the time zone, such as "Europe/Paris". Applies to customers without one.')
  timezone!: string;
  @Of(() => OrganizationDocumentNumbering, 'The scope within which invoices are counted.')
  documentNumbering!: OrganizationNumbering;
  @Text('The text with which the numbers of invoices begin.') documentNumberPrefix!: string;
  @Whole('Payment term in days. Applies to customers without one.', { name: 'netPaymentTerm' })
  netPaymentTermDays!: number;
  @Flag('Whether invoices without any fees are issued to customers without a rule of their own.')
  finalizeZeroAmountInvoice!: boolean;
  @Text.orNull('Name of the company on documents.') legalName!: string | null;
  @Text.orNull('Registration number of the company.') legalNumber!: string | null;
  @Text.orNull('Tax number, such as a VAT number: "FR12345678901".') taxIdentificationNumber!: string | null;
  @Text.orNull('Address from which e-mails are sent.') email!: string | null;
  @Texts('Documents that are sent to customers by e-mail.') emailSettings!: string[];
  @Of(() => OrganizationConfigurationType, 'Settings of invoices.')
  billingConfiguration!: OrganizationConfigurationType;
}

@InputType('OrganizationConfigurationInput', { description: 'Settings of invoices.' })
export class OrganizationConfigurationInput implements OrganizationConfiguration {
  @Text.orNull('Text at the end of invoices, up to 600 characters.') invoiceFooter?: string | null;
  @Text.orNull('Language of documents, such as "en" or "pt-BR".') documentLocale?: string | null;
  @Whole.orNull('Number of days for which invoices of subscriptions stay drafts.') invoiceGracePeriod?:
    number | null;
}

@InputType({
  description: 'Changes of the default billing entity of an organization. Omitted fields keep their value.',
})
export class UpdateOrganizationSettingsInput
  extends IssuerMembersInput
  implements UpdateOrganizationSettings
{
  @Of.orNull(
    () => OrganizationDocumentNumbering,
    'The scope within which invoices are counted. Numbers that were given stay.',
  )
  documentNumbering?: OrganizationNumbering | null;
  @Of.orNull(() => OrganizationConfigurationInput, 'Settings of invoices.')
  billingConfiguration?: OrganizationConfigurationInput | null;
  @Text.orNull(
    'Address of the oldest webhook endpoint, which is made if there is none. Needs the permission to change webhook endpoints.',
  )
  webhookUrl?: string | null;
}

@ObjectType()
export class UpdateOrganizationSettingsPayload {
  @Of(() => OrganizationType, 'The organization with its new settings.') organization!: OrganizationType;
  @Of(() => OrganizationSettingsType, 'The organization with the settings of its default billing entity.')
  settings!: OrganizationSettingsType;
}
