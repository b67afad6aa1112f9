import { InputType, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../../platform/api/cost.js';
import { Flag, Id, Instant, Text } from '../../../platform/api/members/fields.js';
import type { SentCustomerMetadata } from '../records/customer-metadata.input.js';

@ObjectType('CustomerMetadata', { description: 'A key-value pair of a customer, set by the caller.' })
@TypicalItems(5)
export class CustomerMetadataType {
  @Id() id!: string;
  @Text('The key; unique for the customer.') key!: string;
  @Text('Value of the entry, chosen by the organization.') value!: string;
  @Flag() displayInInvoice!: boolean;
  @Instant() createdAt!: Date;
}

@InputType({ description: 'A key and a value of the organization.' })
export class CustomerMetadataInput implements SentCustomerMetadata {
  @Id.orNull('Id of the entry to change. If omitted, the entry with the same key is changed.')
  id?: string | null;
  @Text('Name of the entry: 1 to 20 characters; unique within the list.') key!: string;
  @Text('Value of the entry: 1 to 100 characters.') value!: string;
  @Flag.orNull({ note: 'Default false.' }) displayInInvoice?: boolean | null;
}
