import type { TaxCategory } from './tax-categories.js';
import { readVatNumber } from './vat-numbers.js';

/** The rate of a tax from a day on, as an ISO date. */
interface DatedRate {
  readonly effectiveFrom: string;
  /** Percent. */
  readonly rate: string;
}

/** A territory of a country in which other rates hold. */
interface SpecialTerritory {
  readonly name: string;
  /** Matches the whole postcode, without spaces. */
  readonly postcode: RegExp;
  readonly rates: readonly DatedRate[];
}

interface CountryTaxes {
  readonly standard: readonly DatedRate[];
  readonly territories: readonly SpecialTerritory[];
}

/** A tax that EU tax management creates. */
export interface EuTax {
  readonly code: string;
  readonly name: string;
  /** Percent. */
  readonly rate: string;
}

const REVERSE_CHARGE_CODE = 'svc_eu_reverse_charge';
const TAX_EXEMPT_CODE = 'svc_eu_tax_exempt';

/** The first day of rates that hold since before Tollgate. */
const ALWAYS = '1900-01-01';

/** A country with one standard rate, and territories as [name, postcode, rate]. */
function country(
  standard: string,
  ...territories: readonly (readonly [name: string, postcode: RegExp, rate: string])[]
): CountryTaxes {
  return {
    standard: [{ effectiveFrom: ALWAYS, rate: standard }],
    territories: territories.map(([name, postcode, rate]) => ({
      name,
      postcode,
      rates: [{ effectiveFrom: ALWAYS, rate }],
    })),
  };
}

/**
 * The members of the EU with their rates. A rate that changes gets a second entry, with the day from which it holds.
 * Source: taxes.md §6.1.
 */
const EU_TAXES: Readonly<Record<string, CountryTaxes>> = {
  AT: country('20', ['Jungholz', /^6691$/, '19'], ['Mittelberg', /^699[123]$/, '19']),
  BE: country('21'),
  BG: country('20'),
  CY: country('19'),
  CZ: country('21'),
  DE: country('19', ['Büsingen am Hochrhein', /^78266$/, '0'], ['Heligoland', /^27498$/, '0']),
  DK: country('25'),
  EE: country('24'),
  ES: country(
    '21',
    ['Canary Islands', /^(?:35|38)\d{3}$/, '0'],
    ['Ceuta', /^510(?:0[1-5]|7[01]|81)$/, '0'],
    ['Melilla', /^520(?:0[0-6]|7[01]|81)$/, '0'],
  ),
  FI: country('25.5', ['Aland Islands', /^22\d{3}$/, '0']),
  FR: country(
    '20',
    ['Guadeloupe', /^971\d{2}$/, '8.5'],
    ['Martinique', /^972\d{2}$/, '8.5'],
    ['Reunion', /^974\d{2}$/, '8.5'],
    ['Guyane', /^973\d{2}$/, '0'],
    ['Mayotte', /^976\d{2}$/, '0'],
  ),
  GR: country('24', ['Mount Athos', /^63086$/, '0']),
  HR: country('25'),
  HU: country('27'),
  IE: country('23'),
  IT: country('22', ["Campione d'Italia", /^22061$/, '0'], ['Livigno', /^23041$/, '0']),
  LT: country('21'),
  LU: country('17'),
  LV: country('21'),
  MT: country('18'),
  NL: country('21'),
  PL: country('23'),
  PT: country(
    '23',
    ['Madeira', /^9[0-4]\d{2}(?:-?\d{3})?$/, '22'],
    ['Azores', /^9[5-9]\d{2}(?:-?\d{3})?$/, '18'],
  ),
  RO: country('21'),
  SE: country('25'),
  SI: country('22'),
  SK: country('23'),
};

/**
 * Territories with a country code of their own in which the VAT of a member holds. Others of that kind are outside of the VAT area of the
 * EU: the Isle of Man (IM), Åland (AX), and the French overseas departments (GF, GP, MQ, RE, YT). Source: taxes.md §6.3.
 */
const TAXED_AS: Readonly<Record<string, string>> = { MC: 'FR' };

/** The country whose VAT holds in a country. Both codes are in upper case. */
function vatCountryOf(code: string): string {
  return TAXED_AS[code] ?? code;
}

/** True for the code of a country, in upper case, in which the VAT of a member of the EU holds. */
export function isInEuVatArea(code: string): boolean {
  return Object.hasOwn(EU_TAXES, vatCountryOf(code));
}

/** True for the code, in upper case, of a member of the EU. */
export function isEuCountry(code: string): boolean {
  return Object.hasOwn(EU_TAXES, code);
}

