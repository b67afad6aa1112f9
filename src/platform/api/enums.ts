import { registerEnumType } from 'type-graphql';
import { COUNTRIES } from '../../core/countries.js';
import { CURRENCIES } from '../../core/currencies.js';

/** An enum object whose keys are its words, as `registerEnumType` wants it: enum values are the REST words. */
export function enumOf<const Word extends string>(words: readonly Word[]): { readonly [W in Word]: W } {
  return Object.fromEntries(words.map((word) => [word, word])) as { [W in Word]: W };
}

export const CurrencyCode = enumOf(CURRENCIES);
registerEnumType(CurrencyCode, { name: 'CurrencyCode', description: 'ISO 4217 currency code.' });

export const CountryCode = enumOf(COUNTRIES);
registerEnumType(CountryCode, { name: 'CountryCode', description: 'ISO 3166-1 alpha-2 country code.' });

/** How REST reads the words of an enum, where it is not "exactly, else `value_is_invalid`" (rest-conventions.md §12, §14). */
export const ENUM_INPUT: Record<string, { invalidCode: string; anyCase: boolean }> = {
  CountryCode: { invalidCode: 'not_a_valid_country_code', anyCase: true },
  ZeroAmountInvoiceRule: { invalidCode: 'invalid_value', anyCase: false },
};
