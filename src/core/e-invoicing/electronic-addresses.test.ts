// Where parties receive e-invoices: documents-and-emails.md §3.
import { expect, test } from '@jest/globals';
import { electronicAddress, isWellFormed, peppolAddress } from './electronic-addresses.js';

const NOBODY = { identifiers: [], taxIdentificationNumber: null, country: null, email: null };

test.each([
  ['0088', '4006381333931', '4006381333932'],
  ['0192', '987654325', '987654324'],
  ['0208', '0203201340', '0203201341'],
  ['0007', '5560360793', '5560360794'],
  ['0106', '12345678', '1234567'],
  ['0151', '51824753556', '51824753557'],
  ['0184', 'DK12345678', '1234'],
  ['0009', '73282932000074', '7328293200007'],
])('numbers of %s have check digits', (scheme, right, wrong) => {
  expect([isWellFormed({ scheme, value: right }), isWellFormed({ scheme, value: wrong })]).toEqual([
    true,
    false,
  ]);
});

test('under Peppol an identifier comes before the VAT number, and e-mails do not count', () => {
  const party = { ...NOBODY, taxIdentificationNumber: 'EL 123456789', email: 'a@b.example, c@d.example' };
  expect(peppolAddress(party)).toEqual({ scheme: '9933', value: 'EL123456789' });
  expect(electronicAddress(party)).toEqual({ scheme: 'EM', value: 'a@b.example' });
  const identifiers = [
    { scheme: 'EM', value: 'x@y.example' },
    { scheme: '0204', value: '991-1' },
  ];
  expect(peppolAddress({ ...party, identifiers })).toEqual(identifiers[1]);
  expect(electronicAddress({ ...party, identifiers })).toEqual(identifiers[0]);
  expect([peppolAddress(NOBODY), electronicAddress(NOBODY)]).toEqual([null, null]);
});
