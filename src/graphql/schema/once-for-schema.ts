import type { GraphQLSchema } from 'graphql';

/** Derives something from a schema when it is first asked for; all applications of a process share their schema. */
export function onceForSchema<Derived>(
  derive: (schema: GraphQLSchema) => Derived,
): (schema: GraphQLSchema) => Derived {
  const derived = new WeakMap<GraphQLSchema, { readonly value: Derived }>();
  return (schema) => {
    const known = derived.get(schema) ?? { value: derive(schema) };
    derived.set(schema, known);
    return known.value;
  };
}
