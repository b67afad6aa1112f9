import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SingleSignOnMethod } from '../../src/platform/identity/authentication-methods.js';
import type { IdentityProviderSettings } from '../../src/platform/identity/identity-provider.js';

const CLIENT = { clientId: 'tollgate', clientSecret: 'secret/of:tollgate' };
const ALGORITHM = 'ES256';

type Key = Awaited<ReturnType<typeof generateKeyPair>>;

type Claims = Readonly<Record<string, unknown>>;

/** What the provider does differently from one that is right. */
export interface Deviation {
  /** Claims of the token that differ; undefined leaves one out. */
  readonly claims?: Claims;
  /** True: signs with a key that it does not publish. */
  readonly hasForeignKey?: boolean;
  /** Claims that only the holder of the access token can read. */
  readonly userInfo?: Claims;
}

interface Grant extends Deviation {
  readonly parameters: URLSearchParams;
  readonly email: string;
}

/** Speaks OpenID Connect as a provider does: configuration, keys, codes with PKCE that work once, signed tokens. */
export class IdentityProviderStandIn {
  /** Paths of the requests that arrived. */
  readonly requests: string[] = [];
  /** True: it answers every request with an error. */
  isDown = false;
  private readonly grants = new Map<string, Grant>();
  private readonly userInfos = new Map<string, Claims>();

  private constructor(
    private readonly server: Server,
    private readonly published: Key,
    private readonly foreign: Key,
  ) {}

  static async start(): Promise<IdentityProviderStandIn> {
    const server = createServer();
    const [published, foreign] = [await generateKeyPair(ALGORITHM), await generateKeyPair(ALGORITHM)];
    const standIn = new IdentityProviderStandIn(server, published, foreign);
    server.on('request', (request, response) => void standIn.serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get issuer(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  settings(method: SingleSignOnMethod, name: string): IdentityProviderSettings {
    return { method, name, issuer: this.issuer, ...CLIENT };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Signs a person in who was sent to this address. @returns the parameters that the browser is sent back with. */
  signIn(url: string, email: string, deviation: Deviation = {}): { code: string; state: string } {
    const { searchParams: parameters } = new URL(url);
    const code = randomUUID();
    this.grants.set(code, { parameters, email, ...deviation });
    return { code, state: parameters.get('state') ?? '' };
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const path = request.url ?? '';
    this.requests.push(path);
    const fields = new URLSearchParams(Buffer.concat(chunks).toString());
    const answer = this.isDown ? null : await this.answer(path, request.headers.authorization ?? '', fields);
    response
      .writeHead(answer === null ? 503 : 'error' in answer ? 400 : 200, {
        'content-type': 'application/json',
      })
      .end(JSON.stringify(answer ?? {}));
  }

  private async answer(path: string, authorization: string, fields: URLSearchParams): Promise<object> {
    const { issuer } = this;
    if (path === '/.well-known/openid-configuration')
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: [ALGORITHM],
      };
    if (path === '/keys')
      return {
        keys: [{ ...(await exportJWK(this.published.publicKey)), kid: 'key', alg: ALGORITHM, use: 'sig' }],
      };
    if (path === '/userinfo') return this.userInfos.get(authorization) ?? { error: 'invalid_token' };
    return this.exchange(authorization, fields);
  }

  private async exchange(authorization: string, fields: URLSearchParams): Promise<object> {
    const { clientId, clientSecret } = CLIENT;
    const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':');
    if (authorization !== `Basic ${Buffer.from(credentials).toString('base64')}`)
      return { error: 'invalid_client' };
    const code = fields.get('code') ?? '';
    const grant = this.grants.get(code);
    this.grants.delete(code);
    const challenge = createHash('sha256')
      .update(fields.get('code_verifier') ?? '')
      .digest('base64url');
    const isSame = (name: string) => fields.get(name) === grant?.parameters.get(name);
    if (
      grant === undefined ||
      grant.parameters.get('code_challenge') !== challenge ||
      !isSame('redirect_uri')
    )
      return { error: 'invalid_grant' };
    const { parameters, email, claims = {}, hasForeignKey = false, userInfo } = grant;
    const now = Math.floor(Date.now() / 1_000);
    const sub = `person-${email}`;
    const token: Claims = {
      iss: this.issuer,
      aud: clientId,
      sub,
      nonce: parameters.get('nonce') ?? '',
      iat: now,
      exp: now + 300,
      email,
      email_verified: true,
      ...claims,
    };
    const accessToken = randomUUID();
    if (userInfo !== undefined) this.userInfos.set(`Bearer ${accessToken}`, { sub, ...userInfo });
    const { privateKey } = hasForeignKey ? this.foreign : this.published;
    const idToken = await new SignJWT({ ...token })
      .setProtectedHeader({ alg: ALGORITHM, kid: 'key' })
      .sign(privateKey);
    return { access_token: accessToken, token_type: 'Bearer', expires_in: 300, id_token: idToken };
  }
}
