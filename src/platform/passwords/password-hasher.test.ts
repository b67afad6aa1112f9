import { expect, test } from '@jest/globals';
import { PasswordHasher } from './password-hasher.js';

const hasher = new PasswordHasher();

test('a password is verified by its hash, which differs each time, and by no other', async () => {
  const [one, other] = await Promise.all([hasher.hash('long enough 1'), hasher.hash('long enough 1')]);
  expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(other).not.toBe(one);
  expect(await hasher.verify('long enough 1', one)).toBe(true);
  expect(await hasher.verify('long enough 2', one)).toBe(false);
  expect(await hasher.verify('long enough 1', null)).toBe(false);
});

test('a password is the same however its letters are composed', async () => {
  expect(await hasher.verify('Passwo\u0308rter', await hasher.hash('Passw\u00f6rter'))).toBe(true);
});

test('102 hashes run or wait; more are refused at once', async () => {
  const full = new PasswordHasher();
  let refused = 0;
  const hashes = Array.from({ length: 103 }, () =>
    full.verify('x', 'scrypt$2$1$1$c2FsdA$aGFzaA').catch((error: unknown) => {
      expect(error).toMatchObject({ kind: 'unavailable' });
      refused += 1;
    }),
  );
  await Promise.all(hashes);
  expect(refused).toBe(1);
});
