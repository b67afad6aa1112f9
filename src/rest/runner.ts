import type { Request, RequestHandler, Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import { expectedFailure } from '../graphql/errors/request-errors.js';
import {
  hasOwnTransaction,
  isRolledBack,
  isInSteps,
  recordsKeyUse,
  storesEvents,
  takesLargeBody,
} from '../graphql/schema/schema.js';
import type { Actor } from '../platform/actor.js';
import { OPEN_ADDRESSES, type PublicAddresses } from '../platform/addresses.js';
import { disconnectSignal } from '../platform/api/disconnect-signal.js';
import { Context, type Resolvers } from '../platform/api/context.js';
import { runWithAnswers, UnansweredCall } from '../platform/api/outside-answers.js';
import type { Requirement } from '../platform/api/access/resource-permissions.js';
import { currentAddresses, currentCaller } from '../platform/request-scope.js';
import { requirePermission } from '../platform/api/access/permissions.js';
import type { Tx } from '../platform/db/database.js';
import { inRolledBackTransaction } from '../platform/db/statements/rolled-back-transaction.js';
import type { TenantConnections } from '../platform/db/layers/tenant-connections.js';
import { type AppError, type ErrorDetails, RETRY_AFTER_SECONDS } from '../platform/errors/app-error.js';
import {
  type Answer,
  checkIdempotencyKey,
  IS_OUTCOME,
  type IdempotencyKeys,
  requestHash,
} from '../platform/idempotency/idempotency.js';
import type { Limits } from '../platform/limits.js';
import type { Logger } from '../platform/log.js';
import type { RateLimits } from '../platform/rate-limit/rate-limits.js';
import type { JsonBody } from '../platform/request-body/json-body.js';
import type { RequestBodies } from '../platform/request-body/request-body.js';
import { recordOperation, recordRefusal, tolerateIneffective } from '../platform/request-scope.js';
import { PathAddresses } from './addressing.js';
import { detailsAsSent, detailsByIndex, errorBody, INTERNAL_ERROR } from './error-body.js';
import { type CompiledOperation, compileOperation, requirementsOf } from './operation.js';
import { headerList, prefersStrict } from './preferences.js';
import { REST_PAGE_LIMITS } from './query.js';
import { Reading } from './reading.js';
import { exchangeOf, isLogged, type RecordExchange } from './request-log.js';
import { membersIn, parametersOf, RequestReader, type SentRequest } from './request-reader.js';
import type { Deprecation, Route } from './route.js';
import { checkOrderOf, isObject } from './translate.js';

export interface RunnerDependencies {
  readonly schema: GraphQLSchema;
  readonly resolvers: Resolvers;
  readonly tenants: TenantConnections;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly authenticate: (authorization: string | undefined) => Promise<Actor>;
  /** Records the use of an API key; called for each authenticated request unless its operation does not count as use. */
  readonly recordUse: (actor: Actor) => void;
  readonly recordExchange: RecordExchange;
  readonly publicAddresses: PublicAddresses;
  readonly rateLimits: RateLimits;
  readonly bodies: RequestBodies;
  readonly limits: Limits;
  readonly log: Logger;
}

/** Runs one row of the REST contract. Source for the order of checks: rest-conventions.md §1. */
export class RouteRunner {
  private readonly operation: CompiledOperation;
  private readonly lookup: CompiledOperation | null;
  private readonly addresses: PathAddresses | null;
  private readonly reader: RequestReader;
  private readonly requirements: readonly Requirement[];
  private readonly maxBodyBytes: number;
  private readonly checkOrder: readonly string[] | null;
  /** Runs bodies with a list of records instead of one. */
  private readonly many: RouteRunner | null;
  private readonly isLogged: boolean;

  constructor(
    readonly route: Route,
    private readonly dependencies: RunnerDependencies,
  ) {
    this.operation = compileOperation(dependencies.schema, route.document);
    this.lookup = route.lookup === null ? null : compileOperation(dependencies.schema, route.lookup);
    this.addresses = PathAddresses.of(dependencies.schema, route);
    this.reader = new RequestReader(route, this.operation, this.lookup);
    this.many = route.many === null ? null : new RouteRunner(routeOfMany(route, route.many), dependencies);
    this.requirements = requirementsOf(this.operation);
    const input = this.operation.variables.find(({ name }) => name === 'input');
    this.checkOrder = input === undefined ? null : checkOrderOf(input.type);
    const { bodyBytes, largeBodyBytes } = dependencies.limits;
    this.maxBodyBytes = this.operation.fields.some(takesLargeBody) ? largeBodyBytes : bodyBytes;
    this.isLogged = isLogged(route);
  }

  readonly handle: RequestHandler = (request, response, next) => {
    recordOperation('rest', this.operation.name);
    if (this.route.deprecation !== null) response.set(deprecationHeaders(this.route.deprecation));
    const reading = new Reading(prefersStrict(request.headers['prefer']));
    if (!reading.isStrict)
      tolerateIneffective((path) => {
        reading.addIneffective(path, 'value_is_immutable');
      });
    const caller: KnownCaller = { actor: null, body: null };
    this.answer(request, response, { reading, caller })
      .catch((error: unknown) => this.refusal(error, reading) ?? this.bug(error))
      .then((answer) => {
        const addresses = currentAddresses() ?? this.dependencies.publicAddresses;
        send(response, { ...answer, body: addresses.fill(answer.body) });
        if (this.isLogged) this.record(request, caller, answer);
      })
      .catch(next);
  };

  /** Records the request in the API log, if its caller is known. */
  private record(request: Request, { actor, body }: KnownCaller, { status, body: answered }: Answer): void {
    if (actor === null) return;
    const { publicAddresses } = this.dependencies;
    const requestBody = body?.text ?? '';
    const responseBody = publicAddresses.fill(answered);
    const exchange = exchangeOf(request, publicAddresses, { actor, status, requestBody, responseBody });
    if (exchange !== null) this.dependencies.recordExchange(exchange);
  }

  private async answer(
    request: Request,
    response: Response,
    { reading, caller }: { reading: Reading; caller: KnownCaller },
  ): Promise<Answer> {
    const actor = await this.dependencies.authenticate(request.headers.authorization);
    caller.actor = actor;
    const kind = this.operation.fields.every(storesEvents) ? 'events' : 'others';
    this.dependencies.rateLimits.count(response, actor, kind);
    if (this.operation.fields.some(recordsKeyUse)) this.dependencies.recordUse(actor);
    const rules = { maxBytes: this.maxBodyBytes, owner: { organizationId: actor.organizationId } };
    const withBody = <Result>(work: (body: JsonBody) => Promise<Result>) =>
      this.dependencies.bodies.use(request, rules, (body) => {
        caller.body = body;
        return work(body);
      });
    try {
      for (const requirement of this.requirements) requirePermission(actor.permissions, requirement);
    } catch (error) {
      // The body is read for the API log only, so that an unreadable one does not matter.
      if (this.isLogged) await withBody(() => Promise.resolve()).catch(() => undefined);
      throw error;
    }
    return withBody((body) => {
      const received = { actor, request, body, reading };
      const many = this.runnerOfMany(body);
      return many === null ? this.answerCaller(received, response) : many.answerOrRefuse(received, response);
    });
  }

  /** The runner for a body with a list of records, if the route takes one; null for any other body. */
  private runnerOfMany(body: JsonBody): RouteRunner | null {
    if (this.route.many === null) return null;
    const list = membersIn(body)[this.route.many.member];
    return list === undefined || list === null ? null : this.many;
  }

  /** Refuses in the terms of this operation, for which another runner has read the request. */
  private async answerOrRefuse(received: Received, response: Response): Promise<Answer> {
    try {
      return await this.answerCaller(received, response);
    } catch (error) {
      return this.refusal(error, received.reading) ?? this.bug(error);
    }
  }

  private async answerCaller(received: Received, response: Response): Promise<Answer> {
    const { request } = received;
    const key = request.headers['idempotency-key'];
    const writes = this.route.method !== 'GET';
    const context = this.context(received);
    if (writes && key !== undefined)
      return runWithAnswers(() => this.answerOnce(String(key), context, received, response));
    if (writes && !this.operation.fields.some(hasOwnTransaction))
      return runWithAnswers(() => context.db.transaction((tx) => this.runWithin(tx, context, received)));
    return this.run(received, context);
  }

  private async answerOnce(
    key: string,
    context: Context,
    received: Received,
    response: Response,
  ): Promise<Answer> {
    checkIdempotencyKey(key);
    const { actor, request, body, reading } = received;
    const { idempotencyKeys } = this.dependencies;
    const keyed = { key, hash: requestHash(request.method, request.originalUrl, body.bytes) };
    const refuse = (error: unknown) => (isOutcome(error) ? this.refusal(error, reading) : null);
    const { answer, replayed } = await (this.operation.fields.some(isInSteps)
      ? idempotencyKeys.answerInSteps(
          actor,
          keyed,
          (attempt) => this.run(received, context.withAttempt(attempt)),
          refuse,
        )
      : idempotencyKeys.answer(
          context.db,
          actor,
          keyed,
          (tx) => this.runWithin(tx, context, received),
          refuse,
        ));
    if (replayed) response.setHeader('Idempotent-Replayed', 'true');
    return answer;
  }

  private runWithin(tx: Tx, context: Context, received: Received): Promise<Answer> {
    const run = (inner: Tx) => this.run(received, context.inTransaction(inner));
    return this.operation.fields.some(isRolledBack) ? inRolledBackTransaction(tx, run) : run(tx);
  }

  private context({ request, actor }: Received): Context {
    const disconnected = disconnectSignal(request);
    const db = this.dependencies.tenants.forOrganization(actor.organizationId, disconnected);
    // The answer to a write is kept, in the API log or under its `Idempotency-Key`.
    const addresses = this.route.method === 'GET' ? currentAddresses() : OPEN_ADDRESSES;
    const sender = { caller: currentCaller(), addresses };
    const { resolvers } = this.dependencies;
    const facts = { resolvers, actor, surface: 'rest', pageLimits: REST_PAGE_LIMITS, disconnected } as const;
    return Context.reading({ ...facts, ...sender }, db);
  }

  private async run({ request, body, reading }: Received, context: Context): Promise<Answer> {
    const parameters = parametersOf(request);
    const addressed = (await this.addresses?.resolve(context, parameters)) ?? { parameters, defaults: {} };
    const sent = this.reader.read(request, body, addressed, reading);
    const found = await this.find(sent, reading, context);
    const variables = this.reader.variables(sent, found, reading);
    if (reading.isRefused) throw await this.collectedRefusal(variables, reading, context);
    const data = await this.operation.execute(context, variables);
    const answered = this.answeredPart(data);
    const headers = headersOf(reading);
    if (this.route.hasNoResponse) return { status: 200, headers, body: '' };
    if (this.route.isText)
      return { status: 200, headers: { ...headers, ...PLAIN_TEXT }, body: textOf(answered) };
    return { status: 200, headers, body: JSON.stringify(answered) };
  }

  /** See `Route`. */
  private answeredPart(data: Record<string, unknown>): unknown {
    const { flatMember } = this.route;
    const body = 'body' in data ? data['body'] : data;
    if (flatMember === null || !isObject(body)) return body;
    const record = body[flatMember];
    return isObject(record) ? { ...record, [flatMember]: record } : record;
  }

  /**
   * The members of the input that the path determines: those of the record that the lookup finds; without a lookup, the
   * path parameters.
   * @throws AppError kind `notFound`; `validation_errors` when a variable of the lookup cannot be read.
   */
  private async find(
    { parameters, lookupVariables }: SentRequest,
    reading: Reading,
    context: Context,
  ): Promise<Record<string, unknown>> {
    if (this.lookup === null) return parameters;
    if (lookupVariables === null) throw reading.error();
    const { found } = await this.lookup.execute(context, lookupVariables);
    return isObject(found) ? found : {};
  }

  /**
   * Collects the errors of unreadable members together with those of the services: a writing operation is run with the
   * readable members, in its transaction, which the resulting error rolls back.
   */
  private async collectedRefusal(
    variables: Record<string, unknown>,
    reading: Reading,
    context: Context,
  ): Promise<AppError> {
    if (context.openTransaction !== null && this.isComplete(variables)) {
      const failure = await this.operation.execute(context, variables).then(
        () => null,
        // A request that is refused calls nobody.
        (error: unknown) =>
          error instanceof UnansweredCall ? null : (expectedFailure(error) ?? this.logged(error)),
      );
      if (failure?.kind === 'validation') reading.addJudgement(failure);
    }
    if (this.checkOrder !== null) reading.keepFirst(this.checkOrder, this.route.listBody);
    return reading.error();
  }

  /** True if the document can run: a required variable from the URL that cannot be read has no substitute. */
  private isComplete(variables: Record<string, unknown>): boolean {
    return this.operation.variables.every(({ name, required }) => !required || name in variables);
  }

  private refusal(error: unknown, reading: Reading): Answer | null {
    const failure = expectedFailure(error);
    if (failure === null) return null;
    recordRefusal(failure.code);
    const body = errorBody(failure, this.detailsOf(failure, reading));
    return { status: body.status, headers: headersOf(reading), body: JSON.stringify(body) };
  }

  private detailsOf(failure: AppError, reading: Reading): ErrorDetails | null {
    if (failure.kind !== 'validation') return detailsAsSent(failure);
    const details = { ...detailsAsSent(failure), ...reading.refusedNames() };
    return this.route.listBody ? detailsByIndex(details) : details;
  }

  private bug(error: unknown): Answer {
    this.logged(error);
    return { status: 500, headers: {}, body: JSON.stringify(INTERNAL_ERROR) };
  }

  private logged(error: unknown): null {
    this.dependencies.log.error(
      { err: error, operation: this.operation.name },
      'a REST operation failed unexpectedly',
    );
    return null;
  }
}

/** True if a repeat of the request would fail with the same error, so that the answer can be stored. */
function isOutcome(error: unknown): boolean {
  const failure = expectedFailure(error);
  return failure !== null && IS_OUTCOME[failure.kind];
}

/** The route of a body with a list of records: the list is a member of the input, and errors are reported by index. */
function routeOfMany(route: Route, { document }: NonNullable<Route['many']>): Route {
  return { ...route, document, wrapper: null, listBody: true, many: null };
}

/** What is known of a caller when the response is sent: nothing before it is authenticated. */
interface KnownCaller {
  actor: Actor | null;
  body: JsonBody | null;
}

/** A request of a caller with the permission to run the operation. */
interface Received {
  readonly actor: Actor;
  readonly request: Request;
  readonly body: JsonBody;
  readonly reading: Reading;
}

/** Headers that list unknown names, which were ignored or refused, and state the page size, which may have been reduced. */
function headersOf({ isStrict, unknownNames, pageSize }: Reading): Record<string, string> {
  return {
    ...(pageSize === null ? {} : { 'X-Svc-Per-Page': String(pageSize) }),
    ...(unknownNames.length === 0 ? {} : { 'X-Svc-Ignored': headerList(unknownNames) }),
    ...(isStrict ? { 'Preference-Applied': 'handling=strict' } : {}),
  };
}

/** Announce that the operation is deprecated, in each of its responses. */
function deprecationHeaders({ since, sunset }: Deprecation): Record<string, string> {
  return { Deprecation: `@${since.getTime() / 1_000}`, Sunset: sunset.toUTCString() };
}

/**
 * Headers of error responses by status: the expected kind of credential (RFC 6750), and when to try again unless the response
 * says so already.
 */
function statusHeaders(status: number, response: Response): Record<string, string> {
  const wait = response.hasHeader('Retry-After') ? undefined : RETRY_AFTER_SECONDS[status];
  return {
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    ...(wait === undefined ? {} : { 'Retry-After': String(wait) }),
  };
}

const JSON_BODY = { 'Content-Type': 'application/json; charset=utf-8' };
const PLAIN_TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };

/** The text of an operation that answers plain text. */
function textOf(answered: unknown): string {
  const text = isObject(answered) ? answered['text'] : undefined;
  if (typeof text !== 'string') throw new Error('An operation that answers text selects it as "text".');
  return text;
}

function send(response: Response, { status, headers, body }: Answer): void {
  response.status(status).set({ ...JSON_BODY, ...headers, ...statusHeaders(status, response) });
  response.send(body);
}
