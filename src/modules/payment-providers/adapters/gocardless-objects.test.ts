// States of payments, refunds and mandates of GoCardless: payment-providers.md §8.
import { describe, expect, test } from '@jest/globals';
import { eventsOfMandate, stateOfPayment, stateOfRefund } from './gocardless-objects.js';

test.each([
  ['pending_customer_approval', 'processing'],
  ['pending_submission', 'processing'],
  ['submitted', 'processing'],
  ['confirmed', 'processing'],
  ['paid_out', 'succeeded'],
  ['cancelled', 'failed'],
  ['customer_approval_denied', 'failed'],
  ['failed', 'failed'],
  ['charged_back', 'failed'],
  ['a word of the future', 'processing'],
])('a payment that is %s is %s', (status, ours) => {
  expect(stateOfPayment({ id: 'PM1', status })).toMatchObject({ providerStatus: status, status: ours });
});

test('a failure has the reason of its event', () => {
  const event = { details: { cause: 'insufficient_funds', description: 'No funds.' } };
  expect(stateOfPayment({ id: 'PM1', status: 'failed' }, event).error).toEqual({
    message: 'No funds.',
    errorCode: 'insufficient_funds',
  });
  expect(stateOfPayment({ id: 'PM1', status: 'confirmed' }, event).error).toBeNull();
});

test.each([
  ['created', 'pending'],
  ['submitted', 'pending'],
  ['paid', 'succeeded'],
  ['bounced', 'failed'],
  ['funds_returned', 'failed'],
])('a refund that is %s is %s', (status, ours) => {
  expect(stateOfRefund({ id: 'RF1', status }).status).toBe(ours);
});

describe('a mandate', () => {
  const links = { customer: 'CU1' };

  test.each([
    ['active', 'active', ['method_added']],
    ['reinstated', 'active', ['method_added']],
    ['created', 'active', []],
    ['created', 'pending_submission', []],
    ['active', 'cancelled', ['method_removed']],
    ['cancelled', 'cancelled', ['method_removed']],
    ['expired', 'expired', ['method_removed']],
    ['submitted', 'suspended_by_payer', []],
  ])('a mandate whose event %s is read while it is %s: %j', (action, status, types) => {
    const events = eventsOfMandate({ action }, { id: 'MD1', status, links });
    expect(events.map(({ type }) => type)).toEqual(types);
  });

  test('a mandate without an id or a customer says nothing', () => {
    expect(eventsOfMandate({ action: 'active' }, { status: 'active', links })).toEqual([]);
    expect(eventsOfMandate({ action: 'active' }, { id: 'MD1', status: 'active' })).toEqual([]);
  });
});
