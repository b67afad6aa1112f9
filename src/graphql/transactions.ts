import type {
  ApolloServerPlugin,
  GraphQLRequestContextResponseForOperation,
  GraphQLResponse,
} from '@apollo/server';
import {
  execute,
  type ExecutionResult,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  OperationTypeNode,
} from 'graphql';
import { parseJson } from '../platform/text/parse-json.js';
import type { AddressInAnswer, Addresses, PublicAddresses } from '../platform/addresses.js';
import type { Context } from '../platform/api/context.js';
import { runWithAnswers, splitUnanswered } from '../platform/api/outside-answers.js';
import type { Tx } from '../platform/db/database.js';
import { inRolledBackTransaction } from '../platform/db/statements/rolled-back-transaction.js';
import { badRequest } from '../platform/errors/app-error.js';
import {
  type Answer,
  checkIdempotencyKey,
  IS_OUTCOME,
  type IdempotencyKeys,
  requestHash,
} from '../platform/idempotency/idempotency.js';
import { expectedFailure, isRequestError } from './errors/request-errors.js';
import { withRollbackErrors } from './rolled-back-mutations.js';
import { answersSecret, hasOwnTransaction, isRolledBack, isInSteps, rootFieldsOf } from './schema/schema.js';

type OperationContext = GraphQLRequestContextResponseForOperation<Context>;
type RootFields = ReturnType<typeof rootFieldsOf>;
type Format = (error: GraphQLError) => GraphQLFormattedError;

/** Thrown to roll back the transaction of an operation that has errors. */
class FailedOperation extends Error {
  constructor(readonly result: ExecutionResult) {
    super('operation failed');
  }
}

/**
 * Runs each mutation operation in one transaction, so that all its mutations take effect or none does. The transaction
 * also stores the answer under a sent `Idempotency-Key`. Previews run in a transaction that is rolled back. Other queries,
 * and mutations that open their own transactions, run without one.
 */
export function transactionPlugin(
  keys: IdempotencyKeys,
  publicAddresses: PublicAddresses,
  format: Format,
): ApolloServerPlugin<Context> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        responseForOperation: async (operation) => {
          const fields = rootFieldsOf(operation.schema, operation.document, operation.operation);
          const discards = fields.some(isRolledBack);
          if (!discards && operation.operation.operation !== OperationTypeNode.MUTATION) return null;
          const key = operation.request.http?.headers.get('idempotency-key');
          const own = fields.map(hasOwnTransaction);
          if (own.every(Boolean) && key === undefined) return null;
          try {
            requireCaller(operation);
            if (discards) return await respondToPreview(operation, fields, format);
            if (own.some(Boolean) && !own.every(Boolean)) throw badRequest(MIXED);
            if (key !== undefined && fields.some(answersSecret)) throw badRequest(SECRET);
            if (key !== undefined && operation.contextValue.isPortal) throw badRequest(PORTAL_KEY);
            if (key !== undefined) {
              const addresses = operation.contextValue.addresses ?? publicAddresses;
              return await runIdempotently(keys, key, { operation, fields, format, addresses });
            }
            return respond(operation, await runInTransaction(operation), format);
          } catch (error) {
            return respond(operation, resultOf(error), format);
          }
        },
      }),
  };
}

/** Ensures that no transaction is opened for an anonymous caller. @throws AppError kind `unauthenticated`. */
function requireCaller({ contextValue }: OperationContext): unknown {
  return contextValue.isPortal ? contextValue.requirePortal() : contextValue.actor;
}

const PREVIEW_COMBINED = 'A preview cannot be combined with other fields.';
const SECRET = 'The answer contains a secret, which is never stored: send no Idempotency-Key.';
const PORTAL_KEY = 'The customer portal takes no Idempotency-Key.';
const STEPS_COMBINED =
  'With an Idempotency-Key, a mutation that uses several transactions cannot be combined with other fields.';
const MIXED = 'Mutations that open their own transactions cannot be combined with others.';

/** Runs a preview. It must be the only field, since other fields would see what it writes before the rollback. */
async function respondToPreview(
  operation: OperationContext,
  fields: readonly unknown[],
  format: Format,
): Promise<GraphQLResponse> {
  if (fields.length > 1) throw badRequest(PREVIEW_COMBINED);
  const { db } = operation.contextValue;
  const result = await runWithAnswers(() =>
    inRolledBackTransaction(db, (tx) => executeOrRollBack(operation, tx)),
  );
  return respond(operation, result, format);
}

