// Finds members of the GraphQL schema that are not described in a sentence that says their meaning, and mutations that do not name
// their errors (docs/graphql.md). `node scripts/descriptions.ts` prints them.
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

/** A constraint without a meaning: "Default true.", "Null if there is none." */
const CONSTRAINT =
  /^(?:Absent|All given|Always|Any|At (?:least|most)|Between|By default|Cannot|Defaults?\b|Empty|Except|If|Ignored|Must|Never|Not\b|Null|Omitted|Once|Optional|Replaces|Required|Set by|Unique|Unless|Until|Up to|Zero or|\d)/;
/** A sentence that goes on from the name of its member: "Of the invoice.", "True: also test customers.", "Its name." */
const WITHOUT_SUBJECT =
  /^(?:After|And|As|At|Before|By|Completes|Counts|Days|Does|Excluding|False|For|From|Goes|In|Including|Into|It|Its|Of|On|Or|Over|Per|Printed|Rounded|Sent|Set|Since|Taken|The same|Their|They|To|True|Under|What|With|Within|Without)\b/;
/** Words that add nothing to a name. */
const EMPTY_WORDS = new Set(['a', 'an', 'its', 'of', 'record', 's', 'the']);

function wordsOf(text: string): string[] {
  return (
    text
      .replace(/(?=[A-Z])/g, ' ')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  );
}

/** Whether a description has no word that the name of the member lacks: `fee`, "The fee." An id or a code says enough. */
function repeatsName(name: string, text: string): boolean {
  const own = new Set(wordsOf(name));
  return !/(?:id|code)$/i.test(name) && wordsOf(text).every((word) => own.has(word) || EMPTY_WORDS.has(word));
}

/** @returns the members whose descriptions look as if they did not tell what the member means. */
function weakDescriptions(schema: GraphQLSchema): string[] {
  return [...membersOf(schema)].flatMap(([name, { description }]) => {
    const [type = '', member, argument] = name.split(/[.(]/);
    // A code of an error is described by the rule that was broken: "At least one event is required."
    if (member === undefined || /ErrorCode$/.test(type)) return [];
    const text = (description ?? '').trim();
    const isMutation = type === 'Mutation' && argument === undefined;
    const isCondition = argument !== undefined || /Filter|Comparison/.test(type);
    const isValue = isEnumType(schema.getType(type));
    const isWeak =
      (!isMutation && CONSTRAINT.test(text)) ||
      (!isCondition && text.startsWith('Only ')) ||
      WITHOUT_SUBJECT.test(text) ||
      (!isValue && repeatsName((argument ?? member).replace(')', ''), text));
    return isWeak ? [name] : [];
  });
}

/** @returns a line for each member that is not described as it must be. @param text the schema. */
export function wrongDescriptions(text: string): string[] {
  const schema = buildSchema(text);
  const mutation = schema.getMutationType()?.name;
  const weak = new Set(weakDescriptions(schema));
  return [...membersOf(schema)].flatMap(([name, { description }]) => {
    const described = (description ?? '').trim();
    if (described === '') return [`${name} has no description.`];
    if (!isSentence(described)) return [`${name} is not described by a sentence: ${described}`];
    if (weak.has(name)) return [`${name} is described without its meaning: ${described}`];
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
