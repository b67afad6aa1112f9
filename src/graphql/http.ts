import {
  type ApolloServer,
  HeaderMap,
  type HTTPGraphQLRequest,
  type HTTPGraphQLResponse,
} from '@apollo/server';
import { type Request, type Response, Router } from 'express';
import type { Actor } from '../platform/actor.js';
import type { Session } from '../platform/api/access/user-session.js';
import { disconnectSignal } from '../platform/api/disconnect-signal.js';
import { Context, type Resolvers } from '../platform/api/context.js';
import type { PortalAuthenticator, PortalCaller } from '../platform/api/access/portal-caller.js';
import { ConcurrencyLimit } from '../platform/rate-limit/concurrency-limit.js';
import { networkOf } from '../platform/network/network-of.js';
import { currentAddresses, currentCaller } from '../platform/request-scope.js';
import type { TenantConnections } from '../platform/db/layers/tenant-connections.js';
import { AppError, badRequest, overLimit, RETRY_AFTER_SECONDS } from '../platform/errors/app-error.js';
import type { Limits } from '../platform/limits.js';
import type { RateLimits } from '../platform/rate-limit/rate-limits.js';
import type { JsonBody } from '../platform/request-body/json-body.js';
import type { RequestBodies } from '../platform/request-body/request-body.js';
import { recordOperation } from '../platform/request-scope.js';
import { expectedFailure, formatFailure } from './errors/request-errors.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './limits/cost.js';
import { readAgain } from './read-again.js';
import { ORGANIZATION_HEADER } from './organization-header.js';

/** A request in a session. */
interface SessionSender {
  readonly session: Session;
  /** Null if the request names no organization, or one of which the user is no member. */
  readonly actor: Actor | null;
  /** The token to use from now on; null while the sent one is new enough. */
  readonly renewedToken: string | null;
}

/** Who sent a request. */
interface Sender {
  /** Null without a valid credential, for a user outside of any organization, and for a customer in the portal. */
  readonly actor: Actor | null;
  readonly session: Session | null;
  readonly renewedToken: string | null;
  readonly portal: PortalCaller | null;
}

const NOBODY: Sender = { actor: null, session: null, renewedToken: null, portal: null };

interface EndpointOptions {
  readonly server: ApolloServer<Context>;
  readonly resolvers: Resolvers;
  readonly authenticate: (authorization: string | undefined) => Promise<Actor>;
  /** Null if the header holds no token of a session that is valid. @throws AppError `expired_jwt_token`. */
  readonly authenticateSession: (
    authorization: string | undefined,
    organizationId: string | undefined,
  ) => Promise<SessionSender | null>;
  readonly portal: PortalAuthenticator;
  readonly rateLimits: RateLimits;
  readonly bodies: RequestBodies;
  readonly tenants: TenantConnections;
  readonly limits: Limits;
}

/** Carries the renewed token of a session. */
const TOKEN_HEADER = 'X-Svc-Token';

/** The header that contains the token of a customer. Source: portal.md §1. */
const PORTAL_TOKEN = 'x-svc-portal-token';

const PAGE_LIMITS = { defaultSize: DEFAULT_PAGE_SIZE, maxSize: MAX_PAGE_SIZE };

/** The GraphQL endpoint, which runs operations sent by POST. Browsers receive pages of `src/main/http/pages.ts` by GET. */
export function graphqlRouter(options: EndpointOptions): Router {
  const router = Router();
  const endpoint = new Endpoint(options);
  router.post('/', (request, response) => endpoint.answer(request, response));
  router.use((_request, response) => {
    refuseMethod(response);
  });
  return router;
}

/** Requests of no organization that one address runs at once: they use the connections of all visitors. */
const MOST_AT_ONCE = 20;

class Endpoint {
  private readonly visitors = new ConcurrencyLimit(
    MOST_AT_ONCE,
    `From one address, ${MOST_AT_ONCE} requests of no organization run at once.`,
  );

  constructor(private readonly options: EndpointOptions) {}

  /** Authenticates the caller before reading the body, since anonymous callers have lower limits. */
  async answer(request: Request, response: Response): Promise<void> {
    recordOperation('graphql', 'unread');
    try {
      const sender = await this.senderOf(request, response);
      const organizationId = organizationOf(sender);
      const rules = organizationId === null ? this.anonymousRules(request) : this.rulesOf(organizationId);
      const work = () =>
        this.options.bodies.use(request, rules, async (body) => {
          const answer = await this.run(request, sender, body);
          const { session, renewedToken } = sender;
          if (renewedToken !== null && session?.hasEnded === false)
            response.setHeader(TOKEN_HEADER, renewedToken);
          send(response, answer);
        });
      if (organizationId === null) await this.visitors.use(networkOf(currentCaller()?.address ?? ''), work);
      else await work();
    } catch (error) {
      const failure = expectedFailure(error);
      if (failure === null) throw error;
      refuse(response, failure);
    }
  }

  /** Authenticates the sender, and counts the request. A portal token has precedence over a session and a key. */
  private async senderOf(request: Request, response: Response): Promise<Sender> {
    const token = request.headers[PORTAL_TOKEN];
    if (token !== undefined) return this.portalOf(String(token), response);
    const sender = await this.callerOf(request);
    // The operation is not known yet, so requests that store events count as others do.
    if (sender.actor !== null) this.options.rateLimits.count(response, sender.actor, 'others');
    return sender;
  }