/** Every tax of EU tax management, with the rates in force on a day (an ISO date). Source: taxes.md §6.1. */
export function euTaxesOn(day: string): EuTax[] {
  const countries = Object.entries(EU_TAXES).flatMap(([code, { standard, territories }]) => [
    { code: standardCode(code), name: `${code} Standard`, rate: rateOn(day, standard) },
    ...territories.map(({ name, rates }) => ({
      code: exceptionCode(code, name),
      name: `${code} ${name} Standard`,
      rate: rateOn(day, rates),
    })),
  ]);
  return [
    ...countries,
    { code: REVERSE_CHARGE_CODE, name: 'Reverse Charge', rate: '0' },
    { code: TAX_EXEMPT_CODE, name: 'Tax Exempt', rate: '0' },
  ];
}

/** The code of the standard tax that holds in a country. @param countryCode in upper case. */
function standardCode(countryCode: string): string {
  return `svc_eu_${vatCountryOf(countryCode).toLowerCase()}_standard`;
}

/** The code of the tax of the special territory in which a postcode lies; null if it lies in none. */
function territoryCodeOf(countryCode: string, postcode: string): string | null {
  const compact = postcode.replace(/\s/g, '');
  const country = vatCountryOf(countryCode);
  const territory = EU_TAXES[country]?.territories.find((each) => each.postcode.test(compact));
  return territory === undefined ? null : exceptionCode(country, territory.name);
}

function exceptionCode(countryCode: string, name: string): string {
  const folded = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return `svc_eu_${countryCode.toLowerCase()}_exception_${folded.replace(/[^a-z0-9]/g, '_')}`;
}

/** The newest rate whose first day has come. */
function rateOn(day: string, rates: readonly DatedRate[]): string {
  const begun = rates.filter(({ effectiveFrom }) => effectiveFrom <= day);
  const newest = begun.toSorted((one, other) => (one.effectiveFrom < other.effectiveFrom ? 1 : -1))[0];
  if (newest === undefined) throw new Error(`No rate is in force on ${day}.`);
  return newest.rate;
}

/** The members of a customer that decide how it is taxed. */
export interface TaxedCustomer {
  readonly country: string | null;
  readonly zipcode: string | null;
  readonly taxIdentificationNumber: string | null;
}

/**
 * The code of the EU tax of a customer.
 * @param entityCountry that of the customer's billing entity, in the VAT area of the EU.
 * @returns null if it depends on whether the registry of the EU knows the customer's VAT number. Source: taxes.md §6.3.
 */
export function euTaxCodeOf(customer: TaxedCustomer, entityCountry: string): string | null {
  const territory = territoryOf(customer);
  if (territory !== null) return territory;
  const { taxIdentificationNumber: sent } = customer;
  const isBusiness = sent !== null && readVatNumber(sent) !== null;
  return isBusiness ? null : codeOfPrivate(customer, entityCountry);
}

/**
 * The code of the EU tax of a customer whose VAT number was checked.
 * @param entityCountry as for `euTaxCodeOf`.
 * @param registeredIn the country whose registry knows the number; null if none does. Source: taxes.md §6.3.
 */
export function euTaxCodeAfterCheck(
  customer: TaxedCustomer,
  entityCountry: string,
  registeredIn: string | null,
): string {
  if (registeredIn === null) return codeOfPrivate(customer, entityCountry);
  if (registeredIn !== vatCountryOf(entityCountry)) return REVERSE_CHARGE_CODE;
  const territory = customer.zipcode === null ? null : territoryCodeOf(entityCountry, customer.zipcode);
  return territory ?? standardCode(entityCountry);
}

/** In France, only businesses have the taxes of special territories. */
function territoryOf({ country, zipcode, taxIdentificationNumber }: TaxedCustomer): string | null {
  if (country === null || zipcode === null) return null;
  const isPrivate = taxIdentificationNumber === null || readVatNumber(taxIdentificationNumber) === null;
  return vatCountryOf(country) === 'FR' && isPrivate ? null : territoryCodeOf(country, zipcode);
}

function codeOfPrivate({ country }: TaxedCustomer, entityCountry: string): string {
  if (country === null) return standardCode(entityCountry);
  return isInEuVatArea(country) ? standardCode(country) : TAX_EXEMPT_CODE;
}

/**
 * The category of a tax of EU tax management whose rate is 0: territories outside of the EU's VAT area count as exports.
 * @returns null for another tax. Source: documents-and-emails.md §3.
 */
export function euCategoryOf(code: string): TaxCategory | null {
  if (code === REVERSE_CHARGE_CODE) return 'AE';
  return code === TAX_EXEMPT_CODE || EXCEPTION_CODE.test(code) ? 'G' : null;
}

const EXCEPTION_CODE = /^svc_eu_[a-z]{2}_exception_/;

/** True for the code of a tax of EU tax management. */
export function isEuTaxCode(code: string): boolean {
  return code.startsWith('svc_eu_');
}
