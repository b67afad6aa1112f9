import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { WEBHOOK_KINDS } from './webhook-kinds.js';

const KNOWN = new Set<string>(WEBHOOK_KINDS);

/** Stands for every kind, also later ones. */
const EVERYTHING = '*';

/**
 * Reads the kinds of messages that an endpoint asks for: trimmed, in lower case, each once, without blank ones.
 * @returns null for all kinds.
 * Source: webhooks.md §1.
 */
export function readEventTypes(errors: FieldErrors, sent: readonly string[] | null): string[] | null {
  if (sent === null) return null;
  const names = new Set(sent.map((name) => name.trim().toLowerCase()).filter((name) => name !== ''));
  if (names.size === 1 && names.has(EVERYTHING)) return null;
  if ([...names].some((name) => !KNOWN.has(name))) errors.add('eventTypes', 'value_is_invalid');
  return [...names];
}
