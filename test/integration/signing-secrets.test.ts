// `secrets rotate` and `secrets end`: what was signed before stays valid once, and ends on demand.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SignJWT } from 'jose';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import {
  endPreviousSecret,
  rotateSecret,
  SIGNED,
  type Signed,
} from '../../src/platform/signing/rotate-secret.js';
import { signingSecrets } from '../../src/platform/signing/signing-secret.table.js';
import { SigningSecret } from '../../src/platform/signing/signing-secret.js';
import { createDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createDatabase();
  pool = connect(database.connection, { max: 1 });
});
afterAll(async () => {
  await pool.close();
  await database.drop();
});

const rotate = (signed: Signed) => pool.db.transaction((tx) => rotateSecret(tx, signed));

test('every secret of the database can be rotated by name', async () => {
  const stored = await pool.db.select({ purpose: signingSecrets.purpose }).from(signingSecrets);
  expect(Object.values(SIGNED).toSorted()).toEqual(stored.map(({ purpose }) => purpose).toSorted());
});

test.each(Object.keys(SIGNED) as Signed[])(
  '%s: two generations are valid, and the former ends on demand',
  async (signed) => {
    // A process that reads the secrets now; a running one does so after some seconds.
    const now = () => new SigningSecret(SIGNED[signed]);
    const signatures = [await now().signer(pool.db)];
    await rotate(signed);
    signatures.push(await now().signer(pool.db));
    const valid = (text: string) =>
      Promise.all(signatures.map((sign) => now().verifies(pool.db, text, sign(text))));
    expect(signatures[0]?.('a')).not.toBe(signatures[1]?.('a'));
    expect(await valid('a')).toEqual([true, true]);
    await rotate(signed);
    expect(await valid('a')).toEqual([false, true]);
    await pool.db.transaction((tx) => endPreviousSecret(tx, signed));
    expect(await valid('a')).toEqual([false, false]);
  },
);

test('tokens of sessions are verified with both generations', async () => {
  const key = await new SigningSecret('sessions').key(pool.db);
  const token = await new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setAudience('x').sign(key);
  const verify = () =>
    new SigningSecret('sessions').verifyToken(pool.db, token, { algorithms: ['HS256'], audience: 'x' });
  await rotate('sessions');
  await expect(verify()).resolves.toMatchObject({ payload: { aud: 'x' } });
  await rotate('sessions');
  await expect(verify()).rejects.toThrow('signature verification failed');
});
