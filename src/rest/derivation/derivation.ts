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
import { camelCase, plural, uncapitalized } from '../names.js';
import type { DeleteMetadata, Derivable, Find, Read, SetMetadata, Subject, Write } from '../declaration.js';
import { argumentsText, bindingText, bindPath, bindQuery, variablesText } from './bindings.js';

type Field = GraphQLField<unknown, unknown>;

/** What every list takes from the query, of the arguments that its root field has. */
const OF_LISTS = { page: 'page', perPage: 'perPage', filter: 'filter' };

/** Writes the operations of resources in GraphQL, as the schema and the fragments have them. */
export class Derivation {
  /** The type that each fragment is about. */
  private readonly conditions: ReadonlyMap<string, string>;

  /** @param written holds the fragments. */
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

  /** The text of each operation. Lookups of one name become one, which finds what each of them has to find. */
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
      ...bindPath(subject.above, field.args, name),
      ...bindQuery({ ...OF_LISTS, ...subject.inQuery }, field.args),
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

  /** Selects the ids that the inputs of the mutations need, and what the resource asks for beside them. */
  private find({ name, subject }: Find, mutations: readonly string[]): string {
    const field = this.query(subject.field);
    const bindings = bindRecord(subject, field, name);
    const ids = mutations.flatMap((mutation) => this.idsFor(mutation, subject, field));
    const members = [...new Set([...(ids.length === 0 ? ['id'] : ids), ...subject.found.members])];
    const args = argumentsText(bindings, subject.found.arguments);
    return `query ${name}${variablesText(bindings)} { found: ${field.name}${args} { ${members.join(' ')} } }`;
  }

  /** The required ids of a mutation's input that the record answers: by their name, or as its own id. */
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
    if (ids.length === 0)
      throw new Error(`${record.name} answers no id that the input of ${mutation} needs.`);
    return ids;
  }

  /** The member of an answer that holds the record. */
  private record(field: Field, { wrapper }: Subject, fragment: string): string {
    const type = getNamedType(field.type);
    const members = isObjectType(type) ? Object.values(type.getFields()) : [];
    const member = members.find((candidate) => this.isSpelledBy(fragment, candidate));
    if (member === undefined) throw new Error(`${field.name} answers nothing that ${fragment} is about.`);
    return `${aliased(wrapper, member.name)} { ...${fragment} }`;
  }

  /** Whether a fragment is about what the field answers, or about an interface of that. */
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

/** `add_on: addOn`; `tax` where both are called so. */
function aliased(alias: string, field: string): string {
  return alias === field ? field : `${alias}: ${field}`;
}
