// The numbers of sellers and buyers in e-invoices: rules BR-CO-26, UBL-SR-16, SE-R-001 to SE-R-005, NO-R-001, IT-R-001, IS-R-002.
import { expect, test } from '@jest/globals';
import { missingMembers } from './missing-members.js';
import { buyerNumbers, sellerNumbers } from './party-numbers.js';
import type { CheckedParty } from './completeness.js';
import { Big } from '../money/decimal.js';
import type { EInvoice } from './e-invoice.js';

const party = (
  country: string,
  taxIdentificationNumber: string | null,
  legalNumber: string | null = null,
  identifiers: CheckedParty['identifiers'] = [],
) => ({ country, taxIdentificationNumber, legalNumber, identifiers });

const GLN = { scheme: '0088', value: '4006381333931' };
const SIRET = { scheme: '0009', value: '73282932000074' };

test.each([
  // A number at a tax office is no number of the seller, so it is said in both places.
  [
    party('DE', '12/345/67890'),
    { taxNumber: '12/345/67890', others: [{ scheme: null, value: '12/345/67890' }] },
  ],
  [
    party('DE', '12/345/67890', 'HRB 1'),
    { taxNumber: '12/345/67890', legal: { scheme: null, value: 'HRB 1' } },
  ],
  [party('DE', '12/345/67890', ' ', [GLN]), { taxNumber: '12/345/67890', others: [GLN] }],
  [party('DE', ' ', '\u200b'), {}],
  [
    party('SE', 'SE 556036-0793 01', '556036-0793'),
    { vatNumber: 'SE556036079301', legal: { scheme: null, value: '5560360793' } },
  ],
  [party('SE', 'SE12', '12'), { others: [{ scheme: null, value: 'SE12' }] }],
  [party('NO', 'NO 923 829 644 MVA'), { vatNumber: 'NO923829644MVA' }],
  [party('NO', 'NO923829645MVA', '1'), { taxNumber: 'NO923829645MVA', legal: { scheme: null, value: '1' } }],
  [party('IT', '12/345', '1'), { legal: { scheme: null, value: '1' } }],
  [
    party('IS', 'IS123456', '550287-3329'),
    { vatNumber: 'IS123456', legal: { scheme: '0196', value: '5502873329' } },
  ],
])('a seller has the numbers: %j', (seller, expected) => {
  const none = { vatNumber: null, taxNumber: null, legal: null, others: [] };
  expect(sellerNumbers(seller, true)).toEqual({ ...none, ...expected });
});

test.each([
  [party('FR', 'FR83404833048', null, [GLN, SIRET]), { vatNumber: 'FR83404833048', others: [GLN] }],
  [party('FR', '12/345', '1', [SIRET]), { legal: { scheme: null, value: '1' }, others: [SIRET] }],
  [party('SE', 'SE12'), { vatNumber: 'SE12' }],
])('a buyer has one number besides those for VAT and of its company: %j', (buyer, expected) => {
  const none = { vatNumber: null, taxNumber: null, legal: null, others: [] };
  expect(buyerNumbers(buyer, true)).toEqual({ ...none, ...expected });
});

const lackedBySeller = (country: string, taxNumber: string, rate: string, buyerCountry: string) => {
  const contact = { addressLine1: 'Kaj 1', city: 'Malmö', zipcode: null, phone: null, email: null };
  const seller = { ...contact, ...party(country, taxNumber, '556036-0793', [GLN]) };
  const buyer = { ...seller, country: buyerCountry, zipcode: '21119' };
  return missingMembers({
    ...{ seller, buyer, profile: 'peppol_bis_3', isSelfBilled: false },
    lines: [{ tax: { category: 'S', ratePercent: new Big(rate), reason: null } }],
  } as unknown as EInvoice).issuer;
};

test.each([
  ['SE', 'SE556036079301', '25', 'FI', []],
  ['SE', 'SE556036079301', '25.0', 'FI', []],
  ['SE', 'SE556036079301', '19', 'FI', ['country']],
  ['SE', 'SE12', '12', 'FI', ['taxIdentificationNumber']],
  ['IT', '12/345', '20', 'FI', ['zipcode', 'taxIdentificationNumber']],
  ['DE', '12/345', '20', 'FI', []],
  ['DE', '12/345', '20', 'DE', ['zipcode', 'phone', 'email']],
])(
  'under Peppol, a seller from %s with number %s, rate %s and a buyer from %s lacks %j',
  (country, number, rate, buyer, lacked) => {
    expect(lackedBySeller(country, number, rate, buyer)).toEqual(lacked);
  },
);
