import { ObjectType } from 'type-graphql';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { Address, AddressFields } from '../../../platform/api/members/address.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import {
  Currency,
  Flag,
  Id,
  Instant,
  ListOf,
  Of,
  Text,
  Whole,
} from '../../../platform/api/members/fields.js';
import { deletedPayloadOf, payloadOf } from '../../../platform/api/members/shapes.js';
import { PartyIdentifier } from '../../billing-entities/api/identifiers.schema.js';
import { type Customer, customers } from '../records/customer.table.js';

export const CustomerAccountType = enumOf(
  customers.accountType.enumValues,
  'CustomerAccountType',
  'Partners are billed by self-billed invoices.',
  {
    customer: 'The organization sells to the customer.',
    partner: 'The organization buys from the partner, and issues self-billed invoices.',
  },
);

export const CustomerKind = enumOf(
  customers.customerType.enumValues,
  'CustomerKind',
  'Whether a customer is a company or a person.',
  {
    company: 'A company.',
    individual: 'A person.',
  },
);

export const ZeroAmountInvoiceRule = enumOf(
  customers.finalizeZeroAmountInvoice.enumValues,
  'ZeroAmountInvoiceRule',
  'Whether invoices with a total of zero are issued.',
  {
    finalize: 'Such invoices are issued.',
    inherit: 'The setting of the billing entity applies.',
    skip: 'Such invoices are not issued.',
  },
);

export const FIRST_NAME = 'First name of a person.';
export const LAST_NAME = 'Last name of a person.';
export const LEGAL_NAME = 'Name of the company on documents.';
export const TAX_NUMBER = 'Tax number, such as a VAT number: "FR12345678901".';
export const DOCUMENT_EMAIL = 'Address to which documents are sent; several are separated by commas.';

export const BUYER_REFERENCE =
  'Text that the customer asks to read on e-invoices to assign them, such as a Leitweg-ID. By default the purchase order number, else its external id.';

@ObjectType('Customer', { description: 'The party that is billed.' })
export class CustomerType extends AddressFields {
  @Id() id!: string;
  @Text({ note: 'Unique among customers that are not deleted.' }) externalId!: string;
  @Whole('Sequence number in order of creation; never reused.') sequentialId!: number;
  @Text("Prefix of the customer's invoice numbers.") slug!: string;
  @Text.orNull() name!: string | null;
  @Text.orNull(FIRST_NAME) firstname!: string | null;
  @Text.orNull(LAST_NAME) lastname!: string | null;
  @Text.orNull(LEGAL_NAME) legalName!: string | null;
  @Text.orNull('Registration number of the company.') legalNumber!: string | null;
  @Text.orNull(TAX_NUMBER) taxIdentificationNumber!: string | null;
  @Text.orNull(DOCUMENT_EMAIL) email!: string | null;
  @Text.orNull('Telephone number, as it was sent.') phone!: string | null;
  @Text.orNull('Website of the customer.') url!: string | null;
  @Text.orNull('Address of a picture.') logoUrl!: string | null;
  @ListOf(
    () => PartyIdentifier,
    'Numbers of the customer in registers, and its addresses in networks of e-invoices.',
  )
  identifiers!: readonly PartyIdentifier[];
  @Text.orNull(BUYER_REFERENCE) buyerReference!: string | null;
  @Of.orNull(() => Address) shippingAddress!: Address | null;
  @Of(
    () => CustomerAccountType,
    'Whether the customer is billed, or is a partner for whom the organization issues invoices.',
  )
  accountType!: Customer['accountType'];
  @Of.orNull(() => CustomerKind, 'Whether the customer is a company or a person; null if it is not known.')
  customerType!: Customer['customerType'];
  @Currency.orNull('Currency of invoices that name no other. Invoices in other currencies are possible.')
  currency!: string | null;
  @Text.orNull('IANA time zone name. See `applicableTimezone` for the effective one.')
  timezone!: string | null;
  @Whole.orNull('Payment term in days. Null means that of the billing entity.', { name: 'netPaymentTerm' })
  netPaymentTermDays!: number | null;
  @Of(() => ZeroAmountInvoiceRule, 'Whether invoices without any fees are issued.')
  finalizeZeroAmountInvoice!: Customer['finalizeZeroAmountInvoice'];
  @Flag() skipInvoiceCustomSections!: boolean;
  @Id.orNull('Id of the test clock that the customer follows. Null means real time.')
  testClockId!: string | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
  @Instant.orNull(
    'When what identifies the customer was erased. Null unless `eraseCustomer` was called and is done.',
  )
  erasedAt!: Date | null;
}

export const CustomerPayload = payloadOf('CustomerPayload', 'customer', () => CustomerType);
export const DeleteCustomerPayload = deletedPayloadOf(
  'DeleteCustomerPayload',
  'customer',
  () => CustomerType,
);

export const CustomerConnection = connectionOf(CustomerType, 'Customer');