  /** Nobody if the token is not valid, or its customer is deleted. */
  private async portalOf(token: string, response: Response): Promise<Sender> {
    const { portal: authenticator, rateLimits, tenants } = this.options;
    const caller = await authenticator.read(token);
    if (caller === null) return NOBODY;
    rateLimits.countPortal(response, caller);
    const db = tenants.forOrganization(caller.actor.organizationId);
    return { ...NOBODY, portal: await authenticator.admit(db, caller) };
  }

  /** A user in a session, or whoever has the key. */
  private async callerOf(request: Request): Promise<Sender> {
    const { authorization, [ORGANIZATION_HEADER]: organization } = request.headers;
    const organizationId = Array.isArray(organization) ? organization[0] : organization;
    const user = await this.options.authenticateSession(authorization, organizationId);
    return user === null ? { ...NOBODY, actor: await this.actorOf(request) } : { ...NOBODY, ...user };
  }

  /** Null for a caller without a valid key, who can introspect, log in and sign up. */
  private async actorOf({ headers }: Request): Promise<Actor | null> {
    try {
      return await this.options.authenticate(headers.authorization);
    } catch (error) {
      if (expectedFailure(error)?.kind === 'unauthenticated') return null;
      throw error;
    }
  }

  private rulesOf(organizationId: string) {
    return { maxBytes: this.options.limits.largeBodyBytes, owner: { organizationId } };
  }

  /** @throws AppError kind `unauthenticated` for a compressed body, which may become large when decompressed. */
  private anonymousRules({ headers }: Request) {
    if (headers['content-encoding'] !== undefined) {
      const message = 'A compressed body needs a valid API key.';
      throw new AppError('unauthenticated', 'unauthorized', null, { message });
    }
    return {
      maxBytes: this.options.limits.anonymousBodyBytes,
      owner: { address: currentCaller()?.address ?? null },
    };
  }

  private async run(request: Request, sender: Sender, sent: JsonBody): Promise<HTTPGraphQLResponse> {
    const body = parse(sent);
    const organizationId = organizationOf(sender);
    this.checkBody(body, organizationId);
    return readAgain(() => this.runOnce(request, sender, { body, bodyBytes: sent.bytes.length }));
  }

  private runOnce(
    request: Request,
    sender: Sender,
    { body, bodyBytes }: { readonly body: unknown; readonly bodyBytes: number },
  ): Promise<HTTPGraphQLResponse> {
    const organizationId = organizationOf(sender);
    const { method, headers: sent } = request;
    const scope = { caller: currentCaller(), addresses: currentAddresses() };
    const { actor, session, portal } = sender;
    const { resolvers, tenants } = this.options;
    const who = { actor, session, portal, ...scope };
    const facts = { ...who, resolvers, surface: 'graphql', pageLimits: PAGE_LIMITS } as const;
    const disconnected = disconnectSignal(request);
    const statementCount = { statements: 0 };
    const db =
      organizationId === null ? null : tenants.forOrganization(organizationId, disconnected, statementCount);
    const openDb = tenants.forVisitors(disconnected, statementCount);
    const context = Context.reading({ ...facts, openDb, bodyBytes, disconnected, statementCount }, db);
    const headers = new HeaderMap();
    for (const [name, value] of Object.entries(sent))
      if (value !== undefined) headers.set(name, String(value));
    return this.execute({ method, headers, search: '', body }, context);
  }

  /** @throws AppError for a document that is too long, and for a persisted query of an anonymous caller. */
  private checkBody(body: unknown, organizationId: string | null): void {
    const { query, extensions } = (body ?? {}) as { query?: unknown; extensions?: unknown };
    const { graphqlTextLength } = this.options.limits;
    if (typeof query === 'string' && query.length > graphqlTextLength)
      throw overLimit('tooLarge', `A query may have at most ${graphqlTextLength} characters.`);
    const persistedQuery = (extensions as { persistedQuery?: unknown } | null | undefined)?.persistedQuery;
    if (organizationId === null && persistedQuery !== undefined)
      throw new AppError('badRequest', 'PERSISTED_QUERY_NOT_SUPPORTED');
  }

  private execute(request: HTTPGraphQLRequest, context: Context | null): Promise<HTTPGraphQLResponse> {
    return this.options.server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: request,
      context: () =>
        context === null ? Promise.reject(new Error('A page runs no operation.')) : Promise.resolve(context),
    });
  }
}

/** Null without a valid credential. */
function organizationOf({ actor, portal }: Sender): string | null {
  return (actor ?? portal?.actor)?.organizationId ?? null;
}

/** @throws AppError kind `badRequest` when the body is not JSON. */
function parse(body: JsonBody): unknown {
  try {
    return body.bytes.length === 0 ? {} : body.parse();
  } catch {
    throw badRequest('The body is not JSON.');
  }
}

function send(response: Response, { status, headers, body }: HTTPGraphQLResponse): void {
  if (body.kind !== 'complete') throw new Error('Incremental delivery is not supported.');
  for (const [name, value] of headers) response.setHeader(name, value);
  response.status(status ?? 200).send(body.string);
}

function refuseMethod(response: Response): void {
  response.setHeader('Allow', 'POST');
  refuse(
    response,
    new AppError('notAllowed', 'bad_user_input', null, { message: 'Operations are sent by POST.' }),
  );
}

/** Answers a request that fails before GraphQL runs, in the format of GraphQL errors. */
function refuse(response: Response, failure: AppError): void {
  const error = formatFailure(failure);
  const { status } = error.extensions;
  const wait = RETRY_AFTER_SECONDS[status];
  if (wait !== undefined && !response.hasHeader('Retry-After')) response.setHeader('Retry-After', wait);
  response.status(status).json({ errors: [error] });
}
