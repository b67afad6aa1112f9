import {
  createSourceEventStream,
  execute,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
} from 'graphql';
import type { Actor } from '../../platform/actor.js';
import { Context, type RequestFacts, type Resolvers } from '../../platform/api/context.js';
import type { TenantConnections } from '../../platform/db/layers/tenant-connections.js';
import { overLimit } from '../../platform/errors/app-error.js';
import type { Limits } from '../../platform/limits.js';
import type { LiveUpdates } from '../../platform/live/live-updates.js';
import type { Logger } from '../../platform/log.js';
import { currentAddresses } from '../../platform/request-scope.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../limits/cost.js';
import { expectedFailure, formatError } from '../errors/request-errors.js';
import { CLOSING_OF_FAILURE, CLOSINGS } from './close-codes.js';
import { ExecutedUpdates } from './executed-updates.js';
import { callerOf, closeClient, type Credentials, inScopeOf, type LiveClient } from './live-client.js';
import { acceptSubscription, type SentSubscription } from './subscription-request.js';

export interface RunnerOptions {
  readonly schema: GraphQLSchema;
  readonly resolvers: Resolvers;
  readonly authenticate: (authorization: string | undefined) => Promise<Actor>;
  /** Null if the header holds no token of a session that is valid. @throws AppError `expired_jwt_token`. */
  readonly authenticateSession: (
    authorization: string | undefined,
    organizationId: string | undefined,
  ) => Promise<{ readonly actor: Actor | null } | null>;
  readonly recordUse: (actor: Actor) => void;
  readonly tenants: TenantConnections;
  readonly liveUpdates: LiveUpdates;
  readonly limits: Limits;
  readonly log: Logger;
}

const PAGE_LIMITS = { defaultSize: DEFAULT_PAGE_SIZE, maxSize: MAX_PAGE_SIZE };

/** Runs the subscriptions of clients. */
export class SubscriptionRunner {
  private readonly clients = new WeakMap<object, LiveClient>();

  constructor(private readonly options: RunnerOptions) {}

  /**
   * @param open number of subscriptions of the client, this one included.
   * @returns what to run, or the errors of a subscription that may not run.
   */
  accept(client: LiveClient, sent: SentSubscription, open: number): ExecutionArgs | readonly GraphQLError[] {
    const { schema, limits, recordUse } = this.options;
    try {
      const actor = actorOf(client);
      const most = limits.connectionSubscriptions;
      if (open > most)
        throw overLimit('tooManyRequests', `A connection runs at most ${most} subscriptions at once.`);
      const accepted = acceptSubscription(sent, actor, { schema, limits });
      if (!('document' in accepted)) return accepted.map((error) => this.formatted(error));
      recordUse(actor);
      return { ...accepted, contextValue: this.contextOf(client) };
    } catch (error) {
      return [this.formatted(graphqlErrorOf(error))];
    }
  }

  /** Runs an accepted subscription. */
  async run(args: ExecutionArgs): Promise<ExecutedUpdates | ExecutionResult> {
    const client = this.clients.get(args.contextValue as object);
    if (client === undefined) throw new Error('Only an accepted subscription runs.');
    const source = await createSourceEventStream(args);
    if (!(Symbol.asyncIterator in source)) return this.resultOf(source);
    return new ExecutedUpdates(source, {
      run: (update) => inScopeOf(client, () => this.update(client, args, update)),
      isLast: ({ errors = [] }) => errors.some((error) => error.extensions['code'] === 'not_found'),
    });
  }

  /** The caller with a key, or the member in a session; null if neither is valid. */
  async actorOf({ authorization, organizationId }: Credentials): Promise<Actor | null> {
    const { authenticate, authenticateSession } = this.options;
    try {
      const user = await authenticateSession(authorization, organizationId);
      return user === null ? await authenticate(authorization) : user.actor;
    } catch (error) {
      if (expectedFailure(error)?.kind === 'unauthenticated') return null;
      throw error;
    }
  }

  /** Reads who a client is again. @returns false if it has no access any more; then the connection is closed. */
  async renew(client: LiveClient): Promise<boolean> {
    const { session } = client;
    if (session === null) return false;
    const actor = await this.actorOf(session.credentials).catch((error: unknown) => {
      this.options.log.warn({ err: error }, 'the credentials of a WebSocket client cannot be checked');
      // Nobody knows while the database cannot be reached, and then no update can be read either.
      return session.actor;
    });
    if (actor === null) closeClient(client, CLOSINGS.unauthorized);
    else session.actor = actor;
    return actor !== null;
  }

  /** The result for one update; null if the client may not see it. */
  private async update(
    client: LiveClient,
    args: ExecutionArgs,
    rootValue: unknown,
  ): Promise<ExecutionResult | null> {
    if (!(await this.renew(client))) return null;
    return this.resultOf(await execute({ ...args, rootValue, contextValue: this.contextOf(client) }));
  }

  /** A context for one update, whose loaders read what is stored now. */
  private contextOf(client: LiveClient): Context {
    const actor = actorOf(client);
    const { organizationId } = actor;
    const disconnected = client.disconnected.signal;
    const statementCount = { statements: 0 };
    const facts: RequestFacts = {
      resolvers: this.options.resolvers,
      actor,
      surface: 'graphql',
      pageLimits: PAGE_LIMITS,
      caller: callerOf(client),
      addresses: currentAddresses(),
      disconnected,
      statementCount,
      updates: {
        stream: (watched) =>
          this.options.liveUpdates.stream(organizationId, watched, (failure) => {
            closeClient(client, CLOSING_OF_FAILURE[failure]);
          }),
      },
    };
    const db = this.options.tenants.forOrganization(organizationId, disconnected, statementCount);
    const context = Context.reading(facts, db);
    this.clients.set(context, client);
    return context;
  }

  private resultOf({ errors, ...result }: ExecutionResult): ExecutionResult {
    return errors === undefined
      ? result
      : { ...result, errors: errors.map((error) => this.formatted(error)) };
  }

  /** An error as clients see it. */
  private formatted(error: GraphQLError): GraphQLError {
    const { message, extensions } = formatError(error.toJSON(), error, this.options.log);
    return new GraphQLError(message, {
      ...(error.path === undefined ? {} : { path: error.path }),
      ...(extensions === undefined ? {} : { extensions }),
    });
  }
}

function actorOf({ session }: LiveClient): Actor {
  if (session === null) throw new Error('Only an authenticated client subscribes.');
  return session.actor;
}

function graphqlErrorOf(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(cause.message, { originalError: cause });
}
