import type { AuthenticationMethod } from '../../identity/authentication-methods.js';

/** A signed-in user, as the token of a request names them. */
export class Session {
  /** True once the request has ended the session: its answer then carries no renewed token. */
  hasEnded = false;

  constructor(
    readonly id: string,
    readonly userId: string,
    readonly userEmail: string,
    /** Raised when the password changes, which ends the sessions of before. */
    readonly generation: number,
    /** How the user has signed in: the session acts only in organizations that allow it. */
    readonly authenticationMethod: AuthenticationMethod,
  ) {}
}
