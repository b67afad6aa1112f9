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
import type { Actor } from '../platform/actor.js';
import type { Context } from '../platform/api/context.js';
import type { Tx } from '../platform/db/database.js';
import { inRolledBackTransaction } from '../platform/db/rolled-back-transaction.js';
import { badRequest } from '../platform/errors/app-error.js';
import {
  type Answer,
  checkIdempotencyKey,
  IS_OUTCOME,
  type IdempotencyKeys,
  requestHash,
} from '../platform/idempotency/idempotency.js';
import { expectedFailure, isRequestError } from './errors.js';
import { answersSecret, hasOwnTransaction, isRolledBack, isInSteps, rootFieldsOf } from './schema.js';

type OperationContext = GraphQLRequestContextResponseForOperation<Context>;
type RootFields = ReturnType<typeof rootFieldsOf>;
type Format = (error: GraphQLError) => GraphQLFormattedError;

/** Rolls the transaction back with everything that was done before an error. */
class FailedOperation extends Error {
  constructor(readonly result: ExecutionResult) {
    super('operation failed');
  }
}

/**
 * Runs each mutation operation in one transaction: all its mutations hold, or none does. An `Idempotency-Key`
 * header is honoured in that transaction. What is to be discarded runs in one that is rolled back. Other queries, and
 * mutations that open their own, run as usual.
 */
export function transactionPlugin(keys: IdempotencyKeys, format: Format): ApolloServerPlugin<Context> {
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
            requireActor(operation);
            if (discards) return await respondToDiscarded(operation, fields, format);
            if (own.some(Boolean) && !own.every(Boolean)) throw badRequest(MIXED);
            if (key !== undefined && fields.some(answersSecret)) throw badRequest(SECRET);
            if (key !== undefined) return await runIdempotently(keys, key, { operation, fields, format });
            return respond(operation, await runInTransaction(operation), format);
          } catch (error) {
            return respond(operation, resultOf(error), format);
          }
        },
      }),
  };
}

/** An anonymous caller costs no transaction. @throws AppError kind `unauthenticated`. */
function requireActor({ contextValue }: OperationContext): Actor {
  return contextValue.actor;
}

const ALONE = 'A preview cannot be combined with other fields.';
const SECRET = 'The answer shows a secret, which is not stored: send no Idempotency-Key.';
const ONE_IN_STEPS = 'With an Idempotency-Key, a mutation that takes several transactions stands alone.';
const MIXED = 'Mutations that open their own transactions cannot be combined with others.';

/** What it writes is seen by its answer, and would be by what stood beside it. */
async function respondToDiscarded(
  operation: OperationContext,
  fields: readonly unknown[],
  format: Format,
): Promise<GraphQLResponse> {
  if (fields.length > 1) throw badRequest(ALONE);
  const result = await inRolledBackTransaction(operation.contextValue.db, (tx) =>
    executeOrRollBack(operation, tx),
  );
  return respond(operation, result, format);
}

function runInTransaction(operation: OperationContext): Promise<ExecutionResult> {
  return operation.contextValue.db.transaction((tx) => executeOrRollBack(operation, tx));
}

interface KeyedOperation {
  readonly operation: OperationContext;
  readonly fields: RootFields;
  readonly format: Format;
}

async function runIdempotently(
  keys: IdempotencyKeys,
  key: string,
  { operation, fields, format }: KeyedOperation,
): Promise<GraphQLResponse> {
  checkIdempotencyKey(key);
  const inSteps = fields.some(isInSteps);
  if (inSteps && fields.length > 1) throw badRequest(ONE_IN_STEPS);
  const { contextValue, request, source } = operation;
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
    : keys.answer(db, actor, keyed, (tx) => run(contextValue.inTransaction(tx)), refuse));
  if (replayed) operation.response.http.headers.set('idempotent-replayed', 'true');
  return reply(operation, answer.status, JSON.parse(answer.body) as FormattedExecutionResult);
}

function executeOrRollBack(operation: OperationContext, tx: Tx): Promise<ExecutionResult> {
  return executeOrFail(operation, operation.contextValue.inTransaction(tx));
}

/** @throws FailedOperation */
async function executeOrFail(operation: OperationContext, contextValue: Context): Promise<ExecutionResult> {
  const { schema, document, request, operationName } = operation;
  const result = await execute({
    schema,
    document,
    contextValue,
    ...(request.variables === undefined ? {} : { variableValues: request.variables }),
    ...(operationName === null ? {} : { operationName }),
  });
  if (result.errors !== undefined) throw new FailedOperation(result);
  return result;
}

/** Whether each error is one that a repeat of the request would meet again. */
function isOutcome({ errors = [] }: ExecutionResult): boolean {
  return errors.every((error) => {
    const failure = expectedFailure(error);
    return failure === null ? isRequestError(error) : IS_OUTCOME[failure.kind];
  });
}

/** The result of an operation that was rolled back, or of one that was refused before it ran. */
function resultOf(error: unknown): ExecutionResult {
  if (error instanceof FailedOperation) return error.result;
  const failure = expectedFailure(error);
  if (failure === null) throw error;
  return { data: null, errors: [new GraphQLError(failure.message, { originalError: failure })] };
}

/** 400 for a request that could not be run at all, 200 for whatever came of one that could (graphql-surface.md §1). */
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
