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
  OperationTypeNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import type { Context } from '../../platform/api/context.js';
import { overLimit } from '../../platform/errors/app-error.js';
import { formatBytes, type Limits } from '../../platform/limits.js';
import { costOf } from './cost.js';
import { refusal } from '../errors/refusal.js';
import { rootFieldsOf, takesLargeBody } from '../schema/schema.js';
import { rootSelections } from '../schema/selections.js';
import { checkVariables } from '../variables.js';

/** Validation rules for operations of GraphQL clients. The documents of REST are exempt. Source: graphql-surface.md §1. */
export function limitRules({ graphqlDepth, graphqlAliases }: Limits): ValidationRule[] {
  return [
    maxDepthRule({
      n: graphqlDepth,
      ignoreIntrospection: true,
      flattenFragments: true,
      // Otherwise the rule throws, which Apollo answers with 500.
      propagateOnRejection: false,
      onReject: [
        (context) => {
          context?.reportError(new GraphQLError(`An operation may be at most ${graphqlDepth} levels deep.`));
        },
      ],
    }),
    rootAliasRule(graphqlAliases),
    introspectionAliasRule(graphqlAliases),
    finiteNumbersRule,
  ];
}

/** Refuses an operation that selects one root field under many aliases, which multiplies its cost. */
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
          new GraphQLError(`${name} is selected more than ${most} times.`, { nodes: operation }),
        );
      }
    },
  });
}

/** Refuses many aliases of one introspection field, with which a short query would describe every type many times. */
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

/** Refuses numeric literals that graphql-js would read as infinity. It refuses such variables itself. */
function finiteNumbersRule(context: ValidationContext): ASTVisitor {
  const check = (node: FloatValueNode | IntValueNode) => {
    if (!Number.isFinite(Number(node.value)))
      context.reportError(new GraphQLError('A number is too large.', { nodes: node }));
  };
  return { [Kind.FLOAT]: check, [Kind.INT]: check };
}

/**
 * Refuses, before execution, a request that does not identify one operation, a body or variables that the operation does
 * not accept, and an operation that costs too much. Adds the cost to the answer, also of a refused operation, as
 * `extensions.cost`: what the operation asked for, what is allowed, and the database statements that it took.
 */
export function costPlugin(schema: GraphQLSchema, limits: Limits): ApolloServerPlugin<Context> {
  const { graphqlCost: allowed } = limits;
  return {
    requestDidStart: () => {
      let asked: number | null = null;
      return Promise.resolve({
        didResolveOperation: ({ request, document, operation, contextValue }) => {
          if (operation === undefined)
            throw refusal('operationName must name one operation of the document.');
          if (operation.operation === OperationTypeNode.SUBSCRIPTION)
            throw refusal('A subscription runs over WebSocket (graphql-transport-ws), at the same path.');
          checkBodySize(contextValue.bodyBytes, rootFieldsOf(schema, document, operation), limits);
          checkVariables(schema, document, operation, request.variables ?? {});
          asked = costOf(schema, document, request);
          if (asked > allowed) throw refusal(costRefusal(asked, allowed));
          return Promise.resolve();
        },
        willSendResponse: ({ response: { body }, contextValue: { statements } }) => {
          if (asked !== null && body.kind === 'single') {
            const { singleResult } = body;
            singleResult.extensions = { ...singleResult.extensions, cost: { asked, allowed, statements } };
          }
          return Promise.resolve();
        },
      });
    },
  };
}

/** The sentence that refuses an operation with its price. */
export function costRefusal(asked: number, allowed: number): string {
  return (
    `The operation costs ${asked}, more than the ${allowed} allowed: 1 for each kilobyte that it may return, and 50 for ` +
    'each selection of objects. Request smaller pages or fewer fields.'
  );
}

/** Refuses a body above the ordinary limit, unless the operation, not known when the body was read, accepts it. */
function checkBodySize(
  bytes: number,
  fields: readonly GraphQLField<unknown, unknown>[],
  { bodyBytes }: Limits,
): void {
  if (bytes <= bodyBytes || fields.some(takesLargeBody)) return;
  const failure = overLimit('tooLarge', `This operation takes a body of at most ${formatBytes(bodyBytes)}.`);
  throw refusal(failure, 413);
}
