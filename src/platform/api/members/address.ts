import { InputType, ObjectType } from 'type-graphql';
import { Of, Text } from './fields.js';
import { CountryCode } from './enums.js';

/** The lines of an address, among the fields of an object. */
@ObjectType()
export abstract class AddressFields {
  @Text.orNull() addressLine1!: string | null;
  @Text.orNull() addressLine2!: string | null;
  @Text.orNull() city!: string | null;
  @Text.orNull() zipcode!: string | null;
  @Text.orNull() state!: string | null;
  @Of.orNull(() => CountryCode) country!: string | null;
}

/** An address that is a value of its own, and its lines among the members of an input. */
@ObjectType('Address', { description: 'A postal address.' })
@InputType('AddressInput', { description: 'Omitted fields keep their value.' })
export class Address {
  @Text.orNull() addressLine1?: string | null;
  @Text.orNull() addressLine2?: string | null;
  @Text.orNull() city?: string | null;
  @Text.orNull() zipcode?: string | null;
  @Text.orNull() state?: string | null;
  @Of.orNull(() => CountryCode) country?: string | null;
}
