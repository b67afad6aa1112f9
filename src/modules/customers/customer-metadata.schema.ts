import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../platform/api/cost.js';
import { DateTime } from '../../platform/api/scalars.js';
import type { SentCustomerMetadata } from './customer-metadata.input.js';

@ObjectType('CustomerMetadata', { description: 'A key-value pair of a customer, set by the caller.' })
@TypicalItems(5)
export class CustomerMetadataType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'The key; unique for the customer.' })
  key!: string;

  @Field(() => String, { description: 'The value.' })
  value!: string;

  @Field(() => Boolean)
  displayInInvoice!: boolean;

  @Field(() => DateTime)
  createdAt!: Date;
}

@InputType({ description: 'A key and a value of the organization.' })
export class CustomerMetadataInput implements SentCustomerMetadata {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the entry to change. If omitted, the entry with the same key is changed.',
  })
  id?: string | null;

  @Field(() => String, { description: '1 to 20 characters; unique within the list.' })
  key!: string;

  @Field(() => String, { description: '1 to 100 characters.' })
  value!: string;

  @Field(() => Boolean, { nullable: true, description: 'Default false.' })
  displayInInvoice?: boolean | null;
}
