import { notFound } from './errors/app-error.js';
import type { FieldErrors } from './errors/field-errors.js';
import { isLonger, LINE_LENGTH } from './errors/input-rules.js';

/** Texts, or nulls, under keys of the caller's own choosing. */
export type MetadataMap = Record<string, string | null>;

/** What an operation on metadata alone makes of it. Source: rest-conventions.md §13. */
export type MetadataChange = (current: MetadataMap | null) => Record<string, unknown> | null;

/** Source: rest-conventions.md §11. */
const MOST_KEYS = 50;
const KEY_LENGTH = 100;

/** Reports what is wrong with metadata. @returns the same, to be used when nothing was reported. */
export function checkMetadata(errors: FieldErrors, sent: Record<string, unknown> | null): MetadataMap | null {
  const entries = Object.entries(sent ?? {});
  if (entries.length > MOST_KEYS) errors.add('metadata', 'too_many_keys');
  for (const [key, value] of entries) {
    if (isLonger(key, KEY_LENGTH)) errors.add('metadata', 'key_too_long');
    if (value === null) continue;
    if (typeof value === 'object') errors.add('metadata', 'nested_structure_not_allowed');
    else if (typeof value !== 'string') errors.add('metadata', 'invalid_type');
    else if (isLonger(value, LINE_LENGTH)) errors.add('metadata', 'value_too_long');
  }
  return sent as MetadataMap | null;
}

/** The whole map; null clears it. */
export function metadataSetTo(sent: Record<string, unknown> | null): MetadataChange {
  return () => sent;
}

/** Keys added and changed; null changes nothing. */
export function metadataMergedWith(sent: Record<string, unknown> | null | undefined): MetadataChange {
  return (current) => (sent === undefined || sent === null ? current : { ...current, ...sent });
}

/**
 * Without one key, which need not be there, or (null) without all of them.
 * @throws AppError `metadata_not_found` when there is none.
 */
export function metadataWithout(key: string | null): MetadataChange {
  return (current) => {
    if (current === null) throw notFound('metadata');
    if (key === null) return null;
    return Object.fromEntries(Object.entries(current).filter(([name]) => name !== key));
  };
}
