import type { Request, RequestHandler, Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import { expectedFailure } from '../graphql/errors.js';
import {
  hasOwnTransaction,
  isDiscarded,
  isInSteps,
  recordsKeyUse,
  requirementOf,
  takesLargeBody,
} from '../graphql/schema.js';
import type { Actor } from '../platform/actor.js';
import { callerLeaves } from '../platform/api/caller-leaves.js';
import { Context } from '../platform/api/context.js';
import { requirePermission, type Requirement } from '../platform/api/permissions.js';
import { cleanText, parseCleanJson } from '../platform/clean-text.js';
import type { Db, Tx } from '../platform/db/database.js';
import { discarding } from '../platform/db/discarding.js';
import { AppError, badRequest, RETRY_AFTER_SECONDS } from '../platform/errors/app-error.js';
import { FieldErrors } from '../platform/errors/field-errors.js';
import {
  type Answer,
  checkIdempotencyKey,
  IS_OUTCOME,
  type IdempotencyKeys,
  requestHash,
} from '../platform/idempotency/idempotency.js';
import type { Limits } from '../platform/limits.js';
import type { Logger } from '../platform/log.js';
import type { RequestBodies } from '../platform/request-body/request-body.js';
import { nameOperation, nameRefusal } from '../platform/request-scope.js';
import { detailsByIndex, errorBody, INTERNAL_ERROR } from './errors.js';
import { camelCase, snakeCase } from './names.js';
import { type CompiledOperation, compileOperation, type OperationVariable } from './operation.js';
import { pageVariable, QueryParameters, REST_PAGE_LIMITS, urlVariable } from './query.js';
import type { Route } from './route.js';
import { isObject, translationOf } from './translate.js';

export interface RunnerDependencies {
  readonly schema: GraphQLSchema;
  readonly db: Db;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly authenticate: (authorization: string | undefined) => Promise<Actor>;
  /** Called for each authenticated request whose operation is recorded as a use of its key. */
  readonly recordUse: (actor: Actor) => void;
  readonly bodies: RequestBodies;
  readonly limits: Limits;
  readonly log: Logger;
}

/** Runs one row of the REST contract. Source for the order of checks: rest-conventions.md §1. */
export class RouteRunner {
  private readonly operation: CompiledOperation;
  private readonly lookup: CompiledOperation | null;
  private readonly requirement: Requirement;
  private readonly maxBodyBytes: number;

  constructor(
    readonly route: Route,
    private readonly dependencies: RunnerDependencies,
  ) {
    this.operation = compileOperation(dependencies.schema, route.document);
    this.lookup = route.lookup === null ? null : compileOperation(dependencies.schema, route.lookup);
    const requirement = this.operation.fields.map(requirementOf).find((found) => found !== null);
    if (requirement === undefined) throw new Error(`${this.operation.name} declares no permission.`);
    this.requirement = requirement;
    const { bodyBytes, largeBodyBytes } = dependencies.limits;
    this.maxBodyBytes = this.operation.fields.some(takesLargeBody) ? largeBodyBytes : bodyBytes;
  }

  readonly handle: RequestHandler = (request, response, next) => {
    nameOperation('rest', this.operation.name);
    this.answer(request, response).catch((error: unknown) => {
      const { status, body } = this.refusal(error) ?? this.bug(error);
      if (response.headersSent) next(error);
      else send(response, { status, body });
    });
  };

  private async answer(request: Request, response: Response): Promise<void> {
    const actor = await this.dependencies.authenticate(request.headers.authorization);
    if (this.operation.fields.some(recordsKeyUse)) this.dependencies.recordUse(actor);
    requirePermission(actor.permissions, this.requirement);
    const rules = { maxBytes: this.maxBodyBytes, owner: actor.organizationId };
    await this.dependencies.bodies.use(request, rules, (body) =>
      this.answerCaller(request, response, actor, body),
    );
  }

  private async answerCaller(
    request: Request,
    response: Response,
    actor: Actor,
    body: Buffer,
  ): Promise<void> {
    const key = request.headers['idempotency-key'];
    const writes = this.route.method !== 'GET';
    if (writes && key !== undefined) {
      await this.answerOnce(String(key), actor, request, response, body);
    } else if (writes && !this.operation.fields.some(hasOwnTransaction)) {
      send(
        response,
        await this.dependencies.db.transaction((tx) => this.runWithin(tx, request, actor, body)),
      );
    } else {
      send(response, await this.run(request, body, this.context(request, actor, null)));
    }
  }

  private async answerOnce(
    key: string,
    actor: Actor,
    request: Request,
    response: Response,
    body: Buffer,
  ): Promise<void> {
    checkIdempotencyKey(key);
    const { idempotencyKeys } = this.dependencies;
    const keyed = { key, hash: requestHash(request.method, request.originalUrl, body) };
    const refuse = (error: unknown) => (isOutcome(error) ? this.refusal(error) : null);
    const reading = this.context(request, actor, null);
    const { answer, replayed } = await (this.operation.fields.some(isInSteps)
      ? idempotencyKeys.answerInSteps(
          actor,
          keyed,
          (attempt) => this.run(request, body, reading.attempting(attempt)),
          refuse,
        )
      : idempotencyKeys.answer(actor, keyed, (tx) => this.runWithin(tx, request, actor, body), refuse));
    if (replayed) response.setHeader('Idempotent-Replayed', 'true');
    send(response, answer);
  }

  private runWithin(tx: Tx, request: Request, actor: Actor, body: Buffer): Promise<Answer> {
    const run = (within: Tx) => this.run(request, body, this.context(request, actor, within));
    return this.operation.fields.some(isDiscarded) ? discarding(tx, run) : run(tx);
  }

  private context(request: Request, actor: Actor, tx: Tx | null): Context {
    const caller = { address: request.ip ?? null, userAgent: request.headers['user-agent'] ?? null };
    const left = callerLeaves(request);
    const facts = { actor, surface: 'rest', pageLimits: REST_PAGE_LIMITS, caller, left } as const;
    const context = Context.reading(facts, this.dependencies.db);
    return tx === null ? context : context.within(tx);
  }

  private async run(request: Request, body: Buffer, context: Context): Promise<Answer> {
    const parameters = parametersOf(request);
    const query = QueryParameters.parse(searchOf(request));
    const members = Object.assign(this.membersOf(body), query.singles(this.route.inQuery));
    const found = await this.find({ parameters, query, members }, context);
    const errors = new FieldErrors();
    const variables = this.variablesOf({ parameters, query, members, found }, errors);
    errors.throwIfAny();
    const data = await this.operation.run(context, variables);
    return { status: 200, body: JSON.stringify('body' in data ? data['body'] : data) };
  }

  /** The members of the body under its wrapper. @throws AppError kind `badRequest` (rest-conventions.md §2). */
  private membersOf(body: Buffer): Record<string, unknown> {
    const { wrapper, beside, method } = this.route;
    const parsed = body.length === 0 ? {} : parse(body);
    if (!isObject(parsed)) throw badRequest('invalid JSON');
    if (wrapper === null) return parsed;
    const members = parsed[wrapper];
    if (isObject(members) && Object.keys(members).length > 0)
      return Object.assign(members, picked(parsed, beside));
    // All that a deletion takes is optional.
    if (method === 'DELETE') return picked(parsed, beside);
    throw badRequest(`param is missing or the value is empty or invalid: ${wrapper}`);
  }

  /**
   * What the path says of the input: the record it names, where a lookup finds it, else its parameters.
   * @throws AppError kind `notFound`.
   */
  private async find(
    { parameters, query, members }: Omit<Sources, 'found'>,
    context: Context,
  ): Promise<Record<string, unknown>> {
    if (this.lookup === null) return parameters;
    const errors = new FieldErrors();
    const beside = picked(members, this.route.beside);
    const variables = bind(this.lookup.variables, (variable) => {
      const sent = beside[snakeCase(variable.name)];
      return sent === undefined
        ? urlVariable(variable, { parameters, query }, errors)
        : translationOf(variable.type)(sent, variable.name, errors);
    });
    errors.throwIfAny();
    const { found } = await this.lookup.run(context, variables);
    return isObject(found) ? found : {};
  }

  private variablesOf(
    { parameters, query, members, found }: Sources,
    errors: FieldErrors,
  ): Record<string, unknown> {
    return bind(this.operation.variables, (variable) => {
      if (variable.name === 'input') return this.inputOf(variable, found, members, errors);
      if (variable.name === 'page' || variable.name === 'perPage') return pageVariable(variable.name, query);
      return urlVariable(variable, { parameters, query }, errors);
    });
  }

  /** The body's members, then what the path says, which a body cannot change. */
  private inputOf(
    { type }: OperationVariable,
    known: Record<string, unknown>,
    members: Record<string, unknown>,
    errors: FieldErrors,
  ): unknown {
    return translationOf(type)(Object.assign(members, restNamed(known)), '', errors);
  }

  private refusal(error: unknown): Answer | null {
    const failure = expectedFailure(error);
    if (failure === null) return null;
    nameRefusal(failure.code);
    const shaped =
      this.route.listBody && failure.details !== null
        ? new AppError(failure.kind, failure.code, detailsByIndex(failure.details))
        : failure;
    const body = errorBody(shaped);
    return { status: body.status, body: JSON.stringify(body) };
  }

  private bug(error: unknown): Answer {
    this.dependencies.log.error(
      { err: error, operation: this.operation.name },
      'a REST operation failed unexpectedly',
    );
    return { status: 500, body: JSON.stringify(INTERNAL_ERROR) };
  }
}

/** Whether a repeat of the request would meet this refusal again. */
function isOutcome(error: unknown): boolean {
  const failure = expectedFailure(error);
  return failure !== null && IS_OUTCOME[failure.kind];
}

interface Sources {
  readonly parameters: Record<string, string>;
  readonly query: QueryParameters;
  readonly members: Record<string, unknown>;
  readonly found: Record<string, unknown>;
}

function bind(
  variables: readonly OperationVariable[],
  valueOf: (variable: OperationVariable) => unknown,
): Record<string, unknown> {
  const bound: Record<string, unknown> = {};
  for (const variable of variables) {
    const value = valueOf(variable);
    if (value !== undefined) bound[variable.name] = value;
  }
  return bound;
}

function picked(values: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  const own = names.filter((name) => Object.hasOwn(values, name));
  return Object.fromEntries(own.map((name) => [name, values[name]]));
}

function parse(body: Buffer): unknown {
  try {
    return parseCleanJson(body.toString('utf8'));
  } catch {
    throw badRequest('invalid JSON');
  }
}

function parametersOf(request: Request): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.params).map(([name, value]) => [camelCase(name), cleanText(String(value))]),
  );
}

function searchOf({ originalUrl }: Request): string {
  const start = originalUrl.indexOf('?');
  return start === -1 ? '' : originalUrl.slice(start);
}

function restNamed(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [snakeCase(name), value]));
}

function send(response: Response, { status, body }: Answer): void {
  const wait = RETRY_AFTER_SECONDS[status];
  if (wait !== undefined) response.setHeader('Retry-After', wait);
  response.status(status).setHeader('Content-Type', 'application/json; charset=utf-8');
  response.send(body);
}
