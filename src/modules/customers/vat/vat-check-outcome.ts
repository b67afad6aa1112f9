import type { VatNumber } from '../../../core/taxes/vat-numbers.js';
import type { RegistryAnswer } from './vat-registry.js';

/** The outcome of an attempt to check a VAT number. */
export type VatCheckOutcome =
  | { readonly type: 'answered'; readonly number: VatNumber; readonly answer: RegistryAnswer }
  | { readonly type: 'unavailable'; readonly error: string }
  /** The registry was switched off after the check was requested. */
  | { readonly type: 'not_asked' };
