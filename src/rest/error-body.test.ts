import { describe, expect, test } from '@jest/globals';
import {
  AppError,
  badRequest,
  invalid,
  notAllowed,
  notFound,
  overLimit,
} from '../platform/errors/app-error.js';
import { detailsByIndex, errorBody } from './error-body.js';

/** The rows of rest-conventions.md §2. */
test.each<[AppError, object]>([
  [badRequest('invalid JSON'), { status: 400, error: 'BadRequest: invalid JSON' }],
  [new AppError('unauthenticated', 'unauthorized'), { status: 401, error: 'Unauthorized' }],
  [
    new AppError('forbidden', 'feature_unavailable'),
    { status: 403, error: 'Forbidden', code: 'feature_unavailable' },
  ],
  [notFound('tax'), { status: 404, error: 'Not Found', code: 'tax_not_found' }],
  [notAllowed('not_voidable'), { status: 405, error: 'Method Not Allowed', code: 'not_voidable' }],
  [
    overLimit('tooLarge', 'At most 1 MB.'),
    {
      status: 413,
      error: 'Payload Too Large',
      code: 'payload_too_large',
      error_details: { base: ['At most 1 MB.'] },
    },
  ],
  [
    invalid({
      payInAdvance: ['value_is_invalid'],
      'charges.1.billableMetricId': ['value_is_invalid', 'relation_must_exist'],
    }),
    {
      status: 422,
      error: 'Unprocessable Entity',
      code: 'validation_errors',
      error_details: {
        pay_in_advance: ['value_is_invalid'],
        'charges.1.billable_metric_id': ['value_is_invalid', 'relation_must_exist'],
      },
    },
  ],
  [
    new AppError('locked', 'lock_acquisition_failed'),
    { status: 422, error: 'Unprocessable Entity', code: 'lock_acquisition_failed' },
  ],
  [
    new AppError('tooManyRequests', 'too_many_requests'),
    { status: 429, error: 'Too Many Requests', code: 'too_many_requests' },
  ],
  [
    new AppError('unavailable', 'service_unavailable'),
    { status: 503, error: 'Service Unavailable', code: 'service_unavailable' },
  ],
])('the error %s is %j', (failure, body) => {
  expect(errorBody(failure)).toEqual(body);
});

describe('errors of an operation whose body is a list', () => {
  test('errors of an operation whose body is a list are reported by index', () => {
    const details = detailsByIndex({
      'events.0.transactionId': ['value_already_exist'],
      'events.2.code': ['value_is_mandatory'],
      'events.2.timestamp': ['invalid_format'],
      events: ['too_many_events'],
    });
    expect(details).toEqual({
      '0': { transactionId: ['value_already_exist'] },
      '2': { code: ['value_is_mandatory'], timestamp: ['invalid_format'] },
      events: ['too_many_events'],
    });
    expect(errorBody(new AppError('validation', 'validation_errors', details)).error_details).toMatchObject({
      '0': { transaction_id: ['value_already_exist'] },
    });
  });
});
