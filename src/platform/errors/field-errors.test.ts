import { expect, test } from '@jest/globals';
import { FieldErrors } from './field-errors.js';

test('details list every code of every field, each once', () => {
  const errors = new FieldErrors();
  errors.add('name', 'value_is_mandatory');
  errors.forMember('plan').add('name', 'value_is_too_long');
  for (const code of ['invalid_count', 'invalid_format', 'invalid_count'] as const)
    errors.add('charges', code);
  expect(errors.details()).toEqual({
    name: ['value_is_mandatory'],
    'plan.name': ['value_is_too_long'],
    charges: ['invalid_count', 'invalid_format'],
  });
});

test('an exceeded limit is stated once at base, and its code at each field', () => {
  const errors = new FieldErrors();
  for (const field of ['name', 'code'])
    errors.forMember('plan').addOverLimit(field, 'value_is_too_long', 'A text has at most 9 characters.');
  expect(errors.details()).toEqual({
    'plan.name': ['value_is_too_long'],
    'plan.code': ['value_is_too_long'],
    base: ['A text has at most 9 characters.'],
  });
  expect(() => {
    errors.throwIfAny();
  }).toThrow('A text has at most 9 characters.');
});

test('no more than 1,000 fields are reported', () => {
  const errors = new FieldErrors();
  for (let index = 0; index < 5_000; index++) errors.add(`charges.${index}`, 'invalid_format');
  errors.add('charges.0', 'invalid_count');
  const details = errors.details();
  expect(Object.keys(details)).toHaveLength(1_000);
  expect(details['charges.0']).toEqual(['invalid_format', 'invalid_count']);
});
