// Finds members of the GraphQL schema that are not described in a sentence, and mutations that do not name their errors
// (docs/graphql.md). `node scripts/descriptions.ts` prints them.
import {
  buildSchema,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SCHEMA = 'schema/schema.graphql';

interface Member {
  readonly description?: string | null | undefined;
}

/** Everything of a schema that can have a description, by its name in the schema. */
function* membersOf(schema: GraphQLSchema): Generator<readonly [string, Member]> {
  for (const directive of schema.getDirectives()) yield [`@${directive.name}`, directive];
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    yield [type.name, type];
    if (isEnumType(type)) for (const value of type.getValues()) yield [`${type.name}.${value.name}`, value];
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) yield [`${type.name}.${field.name}`, field];
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      yield [`${type.name}.${field.name}`, field];
      for (const argument of field.args) yield [`${type.name}.${field.name}(${argument.name})`, argument];
    }
  }
}

const isSentence = (text: string): boolean => /^[\p{Lu}`*0-9"]/u.test(text) && /[.!)`]$/.test(text);
const namesErrors = (text: string): boolean =>
  /Errors: .*`[A-Za-z_]+`.*[.]$|It has the general errors only[.]$/s.test(text);

/** @returns a line for each member that is not described as it must be. @param text the schema. */
export function wrongDescriptions(text: string): string[] {
  const schema = buildSchema(text);
  const mutation = schema.getMutationType()?.name;
  return [...membersOf(schema)].flatMap(([name, { description }]) => {
    const described = (description ?? '').trim();
    if (described === '') return [`${name} has no description.`];
    if (!isSentence(described)) return [`${name} is not described by a sentence: ${described}`];
    const isMutation = mutation !== undefined && name.startsWith(`${mutation}.`) && !name.includes('(');
    return isMutation && !namesErrors(described) ? [`${name} does not name its errors.`] : [];
  });
}

/** {@link wrongDescriptions} of the schema of this repository. */
export function wrongDescriptionsIn(root: string): string[] {
  return wrongDescriptions(readFileSync(path.join(root, SCHEMA), 'utf8'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines = wrongDescriptionsIn(path.resolve(import.meta.dirname, '..'));
  for (const line of lines) console.error(line);
  process.exitCode = lines.length === 0 ? 0 : 1;
}
