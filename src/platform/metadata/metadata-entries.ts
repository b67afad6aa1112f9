import { newId } from '../db/tables/ids.js';
import { invalid } from '../errors/app-error.js';
import { FieldErrors } from '../errors/field-errors.js';
import { limitKeys, requireText } from '../errors/input-rules.js';

/** An entry of a list of metadata, as customers and invoices have it: the key is unique for its owner. */
interface MetadataEntry {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly createdAt: Date;
}

/** An entry of a new list. */
export interface SentMetadataEntry {
  readonly id?: string | null;
  readonly key: string;
  readonly value: string;
}

const MAX_ENTRIES = 5;
const KEY_LENGTH = 20;

/** Reports the errors of a sent list at `metadata`. Source: rest-conventions.md §11. */
export function checkEntries(
  errors: FieldErrors,
  entries: readonly SentMetadataEntry[],
  valueLength: number,
): void {
  if (entries.length > MAX_ENTRIES) errors.add('metadata', 'invalid_count');
  const keys = new Set<string>();
  for (const [index, { key, value }] of entries.entries()) {
    requireText(errors, `metadata.${index}.key`, key, KEY_LENGTH);
    requireText(errors, `metadata.${index}.value`, value, valueLength);
    if (keys.has(key)) errors.add(`metadata.${index}.key`, 'value_already_exist');
    keys.add(key);
  }
}

/**
 * Matches a new list to the existing entries: an entry keeps the id of the existing one with the same id, or else with the
 * same key; otherwise it is new.
 * @param at the creation instant of new entries.
 */
export function replacedEntries<Sent extends SentMetadataEntry>(
  known: readonly MetadataEntry[],
  given: readonly Sent[],
  at: Date,
): (Omit<Sent, 'id'> & MetadataEntry)[] {
  const free = new Map(known.map((entry) => [entry.id, entry]));
  const take = (entry: MetadataEntry | undefined) => {
    if (entry !== undefined) free.delete(entry.id);
    return entry;
  };
  // Ids are matched first, so that an entry without an id does not take an existing entry that a later one names.
  const named = given.map(({ id }) => take(free.get(id ?? '')));
  return given.map((sent, index) => {
    const origin = named[index] ?? take([...free.values()].find((entry) => entry.key === sent.key));
    return { ...sent, id: origin?.id ?? newId(), createdAt: origin?.createdAt ?? at };
  });
}

/**
 * The values that a filter asks for, by key; an empty one asks for records without the key.
 * @throws AppError `metadata: too_many_keys`; `value_is_invalid` for a value that is not text.
 */
export function filteredValues(metadata: Readonly<Record<string, unknown>>): Record<string, string> {
  const errors = new FieldErrors();
  limitKeys(errors, 'metadata', metadata);
  errors.throwIfAny();
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  const entries = Object.entries(metadata);
  if (!entries.every(isText)) throw invalid({ metadata: ['value_is_invalid'] });
  return Object.fromEntries(entries);
}
