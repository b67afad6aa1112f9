// Numbers of bank accounts: billing-entities.md §5.
import { expect, test } from '@jest/globals';
import { groupedIban, withoutBlanks } from './account-numbers.js';

test.each([
  ['BR97 0036 0305 0000 1000 9795 493P 1'],
  ['DE89 3704 0044 0532 0130 00'],
  ['MT84 MALT 0110 0001 2345 MTLC AST0 01S'],
  ['NO93 8601 1117 947'],
])('the IBAN %s is stored without blanks in upper case, and written in groups again', (iban) => {
  const stored = withoutBlanks(` ${iban.toLowerCase()}\t`);
  expect(stored).toBe(iban.replaceAll(' ', ''));
  expect(groupedIban(stored)).toBe(iban);
});
