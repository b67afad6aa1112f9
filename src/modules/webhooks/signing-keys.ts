import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Clock } from '../../platform/clock.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { lockExclusively } from '../../platform/db/locks.js';
import { expectPresent } from '../../platform/expect-present.js';
import { signingKeys } from './signing-key.table.js';

const KEY_BITS = 2_048;

const generate = promisify(generateKeyPair);

/** The RSA key pair of the installation, which signs the webhook messages of all organizations. Source: webhooks.md §4. */
export class SigningKeys {
  constructor(private readonly clock: Clock) {}

  /** Creates the pair if the database has none. Called at each start. */
  async createOnce(tx: Tx): Promise<void> {
    await lockExclusively(tx, 'signing-keys', 'webhooks');
    if ((await tx.$count(signingKeys)) > 0) return;
    const { privateKey, publicKey } = await generate('rsa', {
      modulusLength: KEY_BITS,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    await tx.insert(signingKeys).values({ privateKey, publicKey, createdAt: this.clock.now() });
  }

  /** PEM of the key that signs. */
  async privateKey(db: Db): Promise<string> {
    const [row] = await db.select({ key: signingKeys.privateKey }).from(signingKeys);
    return expectPresent(row, 'the key that signs webhooks').key;
  }

  /** PEM of the key by which receivers verify signatures. */
  async publicKey(db: Db): Promise<string> {
    const [row] = await db.select({ key: signingKeys.publicKey }).from(signingKeys);
    return expectPresent(row, 'the key that verifies webhooks').key;
  }
}
