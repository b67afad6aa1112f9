import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/tables/ids.js';
import { AppError, invalid } from '../../../platform/errors/app-error.js';
import type { AuthenticationMethod } from '../../../platform/identity/authentication-methods.js';
import type { IdentityProvider, ProviderAnswer } from '../../../platform/identity/identity-provider.js';
import type { PeopleNeeds } from '../people.needs.js';
import { AttemptLimiter } from '../users/attempt-limiter.js';
import type { InviteService } from '../members/invite.service.js';
import type { SignOnStates } from './sign-on-states.js';
import type { BeginSingleSignOn, CompleteSingleSignOn } from './single-sign-on.input.js';
import { userRepository } from '../records/user.repository.js';
import { networkOfCaller } from '../users/sign-in-attempts.js';
import { type SignedInUser, type UserService } from '../users/user.service.js';

const WINDOW_MS = 15 * 60_000;
const SECRET_BYTES = 32;
/** Most characters of what a provider sends back; longer texts are not passed on to it. */
const MOST_CHARACTERS = 4_000;

interface Needs extends Pick<PeopleNeeds, 'log' | 'identityProviders'> {
  readonly states: SignOnStates;
  readonly users: UserService;
  readonly invites: InviteService;
  /** The page to which providers send the browser back. */
  readonly redirectUrl: string;
}

/**
 * Signs users in whose address an identity provider confirms: OpenID Connect, authorization code with PKCE. Nobody signs up
 * by it: the address is that of a member, or of an invitation. Source: auth.md §2, §3; docs/adr/0092.
 */
export class SingleSignOnService {
  private readonly begun = new AttemptLimiter({
    attempts: 100,
    windowMs: WINDOW_MS,
    sentence: 'From one address, single sign-on can begin 100 times in 15 minutes.',
  });

  private readonly completed = new AttemptLimiter({
    attempts: 100,
    windowMs: WINDOW_MS,
    sentence: 'After 100 failed single sign-ons from one address, wait for up to 15 minutes.',
  });

  constructor(private readonly needs: Needs) {}

  get providers(): readonly IdentityProvider[] {
    return this.needs.identityProviders;
  }

  /**
   * @returns the address at which the person signs in, and the secret that completes the attempt.
   * @throws AppError `invite_not_found`, `validation_errors`, kinds `tooManyRequests` and `unavailable`.
   */
  async begin(
    db: Db,
    { method, invitationToken: token }: BeginSingleSignOn,
  ): Promise<{ url: string; secret: string }> {
    const { states, invites, redirectUrl } = this.needs;
    const provider = this.providerOf(method);
    if (provider === null) throw invalid({ method: ['value_is_invalid'] });
    this.begun.count(networkOfCaller());
    const invitation =
      token === undefined || token === null ? null : await invites.checkAcceptable(db, token, method);
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const [id, codeChallenge] = [newId(), challengeOf(secret)];
    const state = await states.sign({ id, method, codeChallenge, invitation });
    try {
      return { url: await provider.addressFor({ redirectUrl, state, nonce: id, codeChallenge }), secret };
    } catch (error) {
      this.logFailure(method, error);
      throw unreachable(error);
    }
  }

  /**
   * Signs the person in who has come back from the provider. An attempt is used up, whatever comes of it.
   * @throws AppError `invite_not_found`, `validation_errors`, kind `tooManyRequests`.
   */
  async complete(db: Db, { code, state, issuer, secret }: CompleteSingleSignOn): Promise<SignedInUser> {
    const { states, users, invites, redirectUrl } = this.needs;
    const address = networkOfCaller();
    this.completed.count(address);
    const signOn = await states.read(state);
    const sent = [code, issuer ?? '', secret];
    if (signOn === null || sent.some((text) => text.length > MOST_CHARACTERS)) throw failed();
    const { id, method, codeChallenge, invitation, expiresAt } = signOn;
    if (challengeOf(secret) !== codeChallenge) throw failed();
    if (!(await db.transaction((tx) => userRepository.useSignOn(tx, id, expiresAt)))) throw failed();
    const provider = this.providerOf(method);
    if (provider === null) throw failed();
    const returnedTo = new URL(redirectUrl);
    returnedTo.searchParams.set('code', code);
    returnedTo.searchParams.set('state', state);
    if (typeof issuer === 'string') returnedTo.searchParams.set('iss', issuer);
    const email = await this.emailOf(provider, { returnedTo, state, nonce: id, codeVerifier: secret });
    const signedIn =
      invitation === null
        ? await users.signIn(db, await userRepository.findByEmail(db, email), method)
        : await invites.acceptSignedOn(db, invitation, { email, method: provider.method });
    this.completed.clear(address);
    return signedIn;
  }

  private async emailOf(provider: IdentityProvider, answer: ProviderAnswer): Promise<string> {
    const email = await provider.emailOf(answer).catch((error: unknown) => {
      this.logFailure(provider.method, error);
      throw failed();
    });
    if (email === null) throw invalid({ email: ['email_not_verified'] });
    return email;
  }

  private providerOf(method: AuthenticationMethod): IdentityProvider | null {
    return this.providers.find((provider) => provider.method === method) ?? null;
  }

  /** Logs the message only: the causes of these errors contain codes and tokens. */
  private logFailure(method: AuthenticationMethod, error: unknown): void {
    const { message, code, error: reason } = error as Error & { code?: unknown; error?: unknown };
    this.needs.log.warn({ method, message, code, reason }, 'single sign-on failed at the identity provider');
  }
}

/** The hash of a secret that the provider gets before it gets the secret (PKCE, S256). */
function challengeOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

function failed(): AppError {
  return invalid({ base: ['single_sign_on_failed'] });
}

function unreachable(cause: unknown): AppError {
  const message = 'The identity provider cannot be reached at the moment.';
  return new AppError('unavailable', 'service_unavailable', { base: [message] }, { message, cause });
}
