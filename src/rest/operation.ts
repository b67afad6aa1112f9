import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { onceForSchema } from '../graphql/schema/once-for-schema.js';
import { requirementOf, rootFieldsOf } from '../graphql/schema/schema.js';
import type { Context } from '../platform/api/context.js';
import { expectedFailure } from '../graphql/errors/request-errors.js';
import { mayBeOfDeletedRow, MOST_TRIES } from '../graphql/read-again.js';
import type { Requirement } from '../platform/api/access/resource-permissions.js';

export interface OperationVariable {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly required: boolean;
}

/** The operation of a REST document. It fits the schema, since `npm run generate` refuses others. */
export interface Operation {
  readonly name: string;
  readonly node: OperationDefinitionNode;
  /** The root fields that it selects. */
  readonly fields: readonly GraphQLField<unknown, unknown>[];
  readonly variables: readonly OperationVariable[];
}

/** An operation that can be executed. */
export interface CompiledOperation extends Operation {
  /**
   * Returns the data of the response.
   * @param root what the resolvers of its root fields are given.
   * @throws the first error of the execution: an `AppError`, or a bug.
   */
  execute(
    context: Context,
    variables: Record<string, unknown>,
    root?: object,
  ): Promise<Record<string, unknown>>;
}

/** Describes the operation of a document. @throws Error when the document has no named operation. */
export function describeOperation(schema: GraphQLSchema, document: DocumentNode): Operation {
  const node = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const name = node?.name?.value;
  if (node === undefined || name === undefined)
    throw new Error('A REST document must contain one named operation.');
  return {
    name,
    node,
    fields: rootFieldsOf(schema, document, node),
    variables: (node.variableDefinitions ?? []).map((definition) => variableOf(schema, definition)),
  };
}

/** Names of the selections below the root field; for a lookup, the members of the input that it provides. */
export function foundMembers({ node }: Operation): string[] {
  return node.selectionSet.selections
    .filter((selection) => selection.kind === Kind.FIELD)
    .flatMap((field) => field.selectionSet?.selections ?? [])
    .filter((selection) => selection.kind === Kind.FIELD)
    .map((field) => field.alias?.value ?? field.name.value);
}

/** The permissions that a caller of the operation needs, one per root field. @throws Error when a field declares none. */
export function requirementsOf({ name, fields }: Operation): Requirement[] {
  return fields.map((field) => {
    const requirement = requirementOf(field);
    if (requirement === null) throw new Error(`${name} declares no permission for ${field.name}.`);
    return requirement;
  });
}

/** Prepares an operation to be executed. It is compiled at its first use, so that the start does not wait for unused documents. */
export function compileOperation(schema: GraphQLSchema, document: DocumentNode): CompiledOperation {
  const prepared = preparedFor(schema);
  const operation = prepared.get(document) ?? prepareOperation(schema, document);
  prepared.set(document, operation);
  return operation;
}

const preparedFor = onceForSchema(() => new WeakMap<DocumentNode, CompiledOperation>());

function prepareOperation(schema: GraphQLSchema, document: DocumentNode): CompiledOperation {
  const operation = describeOperation(schema, document);
  const run = executorOf(schema, document, operation.name);
  return {
    ...operation,
    async execute(context, variables, root = {}) {
      const isRead = operation.node.operation === OperationTypeNode.QUERY && context.openTransaction === null;
      let { data, errors } = await run(context, variables, root);
      for (
        let left = isRead ? MOST_TRIES : 1;
        left > 1 && errors?.some(mayBeOfDeletedRow) === true;
        left -= 1
      )
        ({ data, errors } = await run(context.readingAgain(), variables, root));
      const [error] = errors ?? [];
      if (error !== undefined) throw expectedFailure(error) ?? error.originalError ?? error;
      return data ?? {};
    },
  };
}

type Execute = (
  context: Context,
  variables: Record<string, unknown>,
  root: object,
) => Promise<ExecutionResult> | ExecutionResult;

function executorOf(schema: GraphQLSchema, document: DocumentNode, name: string): Execute {
  let execute: Execute | null = null;
  return (...run) => {
    execute ??= compile(schema, document, name);
    return execute(...run);
  };
}

function compile(schema: GraphQLSchema, document: DocumentNode, name: string): Execute {
  const compiled = compileQuery(schema, document, name);
  if (isCompiledQuery(compiled))
    return (context, variables, root) => compiled.query(root, context, variables);
  return (contextValue, variableValues, rootValue) =>
    execute({ schema, document, rootValue, contextValue, variableValues });
}

function variableOf(
  schema: GraphQLSchema,
  { variable, type, defaultValue }: VariableDefinitionNode,
): OperationVariable {
  const resolved = typeFromAST(schema, type as never) as GraphQLInputType | undefined;
  if (resolved === undefined) throw new Error(`$${variable.name.value} has an unknown type.`);
  return {
    name: variable.name.value,
    type: resolved,
    required: type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined,
  };
}
