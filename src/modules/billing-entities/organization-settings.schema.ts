import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { AddressFields } from '../../platform/api/address.js';
import { CurrencyCode, enumOf } from '../../platform/api/enums.js';
import { DateTime } from '../../platform/api/scalars.js';
import { RestOnly } from '../../platform/api/surfaces.js';
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
  @Field(() => String, { nullable: true })
  invoiceFooter!: string | null;

  @Field(() => String)
  documentLocale!: string;

  @Field(() => Int, { name: 'invoiceGracePeriod' })
  invoiceGracePeriodDays!: number;
}

/** Only REST has this view: GraphQL clients read the default billing entity. */
@ObjectType('OrganizationSettings', {
  description: 'An organization with the settings of its default billing entity.',
})
export class OrganizationSettingsType extends AddressFields {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true })
  slug!: string | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => CurrencyCode)
  defaultCurrency!: string;

  @Field(() => String)
  timezone!: string;

  @Field(() => OrganizationDocumentNumbering)
  documentNumbering!: OrganizationNumbering;

  @Field(() => String)
  documentNumberPrefix!: string;

  @Field(() => Int, { name: 'netPaymentTerm' })
  netPaymentTermDays!: number;

  @Field(() => Boolean)
  finalizeZeroAmountInvoice!: boolean;

  @Field(() => String, { nullable: true })
  legalName!: string | null;

  @Field(() => String, { nullable: true })
  legalNumber!: string | null;

  @Field(() => String, { nullable: true })
  taxIdentificationNumber!: string | null;

  @Field(() => String, { nullable: true })
  email!: string | null;

  @Field(() => [String])
  emailSettings!: string[];

  @Field(() => OrganizationConfigurationType)
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
    description: 'Address of the oldest webhook endpoint. Not supported yet.',
  })
  @RestOnly()
  webhookUrl?: string | null;
}

@ObjectType()
export class UpdateOrganizationSettingsPayload {
  @Field(() => OrganizationType)
  organization!: OrganizationType;

  @Field(() => OrganizationSettingsType, {
    description: 'The organization with the settings of its default billing entity.',
  })
  @RestOnly()
  settings!: OrganizationSettingsType;
}
