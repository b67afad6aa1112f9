import { expect, test } from '@jest/globals';
import type { SingleSignOnMethod } from './authentication-methods.js';
import { verifiedEmail } from './verified-email.js';

test.each<[SingleSignOnMethod, object, string | null, string]>([
  ['oidc', { email: 'Jane@Acme.example', email_verified: true }, 'jane@acme.example', 'verified'],
  ['oidc', { email: 'jane@acme.example', email_verified: false }, null, 'not verified'],
  ['oidc', { email: 'jane@acme.example', email_verified: 'true' }, null, 'a text is no statement'],
  ['oidc', { email: 'jane@acme.example' }, null, 'nothing is said of it'],
  ['oidc', { email_verified: true }, null, 'there is none'],
  ['oidc', { email: 'jane', email_verified: true }, null, 'no address'],
  [
    'oidc',
    { email: '\u212Aim@acme.example', email_verified: true },
    null,
    'lower case would make it another one',
  ],
  ['oidc', { email: ['jane@acme.example'], email_verified: true }, null, 'a list'],
  ['google', { email: 'jane@gmail.com', email_verified: true }, 'jane@gmail.com', 'an address of Google'],
  [
    'google',
    { email: 'jane@acme.example', email_verified: true, hd: 'acme.example' },
    'jane@acme.example',
    'a Workspace',
  ],
  ['google', { email: 'jane@acme.example', email_verified: true }, null, 'verified by Google in the past'],
  ['google', { email: 'jane@gmail.com', email_verified: false }, null, 'not verified'],
])('the address of %s, %j: %s (%s)', (method, claims, email) => {
  expect(verifiedEmail(method, claims)).toBe(email);
});
