import { expect, test } from '@jest/globals';
import { buildSchema, type GraphQLSchema, isInputObjectType, isObjectType } from 'graphql';
import { completeDescriptions } from './descriptions.js';

const described = (sdl: string, notes: Readonly<Record<string, string>> = {}): GraphQLSchema => {
  const schema = buildSchema(`type Query { tax: Tax } ${sdl}`);
  for (const [name, note] of Object.entries(notes))
    Object.assign(memberOf(schema, name).extensions, { note });
  completeDescriptions(schema);
  return schema;
};

function memberOf(schema: GraphQLSchema, name: string) {
  const [typeName = '', memberName = ''] = name.split('.');
  const type = schema.getType(typeName);
  const fields = isObjectType(type) || isInputObjectType(type) ? type.getFields() : {};
  const member = fields[memberName];
  if (member === undefined) throw new Error(`expected ${name} to exist`);
  return member;
}

const TAX = 'type Tax { code: String "Rate in percent." rate: Int }';

test('a note follows the description that a rule or the output member gives, and never a written one', () => {
  const schema = described(
    `${TAX} input CreateTaxInput { code: String "Written." rate: Int } input UpdateTaxInput { rate: Int }`,
    {
      'Tax.code': 'Unique.',
      'CreateTaxInput.code': 'Required.',
      'CreateTaxInput.rate': 'Ignored.',
      'UpdateTaxInput.rate': 'Default 0.',
    },
  );
  const code = 'Code of the tax: a short text that the organization chose. Unique.';
  expect(memberOf(schema, 'Tax.code').description).toBe(code);
  expect(memberOf(schema, 'CreateTaxInput.code').description).toBe(`${code} Required.`);
  expect(memberOf(schema, 'CreateTaxInput.rate').description).toBe('Written.');
  expect(memberOf(schema, 'UpdateTaxInput.rate').description).toBe('Rate in percent. Default 0.');
});

test.each([
  ['createTax(input: I): TaxPayload', 'The tax to create.', 'The created tax.'],
  ['updateTax(input: I): TaxPayload', 'The tax to update, and its new values.', 'The updated tax.'],
  ['upsertTax(input: I): TaxPayload', 'The tax to create or update.', 'The created or updated tax.'],
  ['createTax(input: I): TaxPayload voidTax: TaxPayload', 'The tax to create.', 'The created or voided tax.'],
  [
    'createTax(input: I): TaxPayload updateTax: TaxPayload voidTax: TaxPayload',
    'The tax to create.',
    'The tax as it is after the mutation.',
  ],
  ['moveTax(input: I): TaxPayload', undefined, 'The tax as it is after the mutation.'],
])('the argument and the answer of %s are described by its verb', (mutations, argument, answer) => {
  const schema = described(
    `${TAX} input I { a: Int } type TaxPayload { tax: Tax } type Mutation { ${mutations} }`,
  );
  const [mutation] = Object.values(schema.getMutationType()?.getFields() ?? {});
  expect(mutation?.args[0]?.description).toBe(argument);
  expect(memberOf(schema, 'TaxPayload.tax').description).toBe(answer);
});

test('a mutation that answers a record itself leaves the members of the record to their own rules', () => {
  const schema = described(`${TAX} type Mutation { createTax: Tax }`);
  expect(memberOf(schema, 'Tax.code').description).toMatch(/^Code of the tax/);
});
