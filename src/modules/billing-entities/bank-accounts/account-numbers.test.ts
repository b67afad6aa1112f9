// Numbers of bank accounts: billing-entities.md §5.
import { describe, expect, test } from '@jest/globals';
import { groupedIban, isBic, isIban, withoutBlanks } from './account-numbers.js';

/** Examples of the registry. */
const IBANS = [
  'AD12 0001 2030 2003 5910 0100',
  'AE07 0331 2345 6789 0123 456',
  'AT61 1904 3002 3457 3201',
  'BE68 5390 0754 7034',
  'BR97 0036 0305 0000 1000 9795 493P 1',
  'CH93 0076 2011 6238 5295 7',
  'DE89 3704 0044 0532 0130 00',
  'EG38 0019 0005 0000 0000 2631 8000 2',
  'ES91 2100 0418 4502 0005 1332',
  'FI21 1234 5600 0007 85',
  'FR14 2004 1010 0505 0001 3M02 606',
  'GB29 NWBK 6016 1331 9268 19',
  'IT60 X054 2811 1010 0000 0123 456',
  'KW81 CBKU 0000 0000 0000 1234 5601 01',
  'LC55 HEMM 0001 0001 0012 0012 0002 3015',
  'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
  'NL91 ABNA 0417 1643 00',
  'NO93 8601 1117 947',
  'PL61 1090 1014 0000 0712 1981 2874',
  'SC18 SSCB 1101 0000 0000 0000 1497 USD',
  'SE45 5000 0000 0583 9825 7466',
  'SV62 CENR 0000 0000 0000 0070 0025',
];

describe('an IBAN', () => {
  test.each(IBANS)('%s is accepted, and written in groups again', (iban) => {
    expect(isIban(withoutBlanks(iban))).toBe(true);
    expect(isIban(withoutBlanks(` ${iban.toLowerCase()}\t`))).toBe(true);
    expect(groupedIban(withoutBlanks(iban))).toBe(iban);
  });

  test.each(IBANS)('%s is refused with any other digit, check digits or length', (written) => {
    const iban = withoutBlanks(written);
    for (let index = 2; index < iban.length; index += 1) {
      const sign = iban.charAt(index);
      if (!/\d/.test(sign)) continue;
      const other = `${iban.slice(0, index)}${(Number(sign) + 1) % 10}${iban.slice(index + 1)}`;
      expect([other, isIban(other)]).toEqual([other, false]);
    }
    expect(isIban(`${iban}0`)).toBe(false);
    expect(isIban(iban.slice(0, -1))).toBe(false);
  });

  test.each([
    ['US54 SVBK US6S 3300 9586 71', 'a country without IBANs, although the check digits are right'],
    ['DE51 3704 0044 0532 0130 0', 'a length of no German account'],
    ['ÄE07 0331 2345 6789 0123 456', 'another alphabet'],
    ['', 'nothing'],
  ])('%s is refused: %s', (iban) => {
    expect(isIban(withoutBlanks(iban))).toBe(false);
  });
});

test('a BIC has 8 or 11 letters and digits', () => {
  expect(['COBADEFF', 'COBADEFFXXX', 'BKAUATWW'].map(isBic)).toEqual([true, true, true]);
  expect(['COBADEF', 'COBADEFFXX', 'COBADEFFXXXX', 'COBA-EFF', ''].map(isBic)).toEqual(
    Array.from({ length: 5 }, () => false),
  );
});
