import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  getNamedType,
  getNullableType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { Operation } from '../operation.js';
import {
  type Components,
  described,
  enumSchema,
  type JsonSchema,
  nullable,
  scalarSchema,
} from './json-schema.js';
import type { ObjectSchema } from './request-schema.js';

/** Prefix of every operation and fragment of REST. */
export const NAME_PREFIX = /^Rest/;

/** The JSON schema of a document's response, from its selections, whose aliases are the members of the JSON. */
export function responseSchema(
  schema: GraphQLSchema,
  components: Components,
  document: DocumentNode,
  { node }: Operation,
  flatMember: string | null,
): JsonSchema {
  const { reader, root } = readerOf(schema, components, document, node);
  return reader.answerSchema(root, node.selectionSet, flatMember);
}

/** The JSON schema of the object that a document represents (`src/rest/representations.ts`). */
export function representationSchema(
  schema: GraphQLSchema,
  components: Components,
  document: DocumentNode,
  { node }: Operation,
): JsonSchema {
  const { reader, root } = readerOf(schema, components, document, node);
  return reader.presentMember(root, node.selectionSet, 'object');
}

function readerOf(
  schema: GraphQLSchema,
  components: Components,
  document: DocumentNode,
  { operation }: Operation['node'],
): { readonly reader: SelectionReader; readonly root: GraphQLObjectType } {
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  const reader = new SelectionReader(schema, components, new Map(fragments.map((f) => [f.name.value, f])));
  const root = schema.getRootType(operation);
  if (root === undefined || root === null) throw new Error(`The schema has no ${operation}.`);
  return { reader, root };
}

/** A selected field, with its alias and directives. */
interface Selected {
  readonly field: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
}

/** The JSON schema of an answered object. */
interface RecordSchema extends ObjectSchema {
  readonly required: readonly string[];
}

