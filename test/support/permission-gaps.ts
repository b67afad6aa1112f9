import {
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
  isUnionType,
} from 'graphql';
import { audienceOf, requirementOf } from '../../src/graphql/schema/schema.js';
import type { Resource } from '../../src/platform/api/access/resource-permissions.js';

/**
 * Names every field of the schema that returns data without checking a permission to view it: root fields that declare
 * no permission, and fields that lead to an object along a path that never checks the permission for the object's
 * resource. The resource of an object is the one whose permission the queries that return it check; of two, either.
 */
export function permissionGaps(schema: GraphQLSchema): string[] {
  const roots = [schema.getQueryType(), schema.getMutationType()].filter((root) => isObjectType(root));
  const owners = ownersOf(schema);
  const gaps = new Set<string>();
  /** With which permissions each type has been walked. */
  const walked = new Map<GraphQLObjectType, ReadonlySet<Resource>[]>();

  const walk = (type: GraphQLObjectType, granted: ReadonlySet<Resource>): void => {
    const earlier = walked.get(type) ?? [];
    // More permissions never open a gap.
    if (earlier.some((fewer) => [...fewer].every((resource) => granted.has(resource)))) return;
    walked.set(type, [...earlier, granted]);
    for (const field of Object.values(type.getFields())) follow(type, field, granted);
  };
  const follow = (type: GraphQLObjectType, field: Field, granted: ReadonlySet<Resource>): void => {
    const own = requirementOf(field);
    // Fields of the portal need its token, and lead to no object that needs a permission.
    const isGuarded = own !== null || audienceOf(field) !== null || field.extensions['portal'] === true;
    if (!isGuarded && roots.includes(type)) gaps.add(`${type.name}.${field.name}`);
    const seen = own === null ? granted : new Set([...granted, own.resource]);
    for (const target of objectsOf(schema, getNamedType(field.type))) {
      const owner = owners.get(target.name);
      if (owner !== undefined && ![...owner].some((resource) => seen.has(resource)))
        gaps.add(`${type.name}.${field.name}`);
      walk(target, seen);
    }
  };
  for (const root of roots) walk(root, new Set());
  return [...gaps].toSorted();
}

type Field = GraphQLField<unknown, unknown>;

function ownersOf(schema: GraphQLSchema): Map<string, Set<Resource>> {
  const owners = new Map<string, Set<Resource>>();
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const requirement = requirementOf(field);
    if (requirement === null) continue;
    for (const type of objectsOf(schema, getNamedType(field.type))) {
      const { name } = listed(type) ?? type;
      const { resource, or = resource } = requirement;
      owners.set(name, (owners.get(name) ?? new Set<Resource>()).add(resource).add(or));
    }
  }
  return owners;
}

/** The type of the elements of a connection. */
function listed(type: GraphQLObjectType): GraphQLObjectType | null {
  const nodes = type.getFields()['nodes'];
  const named = nodes === undefined ? null : getNamedType(nodes.type);
  return isObjectType(named) ? named : null;
}

function objectsOf(schema: GraphQLSchema, type: GraphQLNamedType): readonly GraphQLObjectType[] {
  if (isUnionType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
}
