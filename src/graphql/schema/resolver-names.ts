import { getMetadataStorage } from 'type-graphql';

type ResolverClass = new (...dependencies: never[]) => object;

/**
 * TypeGraphQL lets one of two resolvers of the same field win without a word.
 * @throws Error when two of these classes answer the same field, or one of them is given twice.
 */
export function requireDistinctFields(resolvers: readonly ResolverClass[]): void {
  const answeredBy = new Map<string, string>();
  for (const { field, resolver } of fieldsOf(resolvers)) {
    const other = answeredBy.get(field);
    if (other !== undefined) throw new Error(`${other} and ${resolver} both answer ${field}.`);
    answeredBy.set(field, resolver);
  }
}

function fieldsOf(resolvers: readonly ResolverClass[]): { field: string; resolver: string }[] {
  const { queries, mutations, fieldResolvers, resolverClasses } = getMetadataStorage();
  const typeOf = (target: object) => nameOf(resolverClasses.find((found) => found.target === target));
  return resolvers.flatMap((resolver) => {
    const answered = ({ target }: { readonly target: object }) => target === resolver;
    return [
      ...queries.filter(answered).map(({ schemaName }) => `Query.${schemaName}`),
      ...mutations.filter(answered).map(({ schemaName }) => `Mutation.${schemaName}`),
      ...fieldResolvers.filter(answered).map(({ schemaName }) => `${typeOf(resolver)}.${schemaName}`),
    ].map((field) => ({ field, resolver: resolver.name }));
  });
}

function nameOf(resolver: { readonly getObjectType: () => unknown } | undefined): string {
  const type = resolver?.getObjectType();
  return typeof type === 'function' ? type.name : 'unknown';
}
