import { Field, InputType, ObjectType } from 'type-graphql';
import { CountryCode } from '../../platform/api/enums.js';
import type { PostalAddress } from './customer.table.js';

@ObjectType('Address', { description: 'A postal address.' })
@InputType('AddressInput', { description: 'Omitted fields keep their value.' })
export class Address implements PostalAddress {
  @Field(() => String, { nullable: true })
  addressLine1?: string | null;

  @Field(() => String, { nullable: true })
  addressLine2?: string | null;

  @Field(() => String, { nullable: true })
  city?: string | null;

  @Field(() => String, { nullable: true })
  zipcode?: string | null;

  @Field(() => String, { nullable: true })
  state?: string | null;

  @Field(() => CountryCode, { nullable: true })
  country?: string | null;
}
