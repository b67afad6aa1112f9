/** An object that an outside system has sent: nothing is known of its members until they are read. */
export type Fields = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member that is a text with something in it; null for any other. */
export function textIn(fields: Fields | null, name: string): string | null {
  const value = fields?.[name];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

export function numberIn(fields: Fields, name: string): number {
  const value = fields[name];
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
}

export function fieldsIn(fields: Fields, name: string): Fields | null {
  const value = fields[name];
  return isObject(value) ? value : null;
}

/** The id of a related object, which may be there as a whole. */
export function idIn(fields: Fields, name: string): string | null {
  return textIn(fields, name) ?? textIn(fieldsIn(fields, name), 'id');
}

export function textsIn(fields: Fields, name: string): Record<string, string> {
  const entries = Object.entries(fieldsIn(fields, name) ?? {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
