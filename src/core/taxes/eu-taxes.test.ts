// Sources: taxes.md §6.1, §6.3.
import { expect, test } from '@jest/globals';
import { euTaxCodeAfterCheck, euTaxCodeOf, euTaxesOn, isInEuVatArea } from './eu-taxes.js';

const taxes = new Map(euTaxesOn('2027-01-01').map((tax) => [tax.code, tax]));

test('27 countries, 18 territories, reverse charge and tax exempt', () => {
  const codes = [...taxes.keys()];
  expect(codes.filter((code) => code.endsWith('_standard'))).toHaveLength(27);
  expect(codes.filter((code) => code.includes('_exception_'))).toHaveLength(18);
  expect(codes).toHaveLength(47);
});

test.each([
  ['svc_eu_fi_standard', 'FI Standard', '25.5'],
  ['svc_eu_gr_standard', 'GR Standard', '24'],
  ['svc_eu_de_exception_busingen_am_hochrhein', 'DE Büsingen am Hochrhein Standard', '0'],
  ['svc_eu_it_exception_campione_d_italia', "IT Campione d'Italia Standard", '0'],
  ['svc_eu_pt_exception_azores', 'PT Azores Standard', '18'],
  ['svc_eu_reverse_charge', 'Reverse Charge', '0'],
  ['svc_eu_tax_exempt', 'Tax Exempt', '0'],
])('%s is called %s and has the rate %s', (code, name, rate) => {
  expect(taxes.get(code)).toEqual({ code, name, rate });
});

test.each([
  ['AT', '6691', 'jungholz'],
  ['AT', '6992', 'mittelberg'],
  ['AT', '66911', null],
  ['DE', '78 266', 'busingen_am_hochrhein'],
  ['ES', '38001', 'canary_islands'],
  ['ES', '51005', 'ceuta'],
  ['ES', '51006', null],
  ['ES', '52081', 'melilla'],
  ['FI', '22100', 'aland_islands'],
  ['FR', '97200', 'martinique'],
  ['FR', '97500', null],
  ['PT', '9000-039', 'madeira'],
  ['PT', '9500', 'azores'],
  ['PT', '8900', null],
  ['NL', '38001', null],
])('%s %s lies in %s', (country, postcode, name) => {
  const code = `svc_eu_${country.toLowerCase()}_${name === null ? 'standard' : `exception_${name}`}`;
  // In France only businesses have the taxes of a territory.
  const taxIdentificationNumber = country === 'FR' && name !== null ? 'FRXX123456789' : null;
  expect(euTaxCodeOf({ country, zipcode: postcode, taxIdentificationNumber }, 'NL')).toBe(code);
  expect(taxes.has(code)).toBe(true);
});

test('countries in the VAT area of the EU', () => {
  const codes = ['BE', 'GR', 'GB', 'US', 'toString', 'MC', 'IM', 'AX', 'GP', 'RE'];
  // Monaco counts as France.
  expect(codes.filter(isInEuVatArea)).toEqual(['BE', 'GR', 'MC']);
});

/** The rows of the table in taxes.md §6.4; null: the registry has to be asked. */
test.each<[string, string | null, string | null, string | null, string | null]>([
  ['NL', null, null, null, 'svc_eu_nl_standard'],
  ['NL', 'DE', null, '10115', 'svc_eu_de_standard'],
  ['NL', 'DE', 'DE123456789', '10115', null],
  ['NL', 'NL', 'NL123456789B01', null, null],
  ['NL', 'US', null, null, 'svc_eu_tax_exempt'],
  ['NL', 'US', null, '38001', 'svc_eu_tax_exempt'],
  ['NL', 'ES', null, '38001', 'svc_eu_es_exception_canary_islands'],
  ['NL', 'ES', 'ESX1234567X', '38001', 'svc_eu_es_exception_canary_islands'],
  ['FR', 'FR', null, '97200', 'svc_eu_fr_standard'],
  ['FR', 'FR', 'FRXX123456789', '97200', 'svc_eu_fr_exception_martinique'],
  ['NL', 'BE', 'nonsense', null, 'svc_eu_be_standard'],
])('entity %s, customer %s, number %s, postcode %s: %s', (entity, country, number, zipcode, code) => {
  expect(euTaxCodeOf({ country, zipcode, taxIdentificationNumber: number }, entity)).toBe(code);
});

test.each<[string, string | null, string | null, string | null, string]>([
  ['NL', 'DE', 'DE', '10115', 'svc_eu_reverse_charge'],
  ['NL', 'NL', 'NL', null, 'svc_eu_nl_standard'],
  ['NL', 'BE', null, null, 'svc_eu_be_standard'],
  ['NL', null, null, null, 'svc_eu_nl_standard'],
  ['NL', 'US', null, null, 'svc_eu_tax_exempt'],
  ['NL', 'US', 'DE', null, 'svc_eu_reverse_charge'],
  ['ES', 'NL', 'ES', '38001', 'svc_eu_es_exception_canary_islands'],
])(
  'entity %s, customer %s, checked in %s, postcode %s: %s',
  (entity, country, registeredIn, zipcode, code) => {
    const customer = { country, zipcode, taxIdentificationNumber: 'checked' };
    expect(euTaxCodeAfterCheck(customer, entity, registeredIn)).toBe(code);
  },
);

/** Territories with a country code of their own (taxes.md §6.3). */
test.each<[string, string, string | null, string | null, string | null]>([
  ['BE', 'MC', null, '98020', 'svc_eu_fr_standard'],
  ['MC', 'MC', null, '98000', 'svc_eu_fr_standard'],
  ['MC', 'FR', null, null, 'svc_eu_fr_standard'],
  ['MC', 'DE', null, null, 'svc_eu_de_standard'],
  ['FR', 'MC', 'FR23000123456', '98020', null],
  ['FR', 'MC', 'MC23000123456', '98020', 'svc_eu_fr_standard'],
  ['BE', 'MC', 'FR23000123456', '97200', 'svc_eu_fr_exception_martinique'],
  ['BE', 'IM', null, 'IM1 2AB', 'svc_eu_tax_exempt'],
  ['FI', 'AX', null, '22100', 'svc_eu_tax_exempt'],
  ...['GF', 'GP', 'MQ', 'RE', 'YT'].map(
    (code) =>
      ['FR', code, null, '97100', 'svc_eu_tax_exempt'] satisfies [string, string, null, string, string],
  ),
])('%s bills %s (%s, %s) with %s', (entityCountry, country, taxIdentificationNumber, zipcode, code) => {
  expect(euTaxCodeOf({ country, zipcode, taxIdentificationNumber }, entityCountry)).toBe(code);
});

test.each<[string | null, string, string]>([
  ['FR', 'svc_eu_fr_standard', 'at home'],
  ['DE', 'svc_eu_reverse_charge', 'abroad'],
  [null, 'svc_eu_fr_standard', 'not valid'],
])('a number of %s for a customer in Monaco of an entity there is %s: %s', (registeredIn, code) => {
  const customer = { country: 'MC', zipcode: '98000', taxIdentificationNumber: 'FR23000123456' };
  expect(euTaxCodeAfterCheck(customer, 'MC', registeredIn)).toBe(code);
});
