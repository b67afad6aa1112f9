import {
  isScheme,
  isWellFormed,
  MOST_IDENTIFIERS,
  type PartyIdentifier,
} from '../../../core/e-invoicing/electronic-addresses.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { requireText } from '../../../platform/errors/input-rules.js';

/** A number of a customer or billing entity, as sent. */
export interface SentIdentifier {
  readonly scheme: string;
  readonly value: string;
}

/** Validates the identifiers of a customer or billing entity. Source: documents-and-emails.md §3. */
export function validateIdentifiers(
  errors: FieldErrors,
  sent: readonly SentIdentifier[] | null | undefined,
): void {
  if (sent === null || sent === undefined) return;
  if (sent.length > MOST_IDENTIFIERS) {
    errors.add('identifiers', 'invalid_count');
    return;
  }
  storedIdentifiers(sent).forEach((identifier, index) => {
    const at = `identifiers.${index}`;
    if (!isScheme(identifier.scheme)) errors.add(`${at}.scheme`, 'value_is_invalid');
    requireText(errors, `${at}.value`, identifier.value);
    if (identifier.value !== '' && !isWellFormed(identifier)) errors.add(`${at}.value`, 'value_is_invalid');
  });
}

export function storedIdentifiers(sent: readonly SentIdentifier[]): PartyIdentifier[] {
  return sent.map(({ scheme, value }) => ({ scheme: scheme.trim().toUpperCase(), value: value.trim() }));
}
