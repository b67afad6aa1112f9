import { expect, test } from '@jest/globals';
import { PasswordHasher } from './password-hasher.js';

const hasher = new PasswordHasher();
const turn = { purpose: 'login', network: 'x', owner: 'x' } as const;

test('a password is verified by its hash, which differs each time, and by no other', async () => {
  const [one, other] = await Promise.all([
    hasher.hash('long enough 1', turn),
    hasher.hash('long enough 1', turn),
  ]);
  expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(other).not.toBe(one);
  expect(await hasher.verify('long enough 1', one, turn)).toBe(true);
  expect(await hasher.verify('long enough 2', one, turn)).toBe(false);
  expect(await hasher.verify('long enough 1', null, turn)).toBe(false);
});

test('a password is the same however its letters are composed', async () => {
  expect(await hasher.verify('Passwo\u0308rter', await hasher.hash('Passw\u00f6rter', turn), turn)).toBe(
    true,
  );
});
