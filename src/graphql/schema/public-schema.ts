import {
  GraphQLNonNull,
  type GraphQLScalarType,
  GraphQLSchema,
  type GraphQLType,
  type GraphQLFieldExtensions,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  lexicographicSortSchema,
} from 'graphql';

import { onceForSchema } from './once-for-schema.js';
import { type Failures, sentenceOfFailures } from '../../platform/api/failures.js';

interface Member {
  type: GraphQLType;
  deprecationReason: string | null | undefined;
  readonly extensions: Readonly<GraphQLFieldExtensions<unknown, unknown>>;
}

/**
 * The schema that GraphQL clients use: that of both surfaces without what only REST documents need (`RestOnly`), and with
 * decimals of one type (`DecimalInGraphql`); it deprecates second spellings (`DeprecatedInGraphql`). Mutations name their errors (`FailsWith`), by the codes of GraphQL. It is sorted for people who read it; the order in which resolvers were
 * registered means nothing to them.
 */
export const publicSchemaOf = onceForSchema((schema) => {
  // Sorting copies every type, so that removing members leaves those of the original.
  const copy = lexicographicSortSchema(schema);
  const decimal = copy.getType('Decimal') as GraphQLScalarType;
  for (const type of Object.values(copy.getTypeMap())) {
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    const members: Record<string, Member> = type.getFields();
    for (const [name, member] of Object.entries(members)) {
      if (member.extensions['restOnly'] === true) Reflect.deleteProperty(members, name);
      if (member.extensions['publicDecimal'] === true)
        member.type = isNonNullType(member.type) ? new GraphQLNonNull(decimal) : decimal;
      const { deprecatedInGraphql } = member.extensions;
      if (typeof deprecatedInGraphql === 'string') member.deprecationReason = deprecatedInGraphql;
    }
  }
  for (const mutation of Object.values(copy.getMutationType()?.getFields() ?? {})) {
    const { failures } = mutation.extensions as { failures?: Failures };
    if (failures !== undefined)
      mutation.description = `${mutation.description ?? ''} ${sentenceOfFailures(failures)}`.trim();
  }
  return withoutUnusedTypes(copy);
});

/** The schema with the types that its fields lead to and those that no field was ever to answer, in their order. */
function withoutUnusedTypes(schema: GraphQLSchema): GraphQLSchema {
  const { types, ...config } = schema.toConfig();
  const answeredByNone = types.filter((type) => type.extensions['answeredByNone'] === true);
  const used = new GraphQLSchema({ ...config, types: answeredByNone }).getTypeMap();
  return new GraphQLSchema({ ...config, types: types.filter(({ name }) => Object.hasOwn(used, name)) });
}
