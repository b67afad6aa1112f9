import { eq } from 'drizzle-orm';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '../db/database.js';
import { signingSecrets } from './signing-secret.table.js';

/** Signs texts for one purpose, with the secret that the database keeps. The secret never changes, so it is read once in a process. */
export class SigningSecret {
  private secret: Uint8Array | null = null;

  constructor(private readonly purpose: string) {}

  /** The secret, for libraries that sign with it. */
  async key(db: Db): Promise<Uint8Array> {
    return (this.secret ??= await this.read(db));
  }

  /** Returns the function that signs. */
  async signer(db: Db): Promise<(text: string) => string> {
    const secret = await this.key(db);
    return (text) => createHmac('sha256', secret).update(text).digest('base64url');
  }

  /** True if the signature is that of the text. Compares in constant time. */
  async verifies(db: Db, text: string, signature: string): Promise<boolean> {
    const expected = Buffer.from((await this.signer(db))(text));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private async read(db: Db): Promise<Uint8Array> {
    const [key] = await db.select().from(signingSecrets).where(eq(signingSecrets.purpose, this.purpose));
    if (key === undefined)
      throw new Error(`The database has no secret for the signatures of ${this.purpose}.`);
    return key.secret;
  }
}
