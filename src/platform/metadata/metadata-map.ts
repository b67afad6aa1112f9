import { ExactNumber } from '../../core/money/exact-number.js';
import { notFound } from '../errors/app-error.js';
import type { FieldErrors } from '../errors/field-errors.js';
import { isLonger, LINE_LENGTH } from '../errors/input-rules.js';

/** Texts or nulls by keys that the caller chooses. */
export type MetadataMap = Record<string, string | null>;

/** Computes the new metadata of an object from its current metadata. Source: rest-conventions.md §13. */
export type MetadataChange = (current: MetadataMap | null) => Record<string, unknown> | null;

/** Source: rest-conventions.md §11. */
const MAX_KEYS = 50;
const KEY_LENGTH = 100;

/** Reports the errors of sent metadata. @returns the metadata, which is valid only if nothing was reported. */
export function checkMetadata(errors: FieldErrors, sent: Record<string, unknown> | null): MetadataMap | null {
  const entries = Object.entries(sent ?? {});
  if (entries.length > MAX_KEYS) errors.add('metadata', 'too_many_keys');
  for (const [key, value] of entries) {
    if (isLonger(key, KEY_LENGTH)) errors.add('metadata', 'key_too_long');
    if (value === null) continue;
    if (typeof value === 'object' && !(value instanceof ExactNumber))
      errors.add('metadata', 'nested_structure_not_allowed');
    else if (typeof value !== 'string') errors.add('metadata', 'invalid_type');
    else if (isLonger(value, LINE_LENGTH)) errors.add('metadata', 'value_too_long');
  }
  return sent as MetadataMap | null;
}

/** Replaces the whole metadata; null clears it. */
export function metadataSetTo(sent: Record<string, unknown> | null): MetadataChange {
  return () => sent;
}

/** Adds keys and overwrites existing ones; null or undefined changes nothing. */
export function metadataMergedWith(sent: Record<string, unknown> | null | undefined): MetadataChange {
  return (current) => (sent === undefined || sent === null ? current : { ...current, ...sent });
}

/**
 * Removes one key, which need not exist, or with null the whole metadata.
 * @throws AppError `metadata_not_found` when the object has no metadata.
 */
export function metadataWithout(key: string | null): MetadataChange {
  return (current) => {
    if (current === null) throw notFound('metadata');
    if (key === null) return null;
    return Object.fromEntries(Object.entries(current).filter(([name]) => name !== key));
  };
}
