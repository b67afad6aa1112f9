import { errors, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock.js';
import type { Db } from '../../../platform/db/database.js';
import {
  AUTHENTICATION_METHODS,
  type AuthenticationMethod,
} from '../../../platform/identity/authentication-methods.js';
import { SigningSecret } from '../../../platform/signing/signing-secret.js';

const VALID_FOR_SECONDS = 10 * 60;
const ALGORITHM = 'HS256';
const AUDIENCE = 'tollgate:single-sign-on';
/** Longer texts are none that were signed here. */
const MOST_CHARACTERS = 2_000;

/** An attempt of single sign-on, which travels through the browser and the identity provider as `state`. */
export interface SignOn {
  readonly id: string;
  readonly method: AuthenticationMethod;
  /** SHA-256 of the secret of the browser that began it, in base64url. */
  readonly codeChallenge: string;
  /** Hash of the token of the invitation that it accepts; null for a login. */
  readonly invitation: string | null;
}

const claims = z.object({
  jti: z.uuid(),
  exp: z.int(),
  method: z.enum(AUTHENTICATION_METHODS),
  challenge: z.string(),
  invitation: z.string().nullable(),
});

/** Signs and reads attempts, so that nothing is stored for those that nobody completes. */
export class SignOnStates {
  private readonly secret = new SigningSecret('single sign-on');

  /** @param db for reads that must work when all other connections are busy. */
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
  ) {}

  async sign({ id, method, codeChallenge: challenge, invitation }: SignOn): Promise<string> {
    const expiresAt = new Date(this.clock.now().getTime() + VALID_FOR_SECONDS * 1_000);
    return new SignJWT({ method, challenge, invitation })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setJti(id)
      .setAudience(AUDIENCE)
      .setExpirationTime(expiresAt)
      .sign(await this.secret.key(this.db));
  }

  /** @returns null for a state that was not signed here, or has expired. */
  async read(state: string): Promise<(SignOn & { readonly expiresAt: Date }) | null> {
    if (state.length > MOST_CHARACTERS) return null;
    try {
      const { payload } = await this.secret.verifyToken(this.db, state, {
        algorithms: [ALGORITHM],
        audience: AUDIENCE,
        currentDate: this.clock.now(),
      });
      const { jti: id, exp, method, challenge: codeChallenge, invitation } = claims.parse(payload);
      return { id, method, codeChallenge, invitation, expiresAt: new Date(exp * 1_000) };
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }
}
