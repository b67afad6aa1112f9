import { expect, test } from '@jest/globals';
import { newSigningSecret, signingSecretsAt, withSigningSecret } from './signing-secrets.js';

const ROTATED = new Date('2027-05-01T10:00:00Z');
const after = (milliseconds: number) => new Date(ROTATED.getTime() + milliseconds);
const DAY_MS = 86_400_000;

test('a signing secret is 32 bytes in base64 behind a prefix, another one each time', () => {
  const [one, other] = [newSigningSecret(), newSigningSecret()];
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(Buffer.from(one.slice('whsec_'.length), 'base64')).toHaveLength(32);
  expect(other).not.toBe(one);
});

test('a rotation keeps the secret before it, and no older one', () => {
  const first = withSigningSecret({ apiKey: 'k' }, 'a');
  expect(first).toEqual({ apiKey: 'k', signingSecret: 'a' });
  const second = withSigningSecret(first, 'b');
  expect(second).toEqual({ apiKey: 'k', signingSecret: 'b', formerSigningSecret: 'a' });
  expect(withSigningSecret(second, 'c')).toEqual({
    apiKey: 'k',
    signingSecret: 'c',
    formerSigningSecret: 'b',
  });
});

// integrations.md §2
test.each([
  [0, ['b', 'a'], 'both at once'],
  [DAY_MS - 1, ['b', 'a'], 'both to the end of the day'],
  [DAY_MS, ['b'], 'the new one alone after 24 hours'],
])('%d milliseconds after a rotation %j sign: %s', (milliseconds, secrets) => {
  const rotated = { signingSecret: 'b', formerSigningSecret: 'a' };
  expect(signingSecretsAt(rotated, ROTATED, after(milliseconds))).toEqual(secrets);
});

test('a secret that was never rotated signs alone', () => {
  expect(signingSecretsAt({ signingSecret: 'a' }, null, ROTATED)).toEqual(['a']);
});
