import { Extensions, Field, type FieldOptions, ID, Int } from 'type-graphql';
import { CurrencyCode } from './enums.js';
import { CalendarDate, DateTime, Decimal, JsonObject, SafeInt } from './scalars.js';

/** What else is said of a field: its name where it differs from the property's, a default, a deprecation. */
interface Details extends Pick<FieldOptions, 'description' | 'name' | 'defaultValue' | 'deprecationReason'> {
  /** Sentences that follow the description which the field gets by a rule (graphql/schema/descriptions.ts): "Default true." */
  readonly note?: string;
}

/** The description of a field, further details, or both. */
type Said = [description?: string | undefined, details?: Details] | [details: Details];

/** Decorates properties whose type the field can hold, and no others. */
type Typed<Value> = <Name extends string>(
  target: { readonly [Property in Name]?: Value },
  property: Name,
) => void;

/** Declares a field of a type; `orNull` declares one that may be null, or absent in inputs. */
interface FieldOf<Value> {
  (...said: Said): Typed<Value>;
  readonly orNull: (...said: Said) => Typed<Value | null>;
}

type TypeOfField = NonNullable<Parameters<typeof Field>[0]>;

function declare(type: TypeOfField, said: Said, nullable: boolean) {
  const [first, more] = said;
  const { note, ...details }: Details =
    typeof first === 'object' ? first : { ...(first !== undefined && { description: first }), ...more };
  const field = Field(type, { ...details, ...(nullable && { nullable }) });
  return (target: object, property: string) => {
    field(target, property);
    if (note !== undefined) Extensions({ note })(target, property);
  };
}

function fieldOf<Value>(type: TypeOfField): FieldOf<Value> {
  return Object.assign((...said: Said) => declare(type, said, false), {
    orNull: (...said: Said) => declare(type, said, true),
  });
}

export const Text = fieldOf<string>(() => String);
export const Texts = fieldOf<readonly string[]>(() => [String]);
export const Id = fieldOf<string>(() => ID);
export const Ids = fieldOf<readonly string[]>(() => [ID]);
export const Flag = fieldOf<boolean>(() => Boolean);
/** A whole number of 32 bits. */
export const Whole = fieldOf<number>(() => Int);
/** An amount in minor units of its currency. */
export const Cents = fieldOf<bigint>(() => SafeInt);
/** A whole number within 2^53. */
export const Count = fieldOf<bigint | number>(() => SafeInt);
/** An exact decimal, as text. */
export const DecimalText = fieldOf<string>(() => Decimal);
export const Currency = fieldOf<string>(() => CurrencyCode);
/** A point in time, in whole seconds. */
export const Instant = fieldOf<Date>(() => DateTime);
/** A calendar date, as text. */
export const Day = fieldOf<string>(() => CalendarDate);
/** A map with keys that the caller chooses. */
export const JsonMap = fieldOf<object>(() => JsonObject);

/** Declares a field of any type, such as an enum or an object. */
export const Of = Object.assign((type: TypeOfField, ...said: Said) => declare(type, said, false), {
  orNull: (type: TypeOfField, ...said: Said) => declare(type, said, true),
});

/** Declares a list of any type; its items are never null. @param item the type of an item. */
export const ListOf = Object.assign((item: TypeOfField, ...said: Said) => Of(listOf(item), ...said), {
  orNull: (item: TypeOfField, ...said: Said) => Of.orNull(listOf(item), ...said),
});

function listOf(item: TypeOfField): TypeOfField {
  return () => [item()];
}
