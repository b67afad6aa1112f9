import { errors, SignJWT } from 'jose';
import { type Actor, type Member, memberActor } from '../../../platform/actor.js';
import {
  ADMIN,
  isMemberPermission,
  type MemberPermission,
  PREDEFINED_ROLES,
} from '../../../platform/api/access/member-permissions.js';
import { Session } from '../../../platform/api/access/user-session.js';
import type { Clock } from '../../../platform/clock.js';
import type { Db } from '../../../platform/db/database.js';
import { isUuid, newId } from '../../../platform/db/tables/ids.js';
import { AppError } from '../../../platform/errors/app-error.js';
import {
  type AuthenticationMethod,
  isAuthenticationMethod,
} from '../../../platform/identity/authentication-methods.js';
import { SigningSecret } from '../../../platform/signing/signing-secret.js';
import { membershipRepository } from '../records/membership.repository.js';
import { isOpenTo } from '../records/person.rules.js';
import type { User } from '../records/user.table.js';

/** Lifetime of a token. Source: auth.md §2. */
const LIFETIME_SECONDS = 3 * 60 * 60;
/** How long after its end a session is remembered: longer than its last token is valid. */
export const ENDED_FOR_MS = 2 * LIFETIME_SECONDS * 1_000;

const ALGORITHM = 'HS256';
/** What the tokens are for, so that none that is signed for another purpose is accepted. */
const AUDIENCE = 'tollgate:session';

const BEARER_JWT = /^Bearer +([\w-]{1,2000}\.[\w-]{1,2000}\.[\w-]{1,2000})$/i;

interface Claims {
  readonly sessionId: string;
  readonly userId: string;
  readonly generation: number;
  readonly method: AuthenticationMethod;
  readonly issuedAtSeconds: number;
}

export interface SessionSender {
  readonly session: Session;
  /** Null if the request names no organization, or one in which the user is no member or the session may not act. */
  readonly actor: Actor | null;
  /** Null while the token is in the first half of its lifetime. */
  readonly renewedToken: string | null;
}

/** Issues and reads the tokens by which users stay signed in. Source: auth.md §2, "Session". */
export class Sessions {
  private readonly secret = new SigningSecret('sessions');

  /** @param db for reads that must work when all other connections are busy. */
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
  ) {}

  /** A token of a new session. @param method how the user has signed in. */
  open({ id: userId, sessionGeneration: generation }: User, method: AuthenticationMethod): Promise<string> {
    return this.sign({ sessionId: newId(), userId, generation, method });
  }

  /**
   * Reads the token and the membership of a request. The database is asked at each request, so that a session ends as
   * soon as its user logs out, the password changes or the membership is revoked, and loses an organization that no longer
   * allows the way in which it began.
   * @returns null if the header holds no token that this installation has signed, or its session has ended.
   * @throws AppError `expired_jwt_token`.
   */
  async authenticate(
    authorization: string | undefined,
    organizationId: string | undefined,
  ): Promise<SessionSender | null> {
    const token = BEARER_JWT.exec(authorization ?? '')?.[1];
    const claims = token === undefined ? null : await this.read(token);
    if (claims === null) return null;
    const { sessionId: id, userId, generation, method } = claims;
    const organization = organizationId !== undefined && isUuid(organizationId) ? organizationId : null;
    const found = await membershipRepository.signedIn(this.db, { id, userId, generation }, organization);
    if (found === null) return null;
    const { email, membership } = found;
    const actor =
      organization === null || membership === null || !isOpenTo(membership, method)
        ? null
        : memberActor(
            organization.toLowerCase(),
            email,
            memberOf(userId, membership.roles, membership.customPermissions),
          );
    const ageSeconds = this.nowSeconds() - claims.issuedAtSeconds;
    return {
      session: new Session(id, userId, email, generation, method),
      actor,
      renewedToken: ageSeconds * 2 > LIFETIME_SECONDS ? await this.sign(claims) : null,
    };
  }

  private async sign({
    sessionId,
    userId,
    generation,
    method,
  }: Omit<Claims, 'issuedAtSeconds'>): Promise<string> {
    const now = this.nowSeconds();
    return new SignJWT({ login_method: method, generation })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setSubject(userId)
      .setJti(sessionId)
      .setAudience(AUDIENCE)
      .setIssuedAt(now)
      .setExpirationTime(now + LIFETIME_SECONDS)
      .sign(await this.secret.key(this.db));
  }

  /** @returns null if the token was not signed here. */
  private async read(token: string): Promise<Claims | null> {
    try {
      const { payload } = await this.secret.verifyToken(this.db, token, {
        algorithms: [ALGORITHM],
        audience: AUDIENCE,
        currentDate: this.clock.now(),
      });
      const { jti, sub, iat, generation, login_method: method } = payload;
      if (jti === undefined || sub === undefined || iat === undefined || typeof generation !== 'number')
        return null;
      if (!isAuthenticationMethod(method)) return null;
      return { sessionId: jti, userId: sub, generation, method, issuedAtSeconds: iat };
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new AppError('unauthenticated', 'expired_jwt_token');
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  private nowSeconds(): number {
    return Math.floor(this.clock.now().getTime() / 1_000);
  }
}

/** The rights of a member: the union of those of the roles. Source: auth.md §4. */
export function memberOf(
  userId: string,
  roles: readonly string[],
  customPermissions: readonly MemberPermission[],
): Member {
  return {
    userId,
    permissions: new Set(permissionsOf(roles, customPermissions)),
    isAdmin: roles.includes(ADMIN),
  };
}

/** The permissions of predefined roles among these, and those of custom ones, in the order of the catalogue. */
export function permissionsOf(
  roles: readonly string[],
  customPermissions: readonly string[],
): MemberPermission[] {
  const predefined = roles.flatMap((code) => PREDEFINED_ROLES[code] ?? []);
  const all = new Set([...predefined, ...customPermissions.filter(isMemberPermission)]);
  return [...all].toSorted();
}
