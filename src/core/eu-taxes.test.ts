// Source: taxes.md §6.1.
import { expect, test } from '@jest/globals';
import { euTaxesOn, isEuCountry, standardCode, territoryCodeOf } from './eu-taxes.js';

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
  ['US', '38001', null],
])('%s %s lies in %s', (country, postcode, name) => {
  const code = name === null ? null : `svc_eu_${country.toLowerCase()}_exception_${name}`;
  expect(territoryCodeOf(country, postcode)).toBe(code);
  if (code !== null) expect(taxes.has(code)).toBe(true);
});

test('members of the EU', () => {
  expect(['BE', 'GR', 'GB', 'US', 'toString'].filter(isEuCountry)).toEqual(['BE', 'GR']);
  expect(standardCode('BE')).toBe('svc_eu_be_standard');
});
