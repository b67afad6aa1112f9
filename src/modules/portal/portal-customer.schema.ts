import type { AddressInAnswer } from '../../platform/addresses.js';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Address } from '../../platform/api/address.js';
import { CheckedBy } from '../../platform/api/member-rules.js';
import { pickType } from '../../platform/api/pick-type.js';
import {
  CustomerKind,
  CustomerType,
  DOCUMENT_EMAIL,
  FIRST_NAME,
  LAST_NAME,
  LEGAL_NAME,
  TAX_NUMBER,
} from '../customers/customer.schema.js';
import type { Customer, PostalAddress } from '../customers/customer.table.js';
import type { PortalCustomerMembers } from './portal.input.js';
import { validateCustomer } from '../customers/customer.validation.js';

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
  @Field(() => String, {
    nullable: true,
    description: 'Language of documents that the customer has chosen, as a tag such as "pt-BR".',
  })
  documentLocale!: string | null;
}

@ObjectType('PortalOrganization', { description: 'Who bills the customer: its billing entity.' })
export class PortalOrganizationType {
  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true, description: 'Address of the logo.' })
  logoUrl!: AddressInAnswer | null;

  @Field(() => String, { description: 'Language of the billing entity, as a tag such as "pt-BR".' })
  language!: string;

  @Field(() => String, { description: 'IANA name of its time zone.' })
  timezone!: string;

  @Field(() => String, { nullable: true, description: 'E-mail address for questions about invoices.' })
  email!: string | null;

  @Field(() => Boolean, {
    description:
      'Whether the customer can top up a wallet: true if it has an active one, and the link to the portal allows it.',
  })
  topUpsAvailable!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the payment provider of the customer has pages on which it pays invoices.',
  })
  paymentLinksAvailable!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether the payment provider of the customer has pages on which it registers payment methods, and the link to the portal allows it.',
  })
  checkoutLinksAvailable!: boolean;
}

@InputType({ description: 'Changes of the customer. Omitted fields keep their value.' })
@CheckedBy(validateCustomer)
export class PortalUpdateCustomerInput extends Address implements PortalCustomerMembers {
  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, { nullable: true, description: FIRST_NAME })
  firstname?: string | null;

  @Field(() => String, { nullable: true, description: LAST_NAME })
  lastname?: string | null;

  @Field(() => String, { nullable: true, description: LEGAL_NAME })
  legalName?: string | null;

  @Field(() => String, { nullable: true, description: TAX_NUMBER })
  taxIdentificationNumber?: string | null;

  @Field(() => String, {
    nullable: true,
    description: DOCUMENT_EMAIL,
  })
  email?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Language of documents and of the portal, as a tag such as "pt-BR".',
  })
  documentLocale?: string | null;

  @Field(() => CustomerKind, {
    nullable: true,
    description: 'Whether the customer is a company or a person.',
  })
  customerType?: Customer['customerType'];

  @Field(() => Address, { nullable: true })
  shippingAddress?: PostalAddress | null;
}

@ObjectType()
export class PortalUpdateCustomerPayload {
  @Field(() => PortalCustomerType)
  customer!: PortalCustomerType;
}

@InputType({ description: 'The customer whose portal is to be opened.' })
export class GenerateCustomerPortalUrlInput {
  @Field(() => ID)
  id!: string;
}

@ObjectType()
export class GenerateCustomerPortalUrlPayload {
  @Field(() => String, {
    description: 'Address of the portal with a new token, which is valid for 12 hours.',
  })
  portalUrl!: AddressInAnswer;
}
