import { InputType, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../../platform/api/cost.js';
import { Flag, Id, Instant, Text } from '../../../platform/api/members/fields.js';
import type { SentIntegrationCustomer } from '../records/integration-customer.input.js';

const CODE = 'Code of the connection.';
const EXTERNAL_ID = "The customer's id at the outside system";
const SYNC = 'Whether the customer is created at the outside system, and kept up to date there.';
const SUBSIDIARY = 'Id of the subsidiary at NetSuite that the customer belongs to.';
const TARGETED_OBJECT =
  'Kind of the object that stands for the customer at HubSpot: "companies" or "contacts"';

@ObjectType('IntegrationCustomer', {
  description: "A customer's place at a connection to an outside system for taxes, accounting or CRM.",
})
@TypicalItems(1)
export class IntegrationCustomerType {
  @Id() id!: string;
  @Text('The outside system, such as "netsuite".', { name: 'type' }) integrationType!: string;
  @Text(CODE) integrationCode!: string;
  @Text.orNull(`${EXTERNAL_ID}; null until the customer is created there.`)
  externalCustomerId!: string | null;
  @Flag(SYNC) syncWithProvider!: boolean;
  @Text.orNull(SUBSIDIARY) subsidiaryId!: string | null;
  @Text.orNull(`${TARGETED_OBJECT}; null for other systems.`) targetedObject!: string | null;
  @Text.orNull('The e-mail address by which a CRM knows the contact; null if it is not known.')
  email!: string | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType({
  description:
    'A place of a customer at a connection. It replaces the link with this id, else the one to the same connection. Of each type a customer has one link, and one of all tax systems.',
})
export class IntegrationCustomerInput implements SentIntegrationCustomer {
  @Id.orNull('Id of a link of the customer. Its connection cannot be changed.') id?: string | null;
  @Text.orNull('The outside system, such as "netsuite". Required.') integrationType?: string | null;
  @Text.orNull(`${CODE} Required.`) integrationCode?: string | null;
  @Text.orNull(
    `${EXTERNAL_ID}; it is not checked. Empty or null keeps the known one. Tax systems, NetSuite and Salesforce know the customer by its external id by default.`,
  )
  externalCustomerId?: string | null;
  @Flag.orNull(SYNC, { note: 'Default false.' }) syncWithProvider?: boolean | null;
  @Text.orNull(SUBSIDIARY) subsidiaryId?: string | null;
  @Text.orNull(
    `${TARGETED_OBJECT}. Default: by the customer type, else that of the connection. Fixed once the customer has an id there.`,
  )
  targetedObject?: string | null;
}

@InputType({
  description:
    'A connection to a tax system that a customer who does not exist would be linked to. Other systems are ignored.',
})
export class PreviewedIntegrationCustomerInput implements SentIntegrationCustomer {
  @Text('The outside system.') integrationType!: string;
  @Text(CODE) integrationCode!: string;
}
