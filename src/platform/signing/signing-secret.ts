import { eq } from 'drizzle-orm';
import { errors, jwtVerify, type JWTVerifyOptions, type JWTVerifyResult } from 'jose';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '../db/database.js';
import { expectPresent } from '../expect-present.js';
import { KeptValue } from './kept-value.js';
import { signingSecrets } from './signing-secret.table.js';

/** The one that signs, and the one before it while that is still valid. */
type Secrets = readonly [Uint8Array, ...Uint8Array[]];

/** Signs texts for one purpose, with the secret that the database keeps. Source: docs/operating.md, "Secrets". */
export class SigningSecret {
  private readonly secrets = new KeptValue((db) => this.read(db));

  constructor(private readonly purpose: string) {}

  /** The secret, for libraries that sign with it. */
  async key(db: Db): Promise<Uint8Array> {
    return (await this.secrets.get(db))[0];
  }

  /** Returns the function that signs. */
  async signer(db: Db): Promise<(text: string) => string> {
    const secret = await this.key(db);
    return (text) => signatureOf(secret, text);
  }

  /** True if the signature is that of the text. Compares in constant time. */
  async verifies(db: Db, text: string, signature: string): Promise<boolean> {
    const given = Buffer.from(signature);
    return (await this.secrets.get(db)).some((secret) => {
      const expected = Buffer.from(signatureOf(secret, text));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }

  /** Verifies a JSON Web Token that was signed with the secret. @throws JOSEError as `jwtVerify` does. */
  async verifyToken(db: Db, token: string, options: JWTVerifyOptions): Promise<JWTVerifyResult> {
    const [current, previous] = await this.secrets.get(db);
    try {
      return await jwtVerify(token, current, options);
    } catch (error) {
      if (previous === undefined || !(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      return jwtVerify(token, previous, options);
    }
  }

  private async read(db: Db): Promise<Secrets> {
    const [row] = await db.select().from(signingSecrets).where(eq(signingSecrets.purpose, this.purpose));
    const { secret, previous } = expectPresent(row, `the secret for the signatures of ${this.purpose}`);
    return previous === null ? [secret] : [secret, previous];
  }
}

function signatureOf(secret: Uint8Array, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}
