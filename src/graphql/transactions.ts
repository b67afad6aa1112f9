import type {
  ApolloServerPlugin,
  GraphQLRequestContextResponseForOperation,
  GraphQLResponse,
} from '@apollo/server';
import {
  execute,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLError,
  type GraphQLFormattedError,
  OperationTypeNode,
} from 'graphql';
import type { Context } from '../platform/api/context.js';
import type { Db } from '../platform/db/database.js';
import { badRequest } from '../platform/errors/app-error.js';
import {
  type Answer,
  checkIdempotencyKey,
  type IdempotencyKeys,
  requestHash,
} from '../platform/idempotency/idempotency.js';
import { expectedFailure } from './errors.js';
import { hasOwnTransaction, rootFieldsOf } from './schema.js';

type OperationContext = GraphQLRequestContextResponseForOperation<Context>;
type Format = (error: GraphQLError) => GraphQLFormattedError;

/** Rolls the transaction back with everything that was done before an error. */
class FailedOperation extends Error {
  constructor(readonly result: ExecutionResult) {
    super('operation failed');
  }
}

/**
 * Runs each mutation operation in one transaction: all its mutations hold, or none does. An `Idempotency-Key`
 * header is honoured in that transaction. Queries, and mutations that open their own, run as usual.
 */
export function transactionPlugin(
  db: Db,
  keys: IdempotencyKeys,
  format: Format,
): ApolloServerPlugin<Context> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        responseForOperation: async (operation) => {
          if (operation.operation.operation !== OperationTypeNode.MUTATION) return null;
          const key = operation.request.http?.headers.get('idempotency-key');
          const own = rootFieldsOf(operation.schema, operation.operation).map(hasOwnTransaction);
          if (own.some(Boolean) && key === undefined) {
            if (own.every(Boolean)) return null;
            throw badRequest('Mutations that open their own transactions cannot be combined with others.');
          }
          return key === undefined
            ? runOnce(db, operation, format)
            : runIdempotently(keys, key, operation, format);
        },
      }),
  };
}

async function runOnce(db: Db, operation: OperationContext, format: Format): Promise<GraphQLResponse> {
  try {
    const result = await db.transaction((tx) =>
      executeOrRollBack(operation, operation.contextValue.within(tx)),
    );
    return respond(result, operation, format);
  } catch (error) {
    if (error instanceof FailedOperation) return respond(error.result, operation, format);
    throw error;
  }
}

async function runIdempotently(
  keys: IdempotencyKeys,
  key: string,
  operation: OperationContext,
  format: Format,
): Promise<GraphQLResponse> {
  checkIdempotencyKey(key);
  const { contextValue, request } = operation;
  const body = JSON.stringify([request.query, request.operationName, request.variables]);
  const print = (result: ExecutionResult): Answer => ({
    status: 200,
    body: JSON.stringify(singleResult(result, format)),
  });
  const { answer, replayed } = await keys.answer(
    contextValue.actor,
    { key, hash: requestHash('POST', '/graphql', body) },
    async (tx) => print(await executeOrRollBack(operation, contextValue.within(tx))),
    (error) => (error instanceof FailedOperation && isKept(error.result) ? print(error.result) : null),
  );
  if (replayed) operation.response.http.headers.set('idempotent-replayed', 'true');
  return {
    http: operation.response.http,
    body: { kind: 'single', singleResult: JSON.parse(answer.body) as FormattedExecutionResult },
  };
}

async function executeOrRollBack(
  operation: OperationContext,
  contextValue: Context,
): Promise<ExecutionResult> {
  const result = await execute({
    schema: operation.schema,
    document: operation.document,
    contextValue,
    ...(operation.request.variables === undefined ? {} : { variableValues: operation.request.variables }),
    ...(operation.operationName === null ? {} : { operationName: operation.operationName }),
  });
  if (result.errors !== undefined) throw new FailedOperation(result);
  return result;
}

/** Failures that a repeat would meet again are kept; bugs and outages are not. */
function isKept({ errors = [] }: ExecutionResult): boolean {
  return errors.every((error) => {
    const failure = expectedFailure(error);
    return failure !== null && failure.kind !== 'unavailable' && failure.kind !== 'locked';
  });
}

function respond(result: ExecutionResult, { response }: OperationContext, format: Format): GraphQLResponse {
  // Without data the request itself could not be run, by its variables: 400, which Apollo leaves to us here.
  if (result.data === undefined) response.http.status = 400;
  return {
    http: response.http,
    body: { kind: 'single', singleResult: singleResult(result, format) },
  };
}

function singleResult({ data, errors }: ExecutionResult, format: Format): object {
  return {
    ...(data === undefined ? {} : { data }),
    ...(errors === undefined ? {} : { errors: errors.map(format) }),
  };
}
