import {
  getNamedType,
  getNullableType,
  type GraphQLInputField,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { camelCase, snakeCase } from '../letter-case.js';
import type { OperationVariable } from '../operation.js';
import { aliasOf, filterMembers, REST_PAGE_LIMITS } from '../query.js';
import { pathParameters, type Route } from '../route.js';
import { parameterExample } from './examples.js';
import { type Components, described, type JsonSchema } from './json-schema.js';
import { presentSchema } from './request-schema.js';

/** A parameter object of OpenAPI. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly schema: JsonSchema;
  readonly [more: string]: unknown;
}

const PAGE: Readonly<Record<string, JsonSchema>> = {
  page: { type: 'integer', default: 1, description: 'From 1. Any other number means 1.' },
  perPage: {
    type: 'integer',
    default: REST_PAGE_LIMITS.defaultSize,
    description: `From 1 to ${REST_PAGE_LIMITS.maxSize}. Larger numbers mean ${REST_PAGE_LIMITS.maxSize}, numbers below 1 the default.`,
  },
};

/** The parameters of a row: those of its path, all variables but `input`, and members of the input in the query string. */
export function parametersOf(
  { path, inQuery, aliases }: Pick<Route, 'path' | 'inQuery' | 'aliases'>,
  variables: readonly OperationVariable[],
  components: Components,
): Parameter[] {
  const inPath = pathParameters(path);
  const typeOf = (name: string) => variables.find((variable) => variable.name === camelCase(name))?.type;
  return [
    ...inPath.map((name): Parameter => {
      const isId = String(getNamedType(typeOf(name))) === 'ID';
      const example = parameterExample(path, name);
      return {
        name,
        in: 'path',
        required: true,
        schema: isId ? { type: 'string', format: 'uuid' } : { type: 'string' },
        ...(example === undefined ? {} : { example }),
      };
    }),
    ...variables
      .filter(({ name }) => name !== 'input')
      .flatMap((variable) => {
        const alias = aliases[variable.name];
        const parameters = queryParameters(variable, components);
        return alias === undefined
          ? parameters
          : [...parameters, ...parameters.map((each) => ({ ...each, name: alias }))];
      })
      .filter(({ name }) => !inPath.includes(name)),
    ...memberParameters(
      typeOf('input'),
      inQuery.map((name) => camelCase(name)),
      components,
    ),
  ];
}

/** Query parameters for the members of an input that have these names. */
function memberParameters(
  input: GraphQLInputType | undefined,
  names: readonly string[],
  components: Components,
): Parameter[] {
  const type = getNullableType(input);
  if (!isInputObjectType(type)) return [];
  return Object.values(type.getFields())
    .filter(({ name }) => names.includes(name))
    .map((member) => memberParameter(member, components));
}

/** The query parameter of a variable; for a `$filter`, one per member (see `src/rest/query.ts`). */
function queryParameters({ name, type, required }: OperationVariable, components: Components): Parameter[] {
  const filter = getNullableType(type);
  if (name !== 'filter' || !isInputObjectType(filter)) {
    return [queryParameter({ name, type, required }, components)];
  }
  return filterMembers(filter).flatMap((member) => {
    const parameter = memberParameter(member, components);
    const alias = aliasOf(member);
    return alias === null ? [parameter] : [{ ...parameter, name: alias }, parameter];
  });
}

function memberParameter(member: GraphQLInputField, components: Components): Parameter {
  const { name, type } = member;
  return { ...queryParameter({ name, type, required: false }, components), ...described(member) };
}

function queryParameter({ name, type, required }: OperationVariable, components: Components): Parameter {
  const present = getNullableType(type);
  const isMap = String(present) === 'JSONObject';
  return {
    name: isListType(present) ? `${snakeCase(name)}[]` : snakeCase(name),
    in: 'query',
    ...(required ? { required } : {}),
    // The empty example prevents the API reference page from suggesting an invented key.
    ...(isMap ? { style: 'deepObject', explode: true, example: {} } : {}),
    // A query string cannot carry null.
    schema: PAGE[name] ?? presentSchema(present, components),
  };
}
