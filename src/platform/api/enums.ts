import { registerEnumType } from 'type-graphql';
import { COUNTRIES } from '../../core/countries.js';
import { CURRENCIES } from '../../core/currencies.js';

/** Builds the enum object that `registerEnumType` requires: each key equals its value, which is the word in REST. */
export function enumOf<const Word extends string>(words: readonly Word[]): { readonly [W in Word]: W } {
  return Object.fromEntries(words.map((word) => [word, word])) as { [W in Word]: W };
}

export const CurrencyCode = enumOf(CURRENCIES);
registerEnumType(CurrencyCode, { name: 'CurrencyCode', description: 'ISO 4217 currency code.' });

export const CountryCode = enumOf(COUNTRIES);
registerEnumType(CountryCode, { name: 'CountryCode', description: 'ISO 3166-1 alpha-2 country code.' });

/**
 * Enums whose words REST does not read by the default rule, which is an exact match or else the code `value_is_invalid`
 * (rest-conventions.md §12, §14).
 */
export const ENUM_INPUT: Record<string, { invalidCode: string; anyCase: boolean }> = {
  CountryCode: { invalidCode: 'not_a_valid_country_code', anyCase: true },
  ZeroAmountInvoiceRule: { invalidCode: 'invalid_value', anyCase: false },
};
