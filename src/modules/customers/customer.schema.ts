import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { CountryCode, CurrencyCode, enumOf } from '../../platform/api/enums.js';
import { DateTime } from '../../platform/api/scalars.js';
import { Address } from './address.schema.js';
import { type Customer, customers } from './customer.table.js';

export const CustomerAccountType = enumOf(customers.accountType.enumValues);
registerEnumType(CustomerAccountType, {
  name: 'CustomerAccountType',
  description: 'Partners are billed by self-billed invoices.',
});

export const CustomerKind = enumOf(customers.customerType.enumValues);
registerEnumType(CustomerKind, { name: 'CustomerKind' });

export const ZeroAmountInvoiceRule = enumOf(customers.finalizeZeroAmountInvoice.enumValues);
registerEnumType(ZeroAmountInvoiceRule, {
  name: 'ZeroAmountInvoiceRule',
  description: 'Whether invoices of nothing are issued: as the billing entity says, never, or always.',
});

@ObjectType('Customer', { description: 'The party that is billed.' })
export class CustomerType {
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

  @Field(() => String, { nullable: true })
  firstname!: string | null;

  @Field(() => String, { nullable: true })
  lastname!: string | null;

  @Field(() => String, { nullable: true })
  legalName!: string | null;

  @Field(() => String, { nullable: true })
  legalNumber!: string | null;

  @Field(() => String, { nullable: true })
  taxIdentificationNumber!: string | null;

  @Field(() => String, { nullable: true })
  email!: string | null;

  @Field(() => String, { nullable: true })
  phone!: string | null;

  @Field(() => String, { nullable: true })
  url!: string | null;

  @Field(() => String, { nullable: true })
  logoUrl!: string | null;

  @Field(() => String, { nullable: true })
  addressLine1!: string | null;

  @Field(() => String, { nullable: true })
  addressLine2!: string | null;

  @Field(() => String, { nullable: true })
  city!: string | null;

  @Field(() => String, { nullable: true })
  zipcode!: string | null;

  @Field(() => String, { nullable: true })
  state!: string | null;

  @Field(() => CountryCode, { nullable: true })
  country!: string | null;

  @Field(() => Address, { nullable: true })
  shippingAddress!: Address | null;

  @Field(() => CustomerAccountType)
  accountType!: Customer['accountType'];

  @Field(() => CustomerKind, { nullable: true })
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

  @Field(() => ZeroAmountInvoiceRule)
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
