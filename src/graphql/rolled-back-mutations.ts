import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLField,
  type GraphQLFieldResolver,
  GraphQLError,
  type OperationDefinitionNode,
} from 'graphql';
import type { Context } from '../platform/api/context.js';
import { UnansweredCall } from '../platform/api/outside-answers.js';
import { AppError } from '../platform/errors/app-error.js';
import { rootSelections } from './schema/selections.js';

/** The transactions in which a mutation has failed, by the context that resolvers receive. */
const failed = new WeakSet<Context>();

/**
 * Keeps a mutation from running in a transaction that an earlier mutation has failed: it will be rolled back, and Postgres
 * may refuse every further statement in it. The mutation answers null; `withRollbackErrors` adds the error.
 */
export function stopAfterFailure(field: GraphQLField<unknown, unknown>): void {
  const resolve = field.resolve as GraphQLFieldResolver<unknown, Context> | undefined;
  if (resolve === undefined) return;
  const guarded: GraphQLFieldResolver<unknown, Context> = async (
    root,
    args: unknown,
    context,
    info,
  ): Promise<unknown> => {
    if (context.openTransaction === null) return resolve(root, args, context, info);
    if (failed.has(context)) return null;
    try {
      return await resolve(root, args, context, info);
    } catch (error) {
      // One that is only missing an answer runs again, if no other mutation fails.
      if (!(error instanceof UnansweredCall)) failed.add(context);
      throw error;
    }
  };
  field.resolve = guarded as GraphQLFieldResolver<unknown, unknown>;
}

/**
 * The result of a mutation operation that has errors and is rolled back as a whole (ADR 0058): every mutation is null, and
 * each that did not fail itself has the error `rolled_back`.
 */
export function withRollbackErrors(
  result: ExecutionResult,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): ExecutionResult {
  const { data, errors = [] } = result;
  if (data === undefined || data === null) return result;
  const refused = new Set(errors.map(({ path }) => (path?.length === 1 ? path[0] : undefined)));
  const fields = rootSelections(document, operation);
  const others = Object.keys(data).filter((name) => !refused.has(name));
  const rollbacks = others.map((name) => {
    const originalError = new AppError('rolledBack', 'rolled_back');
    return new GraphQLError(originalError.message, {
      nodes: fields.filter(({ alias, name: field }) => (alias ?? field).value === name),
      path: [name],
      originalError,
    });
  });
  return {
    ...result,
    data: Object.fromEntries(Object.keys(data).map((name) => [name, null])),
    errors: [...errors, ...rollbacks],
  };
}
