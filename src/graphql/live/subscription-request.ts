import {
  type DocumentNode,
  type ExecutionArgs,
  getOperationAST,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import type { Actor } from '../../platform/actor.js';
import { requireAccess } from '../../platform/api/access/permissions.js';
import { overLimit } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { limitText } from '../../platform/errors/input-rules.js';
import type { Limits } from '../../platform/limits.js';
import { recordOperation } from '../../platform/request-scope.js';
import { cleanLiterals } from '../clean-text.js';
import { costOf } from '../limits/cost.js';
import { costRefusal, limitRules } from '../limits/limits.js';
import { refusal } from '../errors/refusal.js';
import { requirementOf, rootFieldsOf } from '../schema/schema.js';
import { checkVariables } from '../variables.js';

/** A subscription as a client sends it. */
export interface SentSubscription {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The operation of a subscription that may run. */
export type AcceptedSubscription = Pick<
  ExecutionArgs,
  'schema' | 'document' | 'operationName' | 'variableValues'
>;

interface RequestRules {
  readonly schema: GraphQLSchema;
  readonly limits: Limits;
}

/**
 * Checks a subscription as queries are checked: its size, its cost, its variables and the permissions of the caller.
 * @throws GraphQLError or AppError for one that may not run; an array of GraphQLErrors for an invalid document.
 */
export function acceptSubscription(
  sent: SentSubscription,
  actor: Actor,
  rules: RequestRules,
): AcceptedSubscription | readonly GraphQLError[] {
  const { schema, limits } = rules;
  const document = documentOf(sent.query, limits);
  const errors = validate(schema, document, [...specifiedRules, ...limitRules(limits)]);
  if (errors.length > 0) return errors;
  const operation = getOperationAST(document, sent.operationName);
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION)
    throw refusal('Only subscriptions run over WebSocket. Queries and mutations are sent by POST.');
  cleanLiterals(document);
  const variables = sent.variables ?? {};
  checkVariables(schema, document, operation, variables);
  limitTexts(document, variables);
  const named = typeof sent.operationName === 'string' ? { operationName: sent.operationName } : {};
  const cost = costOf(schema, document, { variables, ...named });
  if (cost > limits.graphqlCost) throw refusal(costRefusal(cost, limits.graphqlCost));
  for (const field of rootFieldsOf(schema, document, operation)) {
    const requirement = requirementOf(field);
    if (requirement !== null) requireAccess(actor, requirement, { type: 'Subscription', field: field.name });
    recordOperation('graphql', `subscription ${field.name}`);
  }
  return { schema, document, variableValues: variables, ...named };
}

/**
 * Limits the texts in all arguments to the length of the fields that they are compared with: processes tell each other in
 * notifications, whose size Postgres limits, what a subscription watches.
 * @throws AppError `validation_errors`.
 */
function limitTexts(document: DocumentNode, variables: Readonly<Record<string, unknown>>): void {
  const errors = new FieldErrors();
  visit(document, {
    [Kind.ARGUMENT]: ({ name, value }) => {
      visit(value, {
        [Kind.STRING]: (text) => {
          limitText(errors, name.value, text.value);
        },
      });
    },
    [Kind.VARIABLE_DEFINITION]: ({ variable, defaultValue }) => {
      limitTextsIn(errors, variable.name.value, variables[variable.name.value]);
      if (defaultValue !== undefined)
        limitTextsIn(errors, variable.name.value, valueFromASTUntyped(defaultValue));
    },
  });
  if (!errors.isEmpty) throw errors.error();
}

function limitTextsIn(errors: FieldErrors, path: string, value: unknown): void {
  if (typeof value === 'string') limitText(errors, path, value);
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) limitTextsIn(errors, path, part);
}

/** @throws AppError kind `tooLarge`; GraphQLError when it does not parse. */
function documentOf(query: string, { graphqlTextLength, graphqlTokens }: Limits): DocumentNode {
  if (query.length > graphqlTextLength)
    throw overLimit('tooLarge', `A query may have at most ${graphqlTextLength} characters.`);
  return parse(query, { maxTokens: graphqlTokens });
}
