import { registerEnumType } from 'type-graphql';
import { COUNTRIES } from '../../../core/taxes/countries.js';
import { CURRENCIES } from '../../../core/money/currencies.js';

/** What is said of a value: its description, also with the reason why it is deprecated. */
type SaidOfValue = string | { description: string; deprecationReason?: string };

/**
 * Declares an enum of the words that REST has.
 * @param values what is said of each word, where its name does not say it.
 * @returns an object in which each key equals its value.
 */
export function enumOf<const Word extends string>(
  words: readonly Word[],
  name: string,
  description: string,
  values: { readonly [W in Word]?: SaidOfValue } = {},
): { readonly [W in Word]: W } {
  const type = Object.fromEntries(words.map((word) => [word, word])) as { [W in Word]: W };
  const valuesConfig = Object.fromEntries(
    words.flatMap((word) => {
      const said = values[word];
      return said === undefined ? [] : [[word, typeof said === 'string' ? { description: said } : said]];
    }),
  ) as { [W in Word]?: Exclude<SaidOfValue, string> };
  registerEnumType(type, { name, description, valuesConfig });
  return type;
}

export const CurrencyCode = enumOf(CURRENCIES, 'CurrencyCode', 'ISO 4217 currency code.');

export const CountryCode = enumOf(COUNTRIES, 'CountryCode', 'ISO 3166-1 alpha-2 country code.');

/**
 * Enums whose words REST does not read by the default rule, which is an exact match or else the code `value_is_invalid`
 * (rest-conventions.md §12, §14).
 */
export const ENUM_INPUT: Record<string, { invalidCode: string; anyCase: boolean }> = {
  CountryCode: { invalidCode: 'not_a_valid_country_code', anyCase: true },
  ZeroAmountInvoiceRule: { invalidCode: 'invalid_value', anyCase: false },
};
