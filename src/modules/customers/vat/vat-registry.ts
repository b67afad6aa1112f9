import type { VatNumber } from '../../../core/taxes/vat-numbers.js';

/** The answer of a registry about a VAT number. */
export interface RegistryAnswer {
  readonly isValid: boolean;
  /** The registry's code of the country; that of Greece is `EL`. */
  readonly countryCode: string;
  /** The registered business; null for an invalid number, or if the registry does not publish it. */
  readonly name: string | null;
  readonly address: string | null;
}

/** Knows the VAT numbers of businesses in the EU. */
export interface VatRegistry {
  /** @throws VatRegistryFailure if the registry gives no answer at the moment. */
  check(number: VatNumber): Promise<RegistryAnswer>;
}

/** A registry that gave no answer. The message says why, for the organization. */
export class VatRegistryFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VatRegistryFailure';
  }
}
