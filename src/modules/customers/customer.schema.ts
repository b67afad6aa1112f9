import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { Address, AddressFields } from '../../platform/api/address.js';
import { CurrencyCode, enumOf } from '../../platform/api/enums.js';
import { DateTime } from '../../platform/api/scalars.js';
import { PartyIdentifier } from '../organizations/identifiers.schema.js';
import { type Customer, customers } from './customer.table.js';

export const CustomerAccountType = enumOf(customers.accountType.enumValues);
registerEnumType(CustomerAccountType, {
  name: 'CustomerAccountType',
  description: 'Partners are billed by self-billed invoices.',
  valuesConfig: {
    customer: { description: 'The organization sells to the customer.' },
    partner: { description: 'The organization buys from the partner, and issues self-billed invoices.' },
  },
});

export const CustomerKind = enumOf(customers.customerType.enumValues);
registerEnumType(CustomerKind, {
  name: 'CustomerKind',
  description: 'Whether a customer is a company or a person.',
  valuesConfig: { company: { description: 'A company.' }, individual: { description: 'A person.' } },
});

export const ZeroAmountInvoiceRule = enumOf(customers.finalizeZeroAmountInvoice.enumValues);
registerEnumType(ZeroAmountInvoiceRule, {
  name: 'ZeroAmountInvoiceRule',
  description: 'Whether invoices with a total of zero are issued.',
  valuesConfig: {
    finalize: { description: 'Such invoices are issued.' },
    inherit: { description: 'The setting of the billing entity applies.' },
    skip: { description: 'Such invoices are not issued.' },
  },
});

export const FIRST_NAME = 'First name of a person.';
export const LAST_NAME = 'Last name of a person.';
export const LEGAL_NAME = 'Name of the company on documents.';
export const TAX_NUMBER = 'Tax number, such as a VAT number: "FR12345678901".';
export const DOCUMENT_EMAIL = 'Address to which documents are sent; several are separated by commas.';

export const BUYER_REFERENCE =
  'What the customer wants to read on e-invoices to assign them, such as a Leitweg-ID. By default the purchase order number, else its external id.';

@ObjectType('Customer', { description: 'The party that is billed.' })
export class CustomerType extends AddressFields {
  @Field(() => ID)
  id!: string;

  @Field(() => String, {
    description: 'Set by the caller. Unique among customers that are not deleted.',
  })
  externalId!: string;

  @Field(() => Int, { description: 'Sequence number in order of creation; never reused.' })
  sequentialId!: number;

  @Field(() => String, { description: "Prefix of the customer's invoice numbers." })
  slug!: string;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => String, { nullable: true, description: FIRST_NAME })
  firstname!: string | null;

  @Field(() => String, { nullable: true, description: LAST_NAME })
  lastname!: string | null;

  @Field(() => String, { nullable: true, description: LEGAL_NAME })
  legalName!: string | null;

  @Field(() => String, { nullable: true, description: 'Registration number of the company.' })
  legalNumber!: string | null;

  @Field(() => String, { nullable: true, description: TAX_NUMBER })
  taxIdentificationNumber!: string | null;

  @Field(() => String, {
    nullable: true,
    description: DOCUMENT_EMAIL,
  })
  email!: string | null;

  @Field(() => String, { nullable: true, description: 'Telephone number, as it was sent.' })
  phone!: string | null;

  @Field(() => String, { nullable: true, description: 'Website of the customer.' })
  url!: string | null;

  @Field(() => String, { nullable: true, description: 'Address of a picture.' })
  logoUrl!: string | null;

  @Field(() => [PartyIdentifier], {
    description: 'Its numbers in registers, and its addresses in networks of e-invoices.',
  })
  identifiers!: readonly PartyIdentifier[];

  @Field(() => String, { nullable: true, description: BUYER_REFERENCE })
  buyerReference!: string | null;

  @Field(() => Address, { nullable: true })
  shippingAddress!: Address | null;

  @Field(() => CustomerAccountType, {
    description: 'Whether the customer is billed, or is a partner for whom the organization issues invoices.',
  })
  accountType!: Customer['accountType'];

  @Field(() => CustomerKind, {
    nullable: true,
    description: 'Whether the customer is a company or a person; null if it is not known.',
  })
  customerType!: Customer['customerType'];

  @Field(() => CurrencyCode, {
    nullable: true,
    description: 'Default currency. Invoices in other currencies are possible.',
  })
  currency!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'IANA time zone name. See `applicableTimezone` for the effective one.',
  })
  timezone!: string | null;

  @Field(() => Int, {
    name: 'netPaymentTerm',
    nullable: true,
    description: 'Payment term in days. Null means that of the billing entity.',
  })
  netPaymentTermDays!: number | null;

  @Field(() => ZeroAmountInvoiceRule, { description: 'Whether invoices without any fees are issued.' })
  finalizeZeroAmountInvoice!: Customer['finalizeZeroAmountInvoice'];

  @Field(() => Boolean)
  skipInvoiceCustomSections!: boolean;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the test clock that the customer follows. Null means real time.',
  })
  testClockId!: string | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When what identifies the customer was erased. Null unless `eraseCustomer` was called and is done.',
  })
  erasedAt!: Date | null;
}

@ObjectType()
export class CustomerPayload {
  @Field(() => CustomerType)
  customer!: CustomerType;
}

@ObjectType()
export class DeleteCustomerPayload {
  @Field(() => ID)
  deletedId!: string;

  @Field(() => CustomerType, { description: 'The deleted customer.' })
  customer!: CustomerType;
}

export const CustomerConnection = connectionOf(CustomerType, 'Customer');
