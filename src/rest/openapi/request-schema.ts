import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { restNameOf } from '../translate.js';
import {
  type Components,
  described,
  enumSchema,
  type JsonSchema,
  nullable,
  scalarSchema,
} from './json-schema.js';

/** The JSON schema of an input, from the GraphQL type that `src/rest/translate.ts` translates it to. */
export function inputSchema(type: GraphQLInputType, components: Components): JsonSchema {
  if (isNonNullType(type)) return presentSchema(type.ofType, components);
  return nullable(presentSchema(type, components));
}

/** The JSON schema of an object with known members. */
export interface ObjectSchema extends JsonSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>;
}

/** The JSON schema of an input object. @param holds true for members sent in the body; others come from the path. */
export function inputObjectSchema(
  type: GraphQLInputObjectType,
  components: Components,
  holds: (name: string) => boolean = () => true,
): ObjectSchema {
  const fields = Object.values(type.getFields()).filter(({ name }) => holds(name));
  const required = fields.filter(isRequired).map(restNameOf);
  return {
    type: 'object',
    ...described(type),
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(
      fields.map((field) => [restNameOf(field), memberSchema(field, components)]),
    ),
  };
}

/** The JSON schema of an input that is not null. */
export function presentSchema(type: GraphQLInputType, components: Components): JsonSchema {
  if (isListType(type)) return { type: 'array', items: inputSchema(type.ofType, components) };
  if (isEnumType(type)) return components.refer(type.name, () => enumSchema(type));
  if (isInputObjectType(type)) return components.refer(type.name, () => inputObjectSchema(type, components));
  return scalarSchema(type);
}

function memberSchema(field: GraphQLInputField, components: Components): JsonSchema {
  const { defaultValue } = field;
  const byDefault = typeof defaultValue === 'bigint' ? Number(defaultValue) : defaultValue;
  return {
    ...(field.extensions['chosenBy'] === undefined
      ? inputSchema(field.type, components)
      : chosenSchema(field, components)),
    ...described(field),
    ...(byDefault === undefined ? {} : { default: byDefault }),
  };
}

/** The schema of a member that REST sends without the `@oneOf` wrapper, whose key is the value of a sibling. */
function chosenSchema(field: GraphQLInputField, components: Components): JsonSchema {
  const members = (getNullableType(field.type) as GraphQLInputObjectType).getFields();
  const bare = Object.values(members).map(({ type }) => presentSchema(getNullableType(type), components));
  return { anyOf: isNonNullType(field.type) ? bare : [...bare, { type: 'null' }] };
}

function isRequired({ type, defaultValue }: GraphQLInputField): boolean {
  return isNonNullType(type) && defaultValue === undefined;
}
