import { expect, test } from '@jest/globals';
import { keyOfSecret, standardSecret, standardSignature } from './standard-signature.js';

const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';

// integrations.md §10
test('a body is signed as the test vector of our protocol says', () => {
  const body = Buffer.from(
    '{"version":1,"action":"void","document":{"id":"0190a1b2-0000-7000-8000-000000000001","type":"invoice"}}',
  );
  const sent = { id: 'msg_0190a1b2c3d4', body, sentAt: new Date(1_830_000_000_000) };
  expect(standardSignature([keyOfSecret(SECRET)], sent)).toEqual({
    'webhook-id': 'msg_0190a1b2c3d4',
    'webhook-timestamp': '1830000000',
    'webhook-signature': 'v1,2uwsqTpcp9N2HGekClfeeDYC+4QFEeHW3T3c6LaHK0M=',
  });
  const { 'webhook-signature': both = '' } = standardSignature([keyOfSecret(SECRET), 'b3RoZXI='], sent);
  expect(both.split(' ')).toHaveLength(2);
  expect(both).toMatch(/^v1,2uwsqTpcp9N2HGekClfeeDYC\+4QFEeHW3T3c6LaHK0M= v1,/);
});

test('a secret is the key behind a prefix', () => {
  expect(standardSecret(keyOfSecret(SECRET))).toBe(SECRET);
  expect(keyOfSecret('without')).toBe('without');
});
