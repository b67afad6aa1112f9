import { Field, InputType, ObjectType } from 'type-graphql';
import { CountryCode } from './enums.js';

/** The lines of an address, among the fields of an object. */
@ObjectType()
export abstract class AddressFields {
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
}

/** An address that is a value of its own, and its lines among the members of an input. */
@ObjectType('Address', { description: 'A postal address.' })
@InputType('AddressInput', { description: 'Omitted fields keep their value.' })
export class Address {
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
