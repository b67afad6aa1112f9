import { expect, test } from '@jest/globals';
import { camelCase, snakeCase, snakePath } from './letter-case.js';

test.each([
  ['externalId', 'external_id'],
  ['code', 'code'],
  ['addressLine1', 'address_line1'],
  ['fromDatetimeIso8601', 'from_datetime_iso8601'],
])('%s is %s, and back', (camel, snake) => {
  expect([snakeCase(camel), camelCase(snake)]).toEqual([snake, camel]);
});

test('snakePath converts every member of a path', () => {
  expect(snakePath('charges.1.billableMetricId')).toBe('charges.1.billable_metric_id');
});
