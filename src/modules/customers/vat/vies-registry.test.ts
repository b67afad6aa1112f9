import { expect, test } from '@jest/globals';
import { VatRegistryFailure } from './vat-registry.js';
import { readAnswer } from './vies-registry.js';

const answer = (content: unknown, status = 200) => ({
  status,
  body: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});
const invalid = { isValid: false, name: null, address: null };

test.each([
  [
    { valid: true, name: ' ACME GMBH ', address: 'Street 1\n10115 Berlin' },
    'ACME GMBH',
    'Street 1\n10115 Berlin',
  ],
  [{ valid: true, name: '---', address: '---' }, null, null],
  [{ valid: true, name: 7 }, null, null],
])('a valid number comes with the business that has it: %j', (content, name, address) => {
  expect(readAnswer(answer(content))).toEqual({ isValid: true, name, address });
});

test.each([
  [{ valid: false, name: '---', address: '---' }, 200],
  [{ actionSucceed: false, errorWrappers: [{ error: 'INVALID_INPUT' }] }, 400],
])('a number that no registry knows is invalid: %j', (content, status) => {
  expect(readAnswer(answer(content, status))).toEqual(invalid);
});

test.each([
  [{ actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }, 200, 'MS_UNAVAILABLE'],
  [{ errorWrappers: [{ error: 'MS_MAX_CONCURRENT_REQ' }] }, 500, 'MS_MAX_CONCURRENT_REQ'],
  [{ errorWrappers: [{ error: '<b>' }] }, 500, 'the registry answered with status 500'],
  [{ valid: true }, 503, 'the registry answered with status 503'],
  [{ valid: 'true' }, 200, 'the registry answered with status 200'],
  ['<html>', 200, 'the registry answered with status 200'],
  ['null', 429, 'the registry answered with status 429'],
])('anything else is no answer: %j with status %d', (content, status, message) => {
  expect(() => readAnswer(answer(content, status))).toThrow(new VatRegistryFailure(message));
});