class SelectionReader {
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly components: Components,
    private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  ) {}

  /** The response is the field with the alias `body`; without one, all data of the document (see `Route`). */
  answerSchema(root: GraphQLObjectType, selections: SelectionSetNode, flatMember: string | null): JsonSchema {
    const body = this.selectedFields(root, selections).find(({ node }) => node.alias?.value === 'body');
    if (flatMember !== null) return this.memberSchema(root, selections, body ?? null, flatMember);
    if (body === undefined) return this.objectSchema(root, selections);
    return this.fieldSchema(root, body);
  }

  /** The schema of a member of a response, which is not null. @throws Error if the response has no such member. */
  presentMember(root: GraphQLObjectType, selections: SelectionSetNode, name: string): JsonSchema {
    const member = this.selectedFields(root, selections).find(({ node }) => node.alias?.value === name);
    if (member === undefined) throw new Error(`${root.name} answers no ${name}.`);
    return this.fieldSchema(root, member);
  }

  /** The schema of the record that one member of a response, or of its body, has, with that member beside the record's own. */
  private memberSchema(
    root: GraphQLObjectType,
    selections: SelectionSetNode,
    body: Selected | null,
    name: string,
  ): JsonSchema {
    const parent = body === null ? root : getNamedType(body.field.type);
    const selected = body === null ? selections : body.node.selectionSet;
    if (!isObjectType(parent) || selected === undefined) throw new Error(`${root.name} answers no ${name}.`);
    const member = this.selectedFields(parent, selected).find(
      ({ node }) => (node.alias?.value ?? node.name.value) === name,
    );
    const record = getNamedType(member?.field.type);
    const members = member?.node.selectionSet;
    if (member === undefined || !isObjectType(record) || members === undefined)
      throw new Error(`${parent.name} answers no ${name}.`);
    const bare = this.objectSchema(record, members);
    const answer = {
      ...bare,
      required: [...bare.required, name],
      properties: { ...bare.properties, [name]: this.fieldSchema(parent, member) },
    };
    const fragment = this.soleFragment(members);
    if (fragment === null) return answer;
    return this.components.refer(`${this.nameOf(fragment, record)}Answer`, () => answer);
  }

  /** The schema of a selected field. A root field is null only beside an error, which REST answers instead. */
  private fieldSchema(parent: GraphQLCompositeType, { field, node }: Selected): JsonSchema {
    const isRoot = parent === this.schema.getQueryType() || parent === this.schema.getMutationType();
    return isRoot
      ? this.presentSchema(getNullableType(field.type), node.selectionSet)
      : this.outputSchema(field.type, node.selectionSet);
  }

  private objectSchema(type: GraphQLCompositeType, selections: SelectionSetNode): RecordSchema {
    const selected = this.selectedFields(type, selections);
    const names = selected.map(({ node }) => node.alias?.value ?? node.name.value);
    if (new Set(names).size < names.length) throw new Error(`${type.name}: a member is selected twice.`);
    const properties = selected.map((selection, index): [string, JsonSchema] => [
      names[index] ?? '',
      { ...this.fieldSchema(type, selection), ...described(selection.field) },
    ]);
    // A member is optional only if it has @include or @skip.
    const required = names.filter((_, index) => (selected[index]?.node.directives ?? []).length === 0);
    return { type: 'object', required, properties: Object.fromEntries(properties) };
  }

  private outputSchema(type: GraphQLOutputType, selections: SelectionSetNode | undefined): JsonSchema {
    if (isNonNullType(type)) return this.presentSchema(type.ofType, selections);
    return nullable(this.presentSchema(type, selections));
  }

  private presentSchema(type: GraphQLOutputType, selections: SelectionSetNode | undefined): JsonSchema {
    if (isListType(type)) return { type: 'array', items: this.outputSchema(type.ofType, selections) };
    if (isEnumType(type)) return this.components.refer(type.name, () => enumSchema(type));
    if (!isCompositeType(type)) return scalarSchema(type);
    if (selections === undefined) throw new Error(`${type.name} is selected without members.`);
    return this.compositeSchema(type, selections);
  }

  private compositeSchema(type: GraphQLCompositeType, selections: SelectionSetNode): JsonSchema {
    const fragment = this.soleFragment(selections);
    if (fragment !== null) {
      return this.components.refer(this.nameOf(fragment, type), () => ({
        ...this.compositeSchema(type, fragment.selectionSet),
        ...described(type),
      }));
    }
    if (!isAbstractType(type)) return this.objectSchema(type, selections);
    return {
      anyOf: this.schema.getPossibleTypes(type).map((member) => this.compositeSchema(member, selections)),
    };
  }

  /** The name of a fragment's schema; for a fragment on an interface, which applies to several types, the type's name. */
  private nameOf({ name, typeCondition }: FragmentDefinitionNode, type: GraphQLCompositeType): string {
    const isShared = isInterfaceType(this.schema.getType(typeCondition.name.value));
    return isShared ? type.name : name.value.replace(NAME_PREFIX, '');
  }

  /** The fragment that is the only selection, if any: its schema is then referenced by name. */
  private soleFragment({ selections }: SelectionSetNode): FragmentDefinitionNode | null {
    const [only, ...others] = selections;
    if (only?.kind !== Kind.FRAGMENT_SPREAD || others.length > 0) return null;
    return this.fragments.get(only.name.value) ?? null;
  }

  private selectedFields(type: GraphQLCompositeType, { selections }: SelectionSetNode): Selected[] {
    return selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) {
        const field = isObjectType(type) ? type.getFields()[selection.name.value] : undefined;
        if (field === undefined) throw new Error(`${type.name} has no ${selection.name.value}.`);
        return [{ field, node: selection }];
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : this.fragments.get(selection.name.value);
      if (fragment === undefined) throw new Error('A fragment is missing.');
      const condition = fragment.typeCondition?.name.value;
      // On a union, only the selections for this member type apply.
      return condition === undefined || this.covers(condition, type)
        ? this.selectedFields(type, fragment.selectionSet)
        : [];
    });
  }

  /** True if a fragment with this type condition applies to the type. */
  private covers(condition: string, type: GraphQLCompositeType): boolean {
    const named = this.schema.getType(condition);
    return (
      condition === type.name ||
      (isInterfaceType(named) && isObjectType(type) && this.schema.isSubType(named, type))
    );
  }
}
