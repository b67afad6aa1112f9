import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Clock } from '../../../platform/clock.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { lockExclusively } from '../../../platform/db/statements/locks.js';
import { expectPresent } from '../../../platform/expect-present.js';
import { KeptValue } from '../../../platform/signing/kept-value.js';
import { signingKeys } from './signing-key.table.js';

const KEY_BITS = 2_048;

const generate = promisify(generateKeyPair);

/** The RSA key pair of the installation, which signs the webhook messages of all organizations. Source: webhooks.md §4. */
export class SigningKeys {
  private readonly signingKey = new KeptValue(async (db) => {
    const [row] = await db.select({ key: signingKeys.privateKey }).from(signingKeys);
    return expectPresent(row, 'the key that signs webhooks').key;
  });

  constructor(private readonly clock: Clock) {}

  /** Creates the pair if the database has none. Called at each start. */
  async createOnce(tx: Tx): Promise<void> {
    await lockExclusively(tx, 'signing-keys', 'webhooks');
    if ((await tx.$count(signingKeys)) > 0) return;
    await tx.insert(signingKeys).values({ ...(await newPair()), createdAt: this.clock.now() });
  }

  /** Signs with a new pair from now on. Receivers that keep the public key must read it again. */
  async rotate(tx: Tx): Promise<void> {
    await lockExclusively(tx, 'signing-keys', 'webhooks');
    await tx
      .update(signingKeys)
      .set({ ...(await newPair()), previousPublicKey: signingKeys.publicKey, createdAt: this.clock.now() });
  }

  /** Deletes the public key before the last rotation. */
  async endPrevious(tx: Tx): Promise<void> {
    await tx.update(signingKeys).set({ previousPublicKey: null });
  }

  /** PEM of the key that signs, as it was at most some seconds ago. */
  privateKey(db: Db): Promise<string> {
    return this.signingKey.get(db);
  }

  /** PEM of the keys by which receivers verify signatures: of new messages, and of those before the last rotation. */
  async publicKeys(db: Db): Promise<{ readonly current: string; readonly previous: string | null }> {
    const [row] = await db
      .select({ current: signingKeys.publicKey, previous: signingKeys.previousPublicKey })
      .from(signingKeys);
    return expectPresent(row, 'the key that verifies webhooks');
  }
}

function newPair(): Promise<{ privateKey: string; publicKey: string }> {
  return generate('rsa', {
    modulusLength: KEY_BITS,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}
