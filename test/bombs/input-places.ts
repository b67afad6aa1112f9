import {
  getNullableType,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  type GraphQLArgument,
} from 'graphql';
import { getNamedType } from 'graphql';
import type { Known } from '../support/sample-bodies.js';
import { type RootField, sampleOfType } from '../support/graphql-fields.js';

/** The place of an input value: the path of names from an argument, through the first element of lists. */
export interface InputPlace {
  readonly argument: GraphQLArgument;
  readonly path: readonly string[];
  readonly type: GraphQLInputType;
}

/** Every argument of a root field and every member below. @param met places already returned: shared members come once. */
export function inputPlacesOf({ field }: RootField, met: Set<string>): InputPlace[] {
  return field.args.flatMap((argument) => placesBelow({ argument, path: [], type: argument.type }, met));
}

function placesBelow(place: InputPlace, met: Set<string>): InputPlace[] {
  const input = getNamedType(place.type);
  if (!isInputObjectType(input)) return [place];
  const members = Object.values(input.getFields()).filter(
    ({ name }) => met.size < met.add(`${input.name}.${name}`).size,
  );
  return [
    place,
    ...members.flatMap(({ name, type }) =>
      placesBelow({ argument: place.argument, path: [...place.path, name], type }, met),
    ),
  ];
}

/** A valid value of the argument, except for the given value at the place. */
export function argumentWith({ argument, path }: InputPlace, value: unknown, known: Known): unknown {
  return valueWith(argument.type, argument.name, path, value, known);
}

function valueWith(
  type: GraphQLInputType,
  name: string,
  [step, ...rest]: readonly string[],
  value: unknown,
  known: Known,
): unknown {
  if (step === undefined) return value;
  const present = getNullableType(type);
  if (isListType(present)) return [valueWith(present.ofType, name, [step, ...rest], value, known)];
  if (!isInputObjectType(present)) throw new Error(`${name} has no members.`);
  const member = present.getFields()[step];
  if (member === undefined) throw new Error(`${present.name} has no ${step}.`);
  const sample = sampleOfType(present, name, known) as object;
  return { ...sample, [step]: valueWith(member.type, step, rest, value, known) };
}
