import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { requirementOf, rootFieldsOf } from '../graphql/schema.js';
import type { Context } from '../platform/api/context.js';
import type { Requirement } from '../platform/api/permissions.js';
import { expectedFailure } from '../graphql/errors.js';

export interface OperationVariable {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly required: boolean;
}

/** One of our documents, which fit the schema: `npm run generate` refuses those that do not. */
export interface Operation {
  readonly name: string;
  readonly node: OperationDefinitionNode;
  /** The root fields it selects. */
  readonly fields: readonly GraphQLField<unknown, unknown>[];
  readonly variables: readonly OperationVariable[];
}

/** One that can be run. */
export interface CompiledOperation extends Operation {
  /** @throws the first error of the execution: an `AppError`, or a bug. */
  run(context: Context, variables: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/** Reads what a document says of itself. */
export function describeOperation(schema: GraphQLSchema, document: DocumentNode): Operation {
  const node = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const name = node?.name?.value;
  if (node === undefined || name === undefined) throw new Error('A REST document holds one named operation.');
  return {
    name,
    node,
    fields: rootFieldsOf(schema, document, node),
    variables: (node.variableDefinitions ?? []).map((definition) => variableOf(schema, definition)),
  };
}

/** What the operation selects below its root field: of a lookup, the members of the input that it fills. */
export function foundMembers({ node }: Operation): string[] {
  return node.selectionSet.selections
    .filter((selection) => selection.kind === Kind.FIELD)
    .flatMap((field) => field.selectionSet?.selections ?? [])
    .filter((selection) => selection.kind === Kind.FIELD)
    .map((field) => field.alias?.value ?? field.name.value);
}

/** What a caller needs who runs it: the permissions of all its root fields. @throws Error when one declares none. */
export function requirementsOf({ name, fields }: Operation): Requirement[] {
  return fields.map((field) => {
    const requirement = requirementOf(field);
    if (requirement === null) throw new Error(`${name} declares no permission for ${field.name}.`);
    return requirement;
  });
}

/** Compiled at its first use: a start does not wait for documents that nobody asks for. */
export function compileOperation(schema: GraphQLSchema, document: DocumentNode): CompiledOperation {
  const operation = describeOperation(schema, document);
  const run = executorOf(schema, document, operation.name);
  return {
    ...operation,
    async run(context, variables) {
      const { data, errors } = await run(context, variables);
      const [error] = errors ?? [];
      if (error !== undefined) throw expectedFailure(error) ?? error.originalError ?? error;
      return data ?? {};
    },
  };
}

type Execute = (
  context: Context,
  variables: Record<string, unknown>,
) => Promise<ExecutionResult> | ExecutionResult;

function executorOf(schema: GraphQLSchema, document: DocumentNode, name: string): Execute {
  let execute: Execute | null = null;
  return (context, variables) => {
    execute ??= compile(schema, document, name);
    return execute(context, variables);
  };
}

function compile(schema: GraphQLSchema, document: DocumentNode, name: string): Execute {
  const compiled = compileQuery(schema, document, name);
  if (isCompiledQuery(compiled)) return (context, variables) => compiled.query({}, context, variables);
  return (contextValue, variableValues) => execute({ schema, document, contextValue, variableValues });
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
