/** Converts a name from REST to GraphQL spelling. */
export function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Converts a name from GraphQL to REST spelling. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Converts a REST body to a GraphQL input: the properties of a charge move under its model. Filter values and event
 * properties stay as they are, because their names are the client's.
 * @param model charge model of the charge that contains the value.
 */
export function graphqlInput(value: unknown, model?: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => graphqlInput(element, model));
  if (typeof value !== 'object' || value === null) return value;
  const { charge_model: own = model } = value as { charge_model?: unknown };
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === 'values' || (name === 'properties' && own === undefined)) return [name, member];
      const inner = graphqlInput(member, own);
      return [camelCase(name), name === 'properties' ? { [camelCase(String(own))]: inner } : inner];
    }),
  );
}
