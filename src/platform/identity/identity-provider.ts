import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import type { SingleSignOnMethod } from './authentication-methods.js';
import { boundedFetch } from './bounded-fetch.js';
import { type IdentityClaims, verifiedEmail } from './verified-email.js';

/** The time limit of each request to the provider. */
const TIMEOUT_SECONDS = 10;

export interface IdentityProviderSettings {
  readonly method: SingleSignOnMethod;
  /** Shown to people. */
  readonly name: string;
  /** Its address, under which it publishes its configuration. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What the provider sends the browser back with, and what it must fit. */
export interface ProviderAnswer {
  /** The address that the browser was sent back to, with the parameters of the provider. */
  readonly returnedTo: URL;
  readonly state: string;
  readonly nonce: string;
  /** The secret of which the provider knows the hash (PKCE). */
  readonly codeVerifier: string;
}

/** An issuer of OpenID Connect, by authorization code with PKCE. */
export class IdentityProvider {
  private configuration: Promise<Configuration> | null = null;

  constructor(private readonly settings: IdentityProviderSettings) {}

  get method(): SingleSignOnMethod {
    return this.settings.method;
  }

  get name(): string {
    return this.settings.name;
  }

  /** The address at which a person signs in. @throws an error if the provider cannot be reached. */
  async addressFor(request: {
    readonly redirectUrl: string;
    readonly state: string;
    readonly nonce: string;
    readonly codeChallenge: string;
  }): Promise<string> {
    const { redirectUrl, state, nonce, codeChallenge } = request;
    return buildAuthorizationUrl(await this.configured(), {
      redirect_uri: redirectUrl,
      scope: 'openid email',
      state,
      nonce,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    }).href;
  }

  /**
   * The e-mail address of the person who has signed in; null if the provider does not vouch for it.
   * @throws an error if the provider cannot be reached, or its answer is not the one to this request.
   */
  async emailOf({ returnedTo, state, nonce, codeVerifier }: ProviderAnswer): Promise<string | null> {
    const configuration = await this.configured();
    const tokens = await authorizationCodeGrant(configuration, returnedTo, {
      pkceCodeVerifier: codeVerifier,
      expectedNonce: nonce,
      expectedState: state,
      idTokenExpected: true,
    });
    const claims: IdentityClaims & { readonly sub?: string } = tokens.claims() ?? {};
    const { sub } = claims;
    // Some providers show the address to the holder of the access token only.
    return sub !== undefined && claims.email === undefined
      ? verifiedEmail(this.method, await fetchUserInfo(configuration, tokens.access_token, sub))
      : verifiedEmail(this.method, claims);
  }

  /** Reads the configuration that the provider publishes, once; a failure is tried again. */
  private configured(): Promise<Configuration> {
    this.configuration ??= this.discover().catch((error: unknown) => {
      this.configuration = null;
      throw error;
    });
    return this.configuration;
  }

  private async discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const url = new URL(issuer);
    const configuration = await discovery(url, clientId, {}, clientAuthentication(clientSecret), {
      timeout: TIMEOUT_SECONDS,
      [customFetch]: boundedFetch,
      // The settings allow it on this machine only.
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the library marks it so that it stands out
      execute: url.protocol === 'http:' ? [allowInsecureRequests] : [],
    });
    // Otherwise the library trusts the connection, and checks no signature.
    enableNonRepudiationChecks(configuration);
    return configuration;
  }
}

/** Sends the secret as the provider takes it: in the header, which is the default of the protocol, or in the body. */
function clientAuthentication(secret: string): ClientAuth {
  const [inHeader, inBody] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...request) => {
    const takes = server.token_endpoint_auth_methods_supported ?? [];
    const isForBody = takes.includes('client_secret_post') && !takes.includes('client_secret_basic');
    (isForBody ? inBody : inHeader)(server, ...request);
  };
}
