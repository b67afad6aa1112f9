import { describe, expect, test } from '@jest/globals';
import {
  applicableSections,
  type SectionChoice,
  sectionIdsOf,
  type SelectedSection,
} from './custom-sections.js';

const known = new Map(['a', 'b', 'c', 'd', 'e'].map((id) => [id, { id, name: `Section ${id}` }]));
const selected = (ids: string): SelectedSection[] =>
  Array.from(ids, (sectionId) => ({
    id: `of ${sectionId}`,
    sectionId,
    selectedAt: '2026-01-01T00:00:00.000Z',
  }));
const chosen = (ids: string): SectionChoice => ({ skips: false, selected: selected(ids) });
const skip: SectionChoice = { skips: true, selected: [] };

describe('the sections of an invoice', () => {
  // x and y are deleted sections. Source: invoices.md §11.
  test.each<[(SectionChoice | null)[], SectionChoice, string, string, string]>([
    [[chosen('ba')], chosen('c'), 'd', 'ab', 'a source that selects some has those'],
    [[null], chosen('c'), 'd', 'c', 'a source that selects none has those of the customer'],
    [[null], chosen(''), 'd', 'd', 'else those of the billing entity'],
    [[null], skip, 'd', '', 'a customer that skips them has none'],
    [[null], { skips: true, selected: selected('c') }, 'd', '', 'also if it has selected some'],
    [[chosen('a')], skip, 'd', 'a', 'a source of a customer that skips them has its own'],
    [[skip], chosen('c'), 'd', '', 'a source that skips them has none'],
    [[skip, skip], chosen('c'), 'd', '', 'nor do several'],
    [[chosen('a'), chosen('ab')], chosen('c'), 'd', 'ab', 'several sources show each section once'],
    [[chosen('b'), null], chosen('c'), 'd', 'bc', 'beside a source that selects none, also the customer’s'],
    [[chosen('c'), null], chosen(''), 'a', 'ac', 'or those of the billing entity'],
    [[chosen('b'), skip], chosen('c'), 'd', 'b', 'a source that skips them adds none'],
    [[skip, null], chosen('c'), 'd', 'c', 'nor does it keep others from having some'],
    [[chosen('x')], chosen('c'), 'd', 'c', 'deleted sections count as not selected'],
    [[null], chosen('y'), 'd', 'd', 'those of the customer as well'],
    [[chosen('xa')], chosen('c'), 'd', 'a', 'and are not shown'],
  ])('%j, customer %j, entity %s: %s: %s', (sources, customer, entity, shown) => {
    const general = { customer, entity: selected(entity) };
    expect(
      applicableSections(sources, general, known)
        .map(({ id }) => id)
        .join(''),
    ).toBe(shown);
  });

  test('the sections of an invoice are sorted by name', () => {
    const named = new Map([
      ['a', { id: 'a', name: 'Zebra' }],
      ['b', { id: 'b', name: 'Ant' }],
    ]);
    const general = { customer: chosen(''), entity: selected('ab') };
    expect(applicableSections([null], general, named).map(({ name }) => name)).toEqual(['Ant', 'Zebra']);
  });

  test('the sections of an invoice are among those that it might show', () => {
    const general = { customer: chosen('b'), entity: selected('c') };
    expect(sectionIdsOf([chosen('a'), null], general)).toEqual(['a', 'b', 'c']);
  });
});