function runInTransaction(operation: OperationContext): Promise<ExecutionResult> {
  const { db } = operation.contextValue;
  return runWithAnswers(() => db.transaction((tx) => executeOrRollBack(operation, tx)));
}

interface KeyedOperation {
  readonly operation: OperationContext;
  readonly fields: RootFields;
  readonly format: Format;
  /** Of whoever reads the answer. */
  readonly addresses: Addresses<AddressInAnswer>;
}

async function runIdempotently(
  keys: IdempotencyKeys,
  key: string,
  { operation, fields, format, addresses }: KeyedOperation,
): Promise<GraphQLResponse> {
  checkIdempotencyKey(key);
  const inSteps = fields.some(isInSteps);
  if (inSteps && fields.length > 1) throw badRequest(STEPS_COMBINED);
  const { request, source } = operation;
  const contextValue = operation.contextValue.withOpenAddresses();
  const body = JSON.stringify([source, request.operationName, request.variables]);
  const print = (result: ExecutionResult): Answer => ({
    status: statusOf(result),
    headers: {},
    body: JSON.stringify(singleResult(result, format)),
  });
  const { db, actor } = contextValue;
  const keyed = { key, hash: requestHash('POST', '/graphql', body) };
  const run = async (context: Context) => print(await executeOrFail(operation, context));
  const refuse = (error: unknown) =>
    error instanceof FailedOperation && isOutcome(error.result) ? print(error.result) : null;
  const { answer, replayed } = await (inSteps
    ? keys.answerInSteps(actor, keyed, (attempt) => run(contextValue.withAttempt(attempt)), refuse)
    : runWithAnswers(() =>
        keys.answer(db, actor, keyed, (tx) => run(contextValue.inTransaction(tx)), refuse),
      ));
  if (replayed) operation.response.http.headers.set('idempotent-replayed', 'true');
  const filled = addresses.fill(answer.body);
  return reply(operation, answer.status, parseJson(filled) as FormattedExecutionResult);
}

function executeOrRollBack(operation: OperationContext, tx: Tx): Promise<ExecutionResult> {
  return executeOrFail(operation, operation.contextValue.inTransaction(tx));
}

/** Executes the operation. @throws FailedOperation when the result has errors; UnansweredCall. */
async function executeOrFail(operation: OperationContext, contextValue: Context): Promise<ExecutionResult> {
  const { schema, document, request, operationName } = operation;
  const executed = await execute({
    schema,
    document,
    contextValue,
    ...(request.variables === undefined ? {} : { variableValues: request.variables }),
    ...(operationName === null ? {} : { operationName }),
  });
  if (executed.errors === undefined) return executed;
  const { unanswered, errors } = splitUnanswered(executed.errors);
  // An operation that is refused calls nobody.
  if (unanswered !== null && errors.length === 0) throw unanswered;
  const result = { ...executed, errors };
  const isMutation = operation.operation.operation === OperationTypeNode.MUTATION;
  if (!isMutation || contextValue.openTransaction === null) throw new FailedOperation(result);
  throw new FailedOperation(withRollbackErrors(result, document, operation.operation));
}

/** True if a repeat of the request would fail with the same errors, so that the answer can be stored. */
function isOutcome({ errors = [] }: ExecutionResult): boolean {
  return errors.every((error) => {
    const failure = expectedFailure(error);
    return failure === null ? isRequestError(error) : IS_OUTCOME[failure.kind];
  });
}

/** The result of an operation that was rolled back, or that was refused before execution. */
function resultOf(error: unknown): ExecutionResult {
  if (error instanceof FailedOperation) return error.result;
  const failure = expectedFailure(error);
  if (failure === null) throw error;
  return { data: null, errors: [new GraphQLError(failure.message, { originalError: failure })] };
}

/** The HTTP status: 400 for a request that could not be run, otherwise 200, even with errors (graphql-surface.md §1). */
function statusOf({ data, errors = [] }: ExecutionResult): number {
  return data === undefined || errors.some((error) => expectedFailure(error)?.kind === 'badRequest')
    ? 400
    : 200;
}

function singleResult({ data, errors }: ExecutionResult, format: Format): FormattedExecutionResult {
  return {
    ...(data === undefined ? {} : { data }),
    ...(errors === undefined ? {} : { errors: errors.map(format) }),
  };
}

function respond(operation: OperationContext, result: ExecutionResult, format: Format): GraphQLResponse {
  return reply(operation, statusOf(result), singleResult(result, format));
}

function reply(
  { response }: OperationContext,
  status: number,
  result: FormattedExecutionResult,
): GraphQLResponse {
  response.http.status = status;
  return { http: response.http, body: { kind: 'single', singleResult: result } };
}
