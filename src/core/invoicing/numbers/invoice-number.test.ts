// Sections without a document are those of invoices.md.
import { expect, test } from '@jest/globals';
import {
  customerSlug,
  defaultNumberPrefix,
  draftNumber,
  numberPerBillingEntity,
  numberPerCustomer,
  prefixFor,
} from './invoice-number.js';

test.each([
  ['Acme', '018f-abcd-4f2a', 'ACM-4F2A', 'three letters and the end of the id: §5.3'],
  ['a b c d', '0000-11ff', 'ABC-11FF', 'spaces are no letters'],
  ['Österreich AG', '0000-11ff', 'ÖST-11FF', 'letters of any alphabet'],
  ['ßa', '0000-11ff', 'SSA-11FF', 'a letter that is two in upper case'],
  ['3D', '0000-11ff', '3D-11FF', 'a short name, a digit'],
  ['!!', '0000-11ff', '11FF', 'no letter at all'],
])('entity %s with id %s has the prefix %s: %s', (name, id, prefix) => {
  expect(defaultNumberPrefix(name, id)).toBe(prefix);
});

test.each([
  [numberPerCustomer('ACM-4F2A', 7, 12), 'ACM-4F2A-007-012', '§5.3'],
  [numberPerCustomer('NOR', 14, 3), 'NOR-014-003', '§12 C'],
  [numberPerCustomer('NOR', 1234, 5678), 'NOR-1234-5678', 'more than three digits'],
  [customerSlug('NOR', 14), 'NOR-014', '§5.3'],
  [draftNumber('NOR'), 'NOR-DRAFT', '§2'],
  [customerSlug(prefixFor({ testClockId: 'clock' }, 'NOR'), 1), 'TEST-NOR-001', 'a customer on a test clock'],
  [customerSlug(prefixFor({ testClockId: null }, 'NOR'), 1), 'NOR-001', 'a live customer'],
])('the number %s is %s: %s', (number, expected) => {
  expect(number).toBe(expected);
});

test.each([
  ['2025-06-15T00:00:00Z', 'UTC', 'NOR-202506-1208', '§12 C'],
  ['2025-07-01T03:00:00Z', 'America/Denver', 'NOR-202506-1208', "the month is the entity's"],
])('the 1208th invoice, final at %s in %s, is %s: %s', (at, timezone, expected) => {
  expect(numberPerBillingEntity('NOR', { at: new Date(at), timezone }, 1208)).toBe(expected);
});
