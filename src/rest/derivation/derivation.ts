import {
  type DocumentNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredInputField,
  Kind,
} from 'graphql';
import { camelCase, plural, uncapitalized } from '../letter-case.js';
import type { DeleteMetadata, Derivable, Find, Read, SetMetadata, Subject, Write } from '../declaration.js';
import { argumentsText, bindingText, bindPath, bindQuery, variablesText } from './bindings.js';

type Field = GraphQLField<unknown, unknown>;

/** Arguments that every list reads from the query string, if its root field has them. */
const LIST_ARGUMENTS = { page: 'page', perPage: 'perPage', filter: 'filter' };

/** Writes the GraphQL operations of resources, from the schema and the resources' fragments. */
export class Derivation {
  /** The type condition of each fragment. */
  private readonly conditions: ReadonlyMap<string, string>;

  /** @param written the document that contains the fragments. */
  constructor(
    private readonly schema: GraphQLSchema,
    written: DocumentNode,
  ) {
    this.conditions = new Map(
      written.definitions.flatMap((definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION
          ? [[definition.name.value, definition.typeCondition.name.value] as const]
          : [],
      ),
    );
  }

  /** Writes the text of each operation. Lookups with the same name are merged into one that selects what each needs. */
  write(operations: readonly Derivable[]): string[] {
    const named = Map.groupBy(operations, ({ name }) => name);
    return [...named.values()].flatMap((same) => {
      const finds = same.filter((operation) => operation.shape === 'find');
      const others = same.filter((operation) => operation.shape !== 'find');
      const [find] = finds;
      const mutations = finds.flatMap(({ mutation }) => mutation ?? []);
      return [
        ...(find === undefined ? [] : [this.find(find, mutations)]),
        ...others.map((operation) => this.textOf(operation)),
      ];
    });
  }

  private textOf(operation: Exclude<Derivable, Find>): string {
    switch (operation.shape) {
      case 'list':
        return this.list(operation);
      case 'get':
        return this.get(operation);
      case 'represent':
        return this.represent(operation);
      case 'write':
        return this.change(operation);
      case 'setMetadata':
        return this.setMetadata(operation);
      case 'deleteMetadata':
        return this.deleteMetadata(operation);
    }
  }

  private list({ name, subject, fragment }: Read): string {
    const field = this.query(plural(subject.field));
    const bindings = [
      ...bindPath(subject.parentParameters, field.args, name),
      ...bindQuery({ ...LIST_ARGUMENTS, ...subject.inQuery }, field.args),
    ];
    const member = subject.collection.split('/').at(-1) ?? '';
    const page = `${aliased(member, 'nodes')} { ...${fragment} } meta: pageInfo { ...RestMeta }`;
    const body = `${aliased('body', field.name)}${argumentsText(bindings)} { ${page} }`;
    return `query ${name}${variablesText(bindings)} { ${body} }`;
  }

  private get({ name, subject, fragment }: Read): string {
    const field = this.query(subject.field);
    const bindings = bindRecord(subject, field, name);
    const args = argumentsText(bindings);
    const answer = this.isSpelledBy(fragment, field)
      ? `${aliased(subject.wrapper, field.name)}${args} { ...${fragment} }`
      : `body: ${field.name}${args} { ${this.record(field, subject, fragment)} }`;
    return `query ${name}${variablesText(bindings)} { ${answer} }`;
  }

  private represent({ name, subject, fragment }: Read): string {
    return `query ${name}($id: ID!) { object: ${subject.field}(id: $id) { ...${fragment} } }`;
  }

  private change({ name, subject, mutation, fragment }: Write): string {
    const field = this.mutation(mutation);
    return mutationText(name, field, this.record(field, subject, fragment));
  }

  private setMetadata({ name, mutation }: SetMetadata): string {
    return mutationText(name, this.mutation(mutation), 'metadata');
  }

  private deleteMetadata({ name, mutation, parameters }: DeleteMetadata): string {
    const bindings = bindPath(parameters, inputMembersOf(this.mutation(mutation)), name);
    const input = `{ ${bindings.map(bindingText).join(', ')} }`;
    return `mutation ${name}${variablesText(bindings)} { body: ${mutation}(input: ${input}) { metadata } }`;
  }

  /** Writes a lookup, which selects the ids that the mutations' inputs need and the members that the resource adds. */
  private find({ name, subject }: Find, mutations: readonly string[]): string {
    const field = this.query(subject.field);
    const bindings = bindRecord(subject, field, name);
    const ids = mutations.flatMap((mutation) => this.idsFor(mutation, subject, field));
    const members = [...new Set([...(ids.length === 0 ? ['id'] : ids), ...subject.found.members])];
    const args = argumentsText(bindings, subject.found.arguments);
    return `query ${name}${variablesText(bindings)} { found: ${field.name}${args} { ${members.join(' ')} } }`;
  }

  /** Selections for the required ids of a mutation's input: members of the record with the same name, or its own id. */
  private idsFor(mutation: string, { wrapper }: Subject, field: Field): string[] {
    const record = getNamedType(field.type);
    const answered = isObjectType(record) ? Object.keys(record.getFields()) : [];
    const wrapperId = `${camelCase(wrapper)}Id`;
    const ids = inputMembersOf(this.mutation(mutation))
      .filter((member) => isRequiredInputField(member) && String(getNullableType(member.type)) === 'ID')
      .flatMap(({ name }) => {
        if (answered.includes(name)) return [name];
        if (name === 'id' && answered.includes(wrapperId)) return [`id: ${wrapperId}`];
        return name === `${uncapitalized(record.name)}Id` && answered.includes('id') ? [`${name}: id`] : [];
      });
    if (ids.length === 0) throw new Error(`${record.name} has no id that the input of ${mutation} needs.`);
    return ids;
  }

  /** Selects the member of a response that contains the record. */
  private record(field: Field, { wrapper }: Subject, fragment: string): string {
    const type = getNamedType(field.type);
    const members = isObjectType(type) ? Object.values(type.getFields()) : [];
    const member = members.find((candidate) => this.isSpelledBy(fragment, candidate));
    if (member === undefined)
      throw new Error(`${field.name} returns nothing that fits the fragment ${fragment}.`);
    return `${aliased(wrapper, member.name)} { ...${fragment} }`;
  }

  /** True if a fragment is on the type that the field returns, or on an interface of it. */
  private isSpelledBy(fragment: string, field: Field): boolean {
    const condition = this.schema.getType(this.conditions.get(fragment) ?? '');
    if (condition === undefined) throw new Error(`There is no fragment ${fragment} on a type of the schema.`);
    const type = getNamedType(field.type);
    if (type === condition) return true;
    return isInterfaceType(condition) && isObjectType(type) && this.schema.isSubType(condition, type);
  }

  private query(name: string): Field {
    return rootField(this.schema.getQueryType(), name);
  }

  private mutation(name: string): Field {
    return rootField(this.schema.getMutationType(), name);
  }
}

function rootField(type: GraphQLObjectType | null | undefined, name: string): Field {
  const field = type?.getFields()[name];
  if (field === undefined) throw new Error(`${type?.name ?? 'The schema'} has no field ${name}.`);
  return field;
}

function bindRecord({ parameters, inQuery }: Subject, { args }: Field, operation: string) {
  return [...bindPath(parameters, args, operation), ...bindQuery(inQuery, args)];
}

function mutationText(name: string, field: Field, selection: string): string {
  const input = field.args.find((argument) => argument.name === 'input');
  const type = String(input?.type);
  return `mutation ${name}($input: ${type}) { body: ${field.name}(input: $input) { ${selection} } }`;
}

function inputMembersOf({ name, args }: Field): GraphQLInputField[] {
  const type = getNullableType(args.find((argument) => argument.name === 'input')?.type);
  if (!isInputObjectType(type)) throw new Error(`The mutation ${name} takes no input.`);
  return Object.values(type.getFields());
}

/** `add_on: addOn`; `tax` if alias and field are equal. */
function aliased(alias: string, field: string): string {
  return alias === field ? field : `${alias}: ${field}`;
}
