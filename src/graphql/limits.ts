import type { ApolloServerPlugin } from '@apollo/server';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import {
  type ASTVisitor,
  type FieldNode,
  type FloatValueNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  type IntValueNode,
  isIntrospectionType,
  Kind,
  type OperationDefinitionNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import type { Context } from '../platform/api/context.js';
import { overLimit } from '../platform/errors/app-error.js';
import { formatBytes, type Limits } from '../platform/limits.js';
import { costOf } from './cost.js';
import { refusal } from './refusal.js';
import { rootFieldsOf, rootSelections, takesLargeBody } from './schema.js';
import { checkVariables } from './variables.js';

/** Limits that bind what GraphQL clients send; our own documents are not bound by them. Source: graphql-surface.md §1. */
export function limitRules({ graphqlDepth, graphqlAliases }: Limits): ValidationRule[] {
  return [
    maxDepthRule({
      n: graphqlDepth,
      ignoreIntrospection: true,
      flattenFragments: true,
      // By itself it throws, which Apollo answers with 500.
      propagateOnRejection: false,
      onReject: [
        (context) => {
          context?.reportError(new GraphQLError(`An operation goes at most ${graphqlDepth} levels deep.`));
        },
      ],
    }),
    rootAliasRule(graphqlAliases),
    introspectionAliasRule(graphqlAliases),
    finiteNumbersRule,
  ];
}

/** Refuses asking for one root field under many aliases, which multiplies its cost. */
function rootAliasRule(most: number): ValidationRule {
  return (context: ValidationContext): ASTVisitor => ({
    OperationDefinition(operation: OperationDefinitionNode) {
      const aliases = new Map<string, Set<string>>();
      for (const { name, alias } of rootSelections(context.getDocument(), operation)) {
        const known = aliases.get(name.value) ?? new Set();
        aliases.set(name.value, known.add(alias?.value ?? name.value));
      }
      for (const [name, { size }] of aliases) {
        if (size <= most) continue;
        context.reportError(
          new GraphQLError(`${name} is asked for more than ${most} times.`, { nodes: operation }),
        );
      }
    },
  });
}

/** Refuses asking for a field of the schema under many names: one short query would describe every type many times. */
function introspectionAliasRule(most: number): ValidationRule {
  return (context: ValidationContext): ASTVisitor => {
    const aliases = new Map<string, number>();
    return {
      Field(node: FieldNode) {
        const parent = context.getParentType();
        if (node.alias === undefined || parent === null || parent === undefined) return;
        if (!isIntrospectionType(parent)) return;
        const count = (aliases.get(node.name.value) ?? 0) + 1;
        aliases.set(node.name.value, count);
        if (count === most + 1)
          context.reportError(
            new GraphQLError(`${node.name.value} of the schema has more than ${most} aliases.`, {
              nodes: node,
            }),
          );
      },
    };
  };
}

/** Refuses literals beyond any number, which graphql-js reads as infinity; variables it refuses itself. */
function finiteNumbersRule(context: ValidationContext): ASTVisitor {
  const check = (node: FloatValueNode | IntValueNode) => {
    if (!Number.isFinite(Number(node.value)))
      context.reportError(new GraphQLError('A number is too large.', { nodes: node }));
  };
  return { [Kind.FLOAT]: check, [Kind.INT]: check };
}

/** Refuses, before anything runs, an operation that nobody named, variables that do not fit, and what costs too much. */
export function costPlugin(schema: GraphQLSchema, limits: Limits): ApolloServerPlugin<Context> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation: ({ request, document, operation, contextValue }) => {
          if (operation === undefined)
            throw refusal('operationName has to name one operation of the document.');
          checkBodySize(contextValue.bodyBytes, rootFieldsOf(schema, document, operation), limits);
          checkVariables(schema, document, operation, request.variables ?? {});
          const asked = costOf(schema, document, request);
          if (asked > limits.graphqlCost)
            throw refusal(
              `The operation costs ${asked} objects, more than the ${limits.graphqlCost} allowed.`,
            );
          return Promise.resolve();
        },
      }),
  };
}

/** A body over the ordinary limit was read because its operation was not known yet; few operations take one. */
function checkBodySize(
  bytes: number,
  fields: readonly GraphQLField<unknown, unknown>[],
  { bodyBytes }: Limits,
): void {
  if (bytes <= bodyBytes || fields.some(takesLargeBody)) return;
  const failure = overLimit('tooLarge', `This operation takes a body of at most ${formatBytes(bodyBytes)}.`);
  throw refusal(failure, 413);
}
