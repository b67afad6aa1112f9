import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../../platform/clock.js';
import type { Db } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { SigningSecret } from '../../../platform/signing/signing-secret.js';
import type { User } from '../records/user.table.js';

const VALID_FOR_SECONDS = 14 * 24 * 60 * 60;
const ALGORITHM = 'HS256';
const AUDIENCE = 'tollgate:e-mail';
/** Longer texts are none that were signed here. */
const MOST_CHARACTERS = 1_000;

/** Signs and reads the tokens by which users confirm their addresses, so that nothing is stored. */
export class EmailConfirmations {
  private readonly secret = new SigningSecret('single sign-on');

  constructor(private readonly clock: Clock) {}

  async sign(db: Db, { id, email }: User): Promise<string> {
    const expiresAt = new Date(this.clock.now().getTime() + VALID_FOR_SECONDS * 1_000);
    return new SignJWT({ email })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setSubject(id)
      .setAudience(AUDIENCE)
      .setExpirationTime(expiresAt)
      .sign(await this.secret.key(db));
  }

  /** @returns null for a token that was not signed here, or has expired. */
  async read(db: Db, token: string): Promise<Pick<User, 'id' | 'email'> | null> {
    if (token.length > MOST_CHARACTERS) return null;
    const key = await this.secret.key(db);
    const verified = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      currentDate: this.clock.now(),
    }).catch(() => null);
    const { sub, email } = verified?.payload ?? {};
    return sub !== undefined && isUuid(sub) && typeof email === 'string' ? { id: sub, email } : null;
  }
}
