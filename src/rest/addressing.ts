import type { GraphQLSchema } from 'graphql';
import { expectedFailure } from '../graphql/errors/request-errors.js';
import type { Context } from '../platform/api/context.js';
import { isRowId } from '../platform/db/tables/ids.js';
import { camelCase } from './letter-case.js';
import { type CompiledOperation, compileOperation } from './operation.js';
import { findersOf, type Route } from './route.js';
import { documents } from './routes.js';

type Values = Readonly<Record<string, unknown>>;

/** The parameters of a path, and values of variables of which the caller sends none. */
export interface Addressed {
  readonly parameters: Readonly<Record<string, string>>;
  readonly defaults: Values;
}

/**
 * Lets customers and subscriptions be addressed by their `svc_id` where a path has their external id: a segment that is no
 * external id of a live record is replaced by that of the record with this id.
 * Source: rest-conventions.md §4.
 */
export class PathAddresses {
  private constructor(
    private readonly parameter: string,
    private readonly byExternalId: CompiledOperation,
    private readonly byId: CompiledOperation,
    private readonly writes: boolean,
  ) {}

  /** @returns null for a path without an external id. */
  static of(schema: GraphQLSchema, { method, path }: Route): PathAddresses | null {
    const finders = findersOf(path);
    if (finders === null) return null;
    const { parameter, byExternalId, byId } = finders;
    const compiled = (name: string) => compileOperation(schema, documents.get(name));
    return new PathAddresses(camelCase(parameter), compiled(byExternalId), compiled(byId), method !== 'GET');
  }

  async resolve(context: Context, parameters: Readonly<Record<string, string>>): Promise<Addressed> {
    const sent = parameters[this.parameter] ?? '';
    const asSent = { parameters, defaults: {} };
    // External ids that are UUIDs mostly have version 4, and cost no statement.
    if (!isRowId(sent)) return asSent;
    if ((await foundBy(this.byExternalId, context, { externalId: sent })) !== null) return asSent;
    const found = await foundBy(this.byId, context, { id: sent });
    if (found === null || (this.writes && hasEnded(found))) return asSent;
    return {
      parameters: { ...parameters, [this.parameter]: String(found['externalId']) },
      defaults: this.defaultsOf(found),
    };
  }

  /** The status of the subscription, by which a write selects it among those with its external id. */
  private defaultsOf({ status }: Values): Values {
    const isMeant = status !== undefined && (!this.writes || status === 'active' || status === 'pending');
    return isMeant ? { status, subscriptionStatus: status } : {};
  }
}

/** True for a subscription that no write finds: another one may have its external id by now. */
function hasEnded({ status }: Values): boolean {
  return status === 'terminated' || status === 'canceled';
}

/** @returns the record that an operation finds; null if there is none. @throws what else the operation throws. */
async function foundBy(
  operation: CompiledOperation,
  context: Context,
  variables: Values,
): Promise<Values | null> {
  try {
    const { found } = (await operation.execute(context, variables)) as {
      found: Values | { nodes: Values[] };
    };
    return isList(found) ? (found.nodes[0] ?? null) : found;
  } catch (error) {
    if (expectedFailure(error)?.kind === 'notFound') return null;
    throw error;
  }
}

function isList(found: Values | { nodes: Values[] }): found is { nodes: Values[] } {
  return 'nodes' in found;
}
