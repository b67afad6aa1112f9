// Everything in the schema is described in a sentence, so that nobody needs the source to use it.
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { buildSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

interface Member {
  readonly name: string;
  readonly description?: string | null | undefined;
}

/** Everything of the schema that can have a description, by its name in the schema. */
function* members(): Generator<readonly [string, Member]> {
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

test('every type, field, argument, value and directive has a description', () => {
  const all = [...members()];
  expect(all.length).toBeGreaterThan(3_000);
  const silent = all.filter(([, { description }]) => (description ?? '').trim() === '');
  expect(silent.map(([name]) => name)).toEqual([]);
});

test('descriptions are sentences', () => {
  const isSentence = (text: string) => /^[\p{Lu}`*0-9"]/u.test(text) && /[.!)`]$/.test(text);
  const others = [...members()].filter(([, { description }]) => !isSentence((description ?? '').trim()));
  expect(others.map(([name, { description }]) => `${name}: ${description ?? ''}`)).toEqual([]);
});
