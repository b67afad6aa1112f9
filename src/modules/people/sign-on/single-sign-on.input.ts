import type { AuthenticationMethod } from '../../../platform/identity/authentication-methods.js';

export interface BeginSingleSignOn {
  readonly method: AuthenticationMethod;
  /** Token of the invitation that is accepted by it. */
  readonly invitationToken?: string | null;
}

/** What an identity provider has sent the browser back with. */
export interface CompleteSingleSignOn {
  readonly code: string;
  readonly state: string;
  readonly issuer?: string | null;
  readonly secret: string;
}
