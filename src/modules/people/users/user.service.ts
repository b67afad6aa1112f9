import type { AddressForOthers } from '../../../platform/addresses.js';
import type { Session } from '../../../platform/api/access/user-session.js';
import { type Actor, memberActor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/tables/ids.js';
import type { Limits } from '../../../platform/limits.js';
import type { PasswordHasher } from '../../../platform/passwords/password-hasher.js';
import { type AppError, invalid, notAllowed, notFound } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { requireText } from '../../../platform/errors/input-rules.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { AuthenticationMethod } from '../../../platform/identity/authentication-methods.js';
import { ADMIN } from '../../../platform/api/access/member-permissions.js';
import type { PeopleNeeds } from '../people.needs.js';
import { AttemptLimiter } from './attempt-limiter.js';
import { EmailConfirmations } from './email-confirmations.js';
import { membershipRepository, type OwnMembership } from '../records/membership.repository.js';
import type { Membership } from '../records/membership.table.js';
import type { PeopleChange } from '../people.changes.js';
import type { ChangePassword, LoginUser, RegisterUser, ResetPassword } from '../records/person.input.js';
import { checkEmail, checkPassword, isOpenTo, isTooLong, normalizedEmail } from '../records/person.rules.js';
import { hashOf, isToken, newToken } from './secret-token.js';
import { ENDED_FOR_MS, memberOf, type Sessions } from './sessions.js';
import { deviceOfCaller, networkOfCaller, placeOf, SignInAttempts } from './sign-in-attempts.js';
import { userRepository } from '../records/user.repository.js';
import type { User } from '../records/user.table.js';

const WINDOW_MS = 15 * 60_000;
const RESET_VALID_FOR_MS = 30 * 60_000;
/** Most devices that are remembered of a user. */
const MOST_DEVICES = 50;
/** Most organizations of a user: a change of the password is recorded in each. */
export const MOST_MEMBERSHIPS_OF_USER = 100;

export interface SignedInUser {
  readonly user: User;
  readonly token: string;
}

type NewMembership = Pick<Membership, 'organizationId' | 'opensWithPassword'> & {
  readonly roles: readonly string[];
};

interface Needs extends Pick<
  PeopleNeeds,
  'clock' | 'organizations' | 'apiKeys' | 'changes' | 'signupEnabled' | 'publicAddresses'
> {
  readonly sessions: Sessions;
  readonly hasher: PasswordHasher;
  readonly limits: Pick<Limits, 'addressAttempts'>;
}

/**
 * Signs users up and in, and changes their passwords. Passwords are hashed outside of transactions, since that takes
 * long. Source: auth.md §2; docs/adr/0083.
 */
export class UserService {
  private readonly attempts: SignInAttempts;
  private readonly confirmations: EmailConfirmations;

  private readonly resets = new AttemptLimiter({
    attempts: 10,
    windowMs: WINDOW_MS,
    sentence: 'A password can be reset 10 times in 15 minutes.',
  });

  private readonly signups = new AttemptLimiter({
    attempts: 100,
    windowMs: WINDOW_MS,
    sentence: 'From one address, 100 users can sign up in 15 minutes.',
  });

  constructor(private readonly needs: Needs) {
    this.attempts = new SignInAttempts(needs.limits);
    this.confirmations = new EmailConfirmations(needs.clock);
  }

  /**
   * Creates a user who is the admin of a new organization.
   * @throws AppError `signup_disabled`, `validation_errors`, kind `tooManyRequests`.
   */
  async register(
    db: Db,
    { email: sent, password, organizationName }: RegisterUser,
  ): Promise<SignedInUser & { membership: OwnMembership }> {
    const { signupEnabled, hasher, organizations, apiKeys } = this.needs;
    if (!signupEnabled) throw notAllowed('signup_disabled');
    const email = normalizedEmail(sent);
    const errors = new FieldErrors();
    checkEmail(errors, email);
    checkPassword(errors, 'password', password);
    requireText(errors, 'organizationName', organizationName);
    errors.throwIfAny();
    this.signups.count(networkOfCaller());
    const turn = this.attempts.beginOther();
    if ((await userRepository.findByEmail(db, email)) !== null) throw takenEmail();
    const user = this.newUser(email, { passwordHash: await hasher.hash(password, turn), isConfirmed: false });
    const membership = await db.transaction(async (tx) => {
      if (!(await userRepository.insert(tx, user))) throw takenEmail();
      const { id: organizationId } = await organizations.create(tx, { name: organizationName });
      await apiKeys.issue(tx, organizationId, { name: 'Admin' });
      const roles = [ADMIN];
      await this.addMembership(tx, user, { organizationId, roles, opensWithPassword: true });
      await this.knowDevice(tx, user);
      const [own] = await membershipRepository.ofUser(tx, user.id);
      const present = expectPresent(own, 'the membership of a new user');
      await this.announceAs(tx, user, present, { type: 'user.signed_up', user, roles });
      await this.askToConfirm(tx, user, present);
      return present;
    });
    return { user, membership, token: await this.needs.sessions.open(user, 'email_password') };
  }

  /**
   * Checks e-mail and password; each failure takes as long as a success.
   * @throws AppError `validation_errors` with `incorrect_login_or_password` or `login_method_not_authorized`, kind
   *   `tooManyRequests`.
   */
  async login(db: Db, { email: sent, password }: LoginUser): Promise<SignedInUser> {
    const email = normalizedEmail(sent);
    const user = await this.verify(db, email, password);
    const signedIn = await this.signIn(db, user, 'email_password');
    this.attempts.clear(email);
    return signedIn;
  }

  /**
   * Opens a session for a user who has proven in this way who they are.
   * @param user null if there is none.
   * @throws AppError `validation_errors` with `incorrect_login_or_password` or `login_method_not_authorized`.
   */
  async signIn(db: Db, user: User | null, method: AuthenticationMethod): Promise<SignedInUser> {
    const memberships = user === null ? [] : await membershipRepository.ofUser(db, user.id);
    if (user === null || memberships.length === 0) throw incorrectLogin();
    if (!memberships.some((membership) => isOpenTo(membership, method))) throw methodNotAuthorized(method);
    await db.transaction(async (tx) => {
      if (await this.knowDevice(tx, user))
        await this.announceInAll(tx, user, { type: 'user.new_device_logged_in', user });
    });
    return { user, token: await this.needs.sessions.open(user, method) };
  }

  /**
   * Finds the user with this e-mail and password, and counts the attempt; who accepts it clears the count.
   * @returns null if there is none.
   * @throws AppError kind `tooManyRequests`.
   */
  async verify(db: Db, email: string, password: string): Promise<User | null> {
    const isPossibleEmail = email.length <= MAX_EMAIL_LENGTH;
    const { hasher } = this.needs;
    const turn = await this.attempts.beginLogin(email, {
      isKnown: async (device) => isPossibleEmail && (await userRepository.hasDevice(db, email, device)),
      isBusy: hasher.isBusy,
    });
    const user = isPossibleEmail ? await userRepository.findByEmail(db, email) : null;
    const isPossible = !isTooLong(password);
    const isRight = await hasher.verify(
      isPossible ? password : '',
      isPossible ? (user?.passwordHash ?? null) : null,
      turn,
    );
    return isRight ? user : null;
  }

  /**
   * The hash of a new password.
   * @throws AppError kinds `tooManyRequests` and `unavailable`.
   */
  hash(password: string): Promise<string> {
    return this.needs.hasher.hash(password, this.attempts.beginOther());
  }

  clearFailures(email: string): void {
    this.attempts.clear(email);
  }

  /** Ends the session: none of its tokens is accepted any more. */
  async logout(db: Db, session: Session): Promise<void> {
    const keptUntil = new Date(this.needs.clock.now().getTime() + ENDED_FOR_MS);
    await db.transaction((tx) => userRepository.endSession(tx, session.id, keptUntil));
    session.hasEnded = true;
  }

  /**
   * Creates a link to reset the password, and announces it. For an unknown e-mail it does nothing, and takes as long.
   * @throws AppError kind `tooManyRequests`.
   */
  async requestReset(db: Db, sent: string): Promise<void> {
    const email = normalizedEmail(sent);
    this.resets.count(placeOf(email));
    const turn = this.attempts.beginOther();
    // The hash takes longer than everything else, which therefore does not show whether the user exists.
    await Promise.all([
      this.needs.hasher.verify('', null, turn),
      email.length > MAX_EMAIL_LENGTH ? null : db.transaction((tx) => this.issueReset(tx, email)),
    ]);
  }

  /**
   * Creates the link by which a user sets a new password, and announces it.
   * @returns null if no user who is a member of an organization has this address.
   */
  async issueReset(tx: Tx, email: string): Promise<AddressForOthers | null> {
    const user = await userRepository.findByEmail(tx, email);
    const memberships = user === null ? [] : await membershipRepository.ofUser(tx, user.id);
    const [oldest] = memberships;
    if (user === null || oldest === undefined) return null;
    const token = newToken();
    const now = this.needs.clock.now();
    const expiresAt = new Date(now.getTime() + RESET_VALID_FOR_MS);
    const { id: userId } = user;
    await userRepository.saveReset(tx, { userId, tokenHash: hashOf(token), expiresAt, createdAt: now });
    for (const each of memberships)
      await this.announceAs(tx, user, each, { type: 'user.password_reset_requested', user });
    const link = this.needs.publicAddresses.at(`/reset-password#${token}`);
    await this.announceAs(tx, user, oldest, { type: 'password_reset.created', user, link, expiresAt });
    return link;
  }

  /** @throws AppError `password_reset_not_found`. */
  async findReset(db: Db, token: string): Promise<{ user: User; expiresAt: Date }> {
    const now = this.needs.clock.now();
    const found = isToken(token) ? await userRepository.findReset(db, hashOf(token), now) : null;
    if (found === null) throw notFound('password_reset');
    return { user: found.user, expiresAt: found.reset.expiresAt };
  }

  /**
   * Sets a new password with the token of a link, which works once. All sessions of the user end. The link was sent to
   * the address, so that the password opens all organizations of the user that allow passwords.
   * @throws AppError `password_reset_not_found`, `validation_errors`.
   */
  async resetPassword(db: Db, { token, newPassword }: ResetPassword): Promise<SignedInUser> {
    const errors = new FieldErrors();
    if (token === '') errors.add('token', 'missing_token');
    if (newPassword === '') errors.add('newPassword', 'missing_password');
    else checkPassword(errors, 'newPassword', newPassword);
    errors.throwIfAny();
    const { user } = await this.findReset(db, token);
    const passwordHash = await this.hash(newPassword);
    const changed = await db.transaction(async (tx) => {
      if (!(await userRepository.deleteReset(tx, hashOf(token)))) throw notFound('password_reset');
      const withPassword = await this.changePasswordHash(tx, user.id, passwordHash);
      await membershipRepository.openToPassword(tx, user.id);
      await this.confirm(tx, user.id, user.email);
      await this.knowDevice(tx, user);
      return withPassword;
    });
    this.attempts.clear(changed.email);
    return { user: changed, token: await this.needs.sessions.open(changed, 'email_password') };
  }

  /**
   * Replaces the password of a signed-in user, who gets a new session; all others end.
   * @throws AppError `validation_errors`, kind `tooManyRequests`.
   */
  async changePassword(
    db: Db,
    session: Session,
    { currentPassword, newPassword }: ChangePassword,
  ): Promise<SignedInUser> {
    const errors = new FieldErrors();
    checkPassword(errors, 'newPassword', newPassword);
    errors.throwIfAny();
    if ((await this.verify(db, session.userEmail, currentPassword)) === null)
      throw invalid({ currentPassword: ['value_is_invalid'] });
    this.attempts.clear(session.userEmail);
    const passwordHash = await this.hash(newPassword);
    const changed = await db.transaction((tx) => this.changePasswordHash(tx, session.userId, passwordHash));
    session.hasEnded = true;
    return {
      user: changed,
      token: await this.needs.sessions.open(changed, session.authenticationMethod),
    };
  }

  /** Sets the hash of a new password, which ends all sessions and links of the user. */
  async changePasswordHash(tx: Tx, userId: string, passwordHash: string): Promise<User> {
    const user = expectPresent((await userRepository.lock(tx, userId)) ?? undefined, `user ${userId}`);
    const changed: User = {
      ...user,
      passwordHash,
      sessionGeneration: user.sessionGeneration + 1,
      updatedAt: this.needs.clock.now(),
    };
    await userRepository.update(tx, changed);
    await userRepository.deleteResetsOf(tx, userId);
    await this.announceInAll(tx, changed, { type: 'user.password_edited', user: changed });
    return changed;
  }

  /** The user of a session, with the memberships in whose organizations the session may act. */
  async current(db: Db, session: Session): Promise<{ user: User; memberships: OwnMembership[] }> {
    const user = expectPresent((await userRepository.find(db, session.userId)) ?? undefined, 'the user');
    const memberships = await membershipRepository.ofUser(db, user.id);
    return { user, memberships: memberships.filter((each) => isOpenTo(each, session.authenticationMethod)) };
  }

  /** @param of the hash is null for a user without a password; the address is confirmed if an identity provider said so. */
  newUser(
    email: string,
    { passwordHash, isConfirmed }: { readonly passwordHash: string | null; readonly isConfirmed: boolean },
  ): User {
    const now = this.needs.clock.now();
    const emailConfirmedAt = isConfirmed ? now : null;
    return {
      id: newId(),
      email,
      passwordHash,
      sessionGeneration: 0,
      emailConfirmedAt,
      createdAt: now,
      updatedAt: now,
    };
  }

  /** Announces the link by which a new user confirms the address. */
  async askToConfirm(tx: Tx, user: User, membership: OwnMembership): Promise<void> {
    const token = await this.confirmations.sign(tx, user);
    const link = this.needs.publicAddresses.at(`/confirm-email#${token}`);
    await this.announceAs(tx, user, membership, { type: 'email_confirmation.created', user, link });
  }

  /**
   * Confirms the address of a user with the token of a link, which may be used again.
   * @throws AppError `validation_errors`.
   */
  async confirmEmail(db: Db, token: string): Promise<User> {
    const named = await this.confirmations.read(db, token);
    const confirmed =
      named === null ? null : await db.transaction((tx) => this.confirm(tx, named.id, named.email));
    if (confirmed === null) throw invalid({ token: ['value_is_invalid'] });
    return confirmed;
  }

  /** @returns null if the user has another address now. */
  private async confirm(tx: Tx, userId: string, email: string): Promise<User | null> {
    const user = await userRepository.lock(tx, userId);
    if (user?.email !== email) return null;
    if (user.emailConfirmedAt !== null) return user;
    const now = this.needs.clock.now();
    const confirmed = { ...user, emailConfirmedAt: now, updatedAt: now };
    await userRepository.update(tx, confirmed);
    return confirmed;
  }

  /** Makes a user a member. @throws AppError `validation_errors` at the limit of memberships of a user. */
  async addMembership(
    tx: Tx,
    { id: userId }: User,
    { organizationId, roles, opensWithPassword }: NewMembership,
  ): Promise<void> {
    if ((await membershipRepository.countOfUser(tx, userId)) >= MOST_MEMBERSHIPS_OF_USER)
      throw invalid(
        { base: ['exceeded_limit'] },
        `A user is a member of at most ${MOST_MEMBERSHIPS_OF_USER} organizations.`,
      );
    await membershipRepository.insert(tx, {
      id: newId(),
      organizationId,
      userId,
      status: 'active',
      roles: [...roles],
      opensWithPassword,
      createdAt: this.needs.clock.now(),
      revokedAt: null,
    });
  }

  /** Remembers the device of the request. @returns true if the user has not logged in from it before. */
  knowDevice(tx: Tx, { id: userId }: User): Promise<boolean> {
    const fingerprint = deviceOfCaller();
    const seenAt = this.needs.clock.now();
    return userRepository.addDevice(tx, { userId, fingerprint, seenAt }, MOST_DEVICES);
  }

  /** Announces a change of a user in each organization, as a change by that user. */
  async announceInAll(tx: Tx, user: User, change: PeopleChange): Promise<void> {
    for (const membership of await membershipRepository.ofUser(tx, user.id))
      await this.announceAs(tx, user, membership, change);
  }

  announceAs(tx: Tx, user: User, membership: OwnMembership, change: PeopleChange): Promise<void> {
    return this.needs.changes.announce(tx, actorOf(user, membership), change);
  }

  /** Deletes what has expired; runs every hour. */
  deleteExpired(db: Db): Promise<void> {
    return userRepository.deleteExpired(db, this.needs.clock.now());
  }
}

/** As `isEmail` allows; a longer text is nobody's. */
const MAX_EMAIL_LENGTH = 320;

/** The user as a member of one organization. */
function actorOf({ id, email }: User, membership: OwnMembership): Actor {
  const { organizationId, roles, customPermissions } = membership;
  return memberActor(organizationId, email, memberOf(id, roles, customPermissions));
}

export function incorrectLogin(): AppError {
  return invalid({ base: ['incorrect_login_or_password'] });
}

/** The error for a way to sign in that no organization in question allows. */
export function methodNotAuthorized(method: AuthenticationMethod): AppError {
  const member = method === 'email_password' ? 'emailPassword' : method;
  return invalid({ [member]: ['login_method_not_authorized'] });
}

function takenEmail(): AppError {
  return invalid({ email: ['user_already_exists'] });
}
