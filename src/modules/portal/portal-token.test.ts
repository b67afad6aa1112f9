import { expect, test } from '@jest/globals';
import { PORTAL_RESOURCES } from '../../platform/api/access/portal-caller.js';
import { claimsOf, expiryOf, readClaims, splitToken } from './portal-token.js';

const now = new Date('2026-05-01T10:00:00Z');
const token = {
  organizationId: '0196a6f0-0000-7000-8000-000000000001',
  customerId: '0196a6f0-0000-7000-8000-000000000002',
  tokenId: '0196a6f0-0000-7000-8000-000000000003',
  expiresAt: expiryOf(now),
  permissions: { customer: ['write'], payment_method: ['write'] },
  maker: { type: 'user', id: '0196a6f0-0000-7000-8000-000000000004' },
} as const;
const signature = 'x'.repeat(43);

test.each([
  ['', token],
  [' that allows no changes and was made by the server', { ...token, permissions: {}, maker: null }],
])('a token%s says whose portal it opens', (_name, each) => {
  expect(readClaims(claimsOf(each), now)).toEqual(each);
});

test('the longest token can be read', () => {
  const all = Object.fromEntries(PORTAL_RESOURCES.map((resource) => [resource, ['write'] as const]));
  const claims = claimsOf({ ...token, permissions: all, maker: { ...token.maker, type: 'apiKey' } });
  expect(splitToken(`${claims}.${signature}`)?.claims).toBe(claims);
});

test('a token of an earlier version, which names no changes, allows none', () => {
  const { organizationId, customerId, tokenId, expiresAt } = token;
  const claims = [organizationId, customerId, tokenId, expiresAt.getTime() / 1000].join(' ');
  const read = readClaims(Buffer.from(claims).toString('base64url'), now);
  expect(read).toEqual({ organizationId, customerId, tokenId, expiresAt, permissions: {}, maker: null });
});

test.each([
  ['2026-05-01T21:59:59Z', true, 'valid for 12 hours'],
  ['2026-05-01T22:00:00Z', false, 'not at the end of them'],
  ['2027-05-01T10:00:00Z', false, 'nor long after'],
])('a token that is read at %s: %s, %s', (at, isValid) => {
  expect(readClaims(claimsOf(token), new Date(at)) !== null).toBe(isValid);
});

test.each([
  ['', 'nothing'],
  ['nonsense', 'no signature'],
  [`.${signature}`, 'no claims'],
  [`a b.${signature}`, 'other characters'],
  [`a.${signature}x`, 'a longer signature'],
  [`a.${signature.slice(1)}`, 'a shorter one'],
  [`${'a'.repeat(401)}.${signature}`, 'long claims'],
])('%s is no token: %s', (text) => {
  expect(splitToken(text)).toBeNull();
});

test('a token splits into its claims and its signature', () => {
  expect(splitToken(`a-_1.${signature}`)).toEqual({ claims: 'a-_1', signature });
});

test.each(['', 'a b c d', `${token.organizationId} x y 9999999999`])(
  'signed claims that name no customer open nothing: "%s"',
  (text) => {
    expect(readClaims(Buffer.from(text).toString('base64url'), now)).toBeNull();
  },
);
