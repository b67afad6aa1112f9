import type { AddressInAnswer } from '../../platform/addresses.js';
import { InputType, ObjectType } from 'type-graphql';
import { Address } from '../../platform/api/members/address.js';
import { Flag, Of, Text } from '../../platform/api/members/fields.js';
import { CheckedBy } from '../../platform/api/members/member-rules.js';
import { pickType } from '../../platform/api/members/pick-type.js';
import { idInput, payloadOf } from '../../platform/api/members/shapes.js';
import {
  CustomerKind,
  CustomerType,
  DOCUMENT_EMAIL,
  FIRST_NAME,
  LAST_NAME,
  LEGAL_NAME,
  TAX_NUMBER,
} from '../customers/api/customer.schema.js';
import type { Customer, PostalAddress } from '../customers/records/customer.table.js';
import type { PortalCustomerMembers } from './portal.input.js';
import { validateCustomer } from '../customers/records/customer.validation.js';

@ObjectType('PortalCustomer', { description: 'The customer whose portal it is.' })
export class PortalCustomerType extends pickType(CustomerType, [
  'id',
  'name',
  'firstname',
  'lastname',
  'legalName',
  'taxIdentificationNumber',
  'email',
  'addressLine1',
  'addressLine2',
  'city',
  'zipcode',
  'state',
  'country',
  'shippingAddress',
  'customerType',
  'currency',
]) {
  @Text.orNull('Language of documents that the customer has chosen, as a tag such as "pt-BR".')
  documentLocale!: string | null;
}

@ObjectType('PortalOrganization', { description: 'Who bills the customer: its billing entity.' })
export class PortalOrganizationType {
  @Text() name!: string;
  @Of.orNull(() => String, 'Address of the logo.') logoUrl!: AddressInAnswer | null;
  @Text('Language of the billing entity, as a tag such as "pt-BR".') language!: string;
  @Text('IANA name of its time zone.') timezone!: string;
  @Text.orNull('E-mail address for questions about invoices.') email!: string | null;
  @Flag(
    'Whether the customer can top up a wallet: true if it has an active one, and the link to the portal allows it.',
  )
  topUpsAvailable!: boolean;
  @Flag('Whether the payment provider of the customer has pages on which it pays invoices.')
  paymentLinksAvailable!: boolean;
  @Flag(
    'Whether the payment provider of the customer has pages on which it registers payment methods, and the link to the portal allows it.',
  )
  checkoutLinksAvailable!: boolean;
}

@InputType({ description: 'Changes of the customer. Omitted fields keep their value.' })
@CheckedBy(validateCustomer)
export class PortalUpdateCustomerInput extends Address implements PortalCustomerMembers {
  @Text.orNull() name?: string | null;
  @Text.orNull(FIRST_NAME) firstname?: string | null;
  @Text.orNull(LAST_NAME) lastname?: string | null;
  @Text.orNull(LEGAL_NAME) legalName?: string | null;
  @Text.orNull(TAX_NUMBER) taxIdentificationNumber?: string | null;
  @Text.orNull(DOCUMENT_EMAIL) email?: string | null;
  @Text.orNull('Language of documents and of the portal, as a tag such as "pt-BR".')
  documentLocale?: string | null;
  @Of.orNull(() => CustomerKind, 'Whether the customer is a company or a person.')
  customerType?: Customer['customerType'];
  @Of.orNull(() => Address) shippingAddress?: PostalAddress | null;
}

export const PortalUpdateCustomerPayload = payloadOf(
  'PortalUpdateCustomerPayload',
  'customer',
  () => PortalCustomerType,
);
export const GenerateCustomerPortalUrlInput = idInput('GenerateCustomerPortalUrlInput', {
  description: 'The customer whose portal is to be opened.',
});

@ObjectType()
export class GenerateCustomerPortalUrlPayload {
  @Of(() => String, 'Address of the portal with a new token, which is valid for 12 hours.')
  portalUrl!: AddressInAnswer;
}
