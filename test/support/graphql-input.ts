/** A name of REST as GraphQL spells it. */
export function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** And back. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * A body of REST as GraphQL takes it: the properties of a charge lie under its model. The values of filters and what events
 * hold are the caller's own.
 * @param model of the charge that holds the value.
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
