import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { isLonger } from '../../../platform/errors/input-rules.js';
import type { TransactionMetadata } from './wallet-transaction.table.js';

/** Most entries on a transaction. Source: rest-conventions.md §11. */
export const MOST_ENTRIES = 15;
/** Most entries that a wallet gives to its first top-up. */
export const MOST_INITIAL_ENTRIES = 5;

const KEY_LENGTH = 20;
const VALUE_LENGTH = 100;

/** Reports errors of the metadata of a transaction, each kind once. Source: wallets.md §3.2. */
export function checkTransactionMetadata(
  errors: FieldErrors,
  path: string,
  entries: readonly TransactionMetadata[] | null | undefined,
  mostEntries: number,
): void {
  if (entries === undefined || entries === null) return;
  if (entries.length > mostEntries) errors.add(path, 'too_many_keys');
  for (const { key, value } of entries) {
    if (key.trim() === '') errors.add(path, 'invalid_key_value_pair');
    if (isLonger(key, KEY_LENGTH)) errors.add(path, 'key_too_long');
    if (isLonger(value, VALUE_LENGTH)) errors.add(path, 'value_too_long');
  }
}
