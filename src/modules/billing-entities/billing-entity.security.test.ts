import { expect, test } from '@jest/globals';
import { resourcesOfEntityUpdate } from './billing-entity.security.js';

const entity = { name: 'Hooli', code: 'eu' };
const shown = (over: object = {}) => ({
  name: 'Hooli',
  timezone: 'UTC',
  invoice_grace_period: 0,
  taxes: [{ code: 'vat', rate: 20 }],
  updated_at: '2027-01-01T00:00:00Z',
  ...over,
});

test('every changed member is listed with its old and new value: logs.md §4', () => {
  const after = shown({
    timezone: 'Europe/Paris',
    invoice_grace_period: 3,
    taxes: [],
    updated_at: '2027-02-01T00:00:00Z',
  });
  expect(resourcesOfEntityUpdate(entity, shown(), after)).toEqual({
    billing_entity_name: 'Hooli',
    billing_entity_code: 'eu',
    timezone: { deleted: 'UTC', added: 'Europe/Paris' },
    invoice_grace_period: { deleted: 0, added: 3 },
    tax_codes: { deleted: ['vat'], added: [] },
  });
});

test('an update that changes nothing leaves no entry', () => {
  const later = shown({ updated_at: '2027-02-01T00:00:00Z', taxes: [{ code: 'vat', rate: 21 }] });
  expect(resourcesOfEntityUpdate(entity, shown(), later)).toBeNull();
});
