import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { GraphQLScalarType } from 'graphql';
import { EventTimestamp } from '../../src/modules/usage/events/event-timestamp.js';
import {
  CalendarDate,
  DateOrDateTime,
  DateTime,
  DateTimeMillis,
  Decimal,
  JsonObject,
  SafeInt,
} from '../../src/platform/api/members/scalars.js';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const SENTENCE = expect.stringMatching(/^[A-Z"].*\.$/);
const wrong = (code: string, ...path: (string | number)[]) => ({ path, code, message: SENTENCE });
const NOWHERE = '01900000-0000-7000-8000-000000000000';

type Refusal = [string, string, Record<string, unknown>, number, object];

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

describe('a refusal on GraphQL', () => {
  test.each<Refusal>([
    [
      'an unknown field',
      '{ taxes { total } }',
      {},
      400,
      { code: 'bad_user_input', status: 400, details: null },
    ],
    ['a syntax error', '{ taxes {', {}, 400, { code: 'bad_user_input', status: 400, details: null }],
    [
      'a variable of another type',
      'query ($id: ID) { tax(id: $id) { id } }',
      { id: { x: 1 } },
      400,
      { code: 'bad_user_input', status: 400, details: null, inputErrors: [wrong('value_is_invalid', 'id')] },
    ],
    [
      "a mutation's variable of another type",
      'mutation ($input: CreateTaxInput!) { createTax(input: $input) { tax { id } } }',
      { input: { code: 'c', name: 'n', rate: 'many' } },
      400,
      {
        code: 'bad_user_input',
        status: 400,
        details: null,
        inputErrors: [wrong('value_is_invalid', 'input', 'rate')],
      },
    ],
    ...(
      [
        ['lacks a member', { code: 'c', name: 'n' }, ['rate']],
        ['has null for a member', { code: 'c', name: null, rate: 1 }, ['name']],
      ] as const
    ).map(([how, input, path]): Refusal => [
      `a variable that ${how}`,
      'mutation ($input: CreateTaxInput!) { createTax(input: $input) { tax { id } } }',
      { input },
      400,
      {
        code: 'bad_user_input',
        status: 400,
        details: null,
        inputErrors: [wrong('value_is_mandatory', 'input', ...path)],
      },
    ]),
    [
      'a required variable that is absent',
      'query ($id: ID!) { payment(id: $id) { id } }',
      {},
      400,
      {
        code: 'bad_user_input',
        status: 400,
        details: null,
        inputErrors: [wrong('value_is_mandatory', 'id')],
      },
    ],
    [
      'a variable that lacks a member in a list',
      'mutation ($input: CreateOneOffInvoiceInput!) { createOneOffInvoice(input: $input) { invoice { id } } }',
      { input: { externalCustomerId: 'c', fees: [{ addOnCode: 'a' }, { units: '1' }] } },
      400,
      {
        code: 'bad_user_input',
        status: 400,
        details: null,
        inputErrors: [wrong('value_is_mandatory', 'input', 'fees', 1, 'addOnCode')],
      },
    ],
    [
      'both ways of paging',
      '{ taxes(first: 1, page: 1) { totalCount } }',
      {},
      200,
      { code: 'bad_request', status: 400, details: null },
    ],
    [
      'an absent record',
      `{ tax(id: "${NOWHERE}") { id } }`,
      {},
      200,
      { code: 'not_found', status: 404, details: { tax: ['not_found'] } },
    ],
    [
      'members that cannot be accepted',
      'mutation ($input: CreateTaxInput!) { createTax(input: $input) { tax { id } } }',
      { input: { code: '', name: ' ', rate: -1 } },
      200,
      {
        code: 'unprocessable_entity',
        status: 422,
        details: {
          code: ['value_is_mandatory'],
          name: ['value_is_mandatory'],
          rate: ['value_is_out_of_range'],
        },
        inputErrors: [
          wrong('value_is_mandatory', 'input', 'name'),
          wrong('value_is_mandatory', 'input', 'code'),
          wrong('value_is_out_of_range', 'input', 'rate'),
        ],
      },
    ],
  ])('%s', async (_, query, variables, status, extensions) => {
    const answer = await client.graphql(query, variables);
    expect(answer.status).toBe(status);
    expect(answer.errors?.map((error) => error.extensions)).toEqual([{ ...extensions, requestId: UUID }]);
    expect(answer.errors?.[0].extensions.requestId).toBe(answer.headers.get('x-request-id'));
  });

  test('a miss leaves the other fields their data', async () => {
    const answer = await client.graphql(
      '{ customer(externalId: "absent") { name } plan(code: "absent") { name } invoices { nodes { id } } }',
    );
    expect(answer.data).toEqual({ customer: null, plan: null, invoices: { nodes: [] } });
    expect(answer.errors?.map(({ path }) => String(path)).sort()).toEqual(['customer', 'plan']);
  });

  test('details name members in camelCase, where REST has snake_case', async () => {
    const mutation =
      'mutation ($input: CreateTestClockInput!) { createTestClock(input: $input) { testClock { id } } }';
    const answer = await client.graphql(mutation, {
      input: { frozenTime: '2027-01-01T00:00:00Z', name: 'x'.repeat(256) },
    });
    expect(answer.errors?.[0].extensions.details).toEqual({ name: ['value_is_too_long'] });
  });

  test('a refusal on GraphQL without a key is unauthorized, and a null field', async () => {
    const answer = await client.withKey(null).graphql('{ taxes { totalCount } }');
    expect([answer.status, answer.data]).toEqual([401, { taxes: null }]);
    expect(answer.errors?.[0].extensions).toMatchObject({ code: 'unauthorized', status: 401 });
  });

  test('a refusal on GraphQL without the permission is forbidden, with the details of REST', async () => {
    const reader = await server.organization({ tax: ['read'] });
    const answer = await reader.graphql('mutation { deleteTax(input: {id: "x"}) { deletedId } }');
    expect(answer.errors?.[0].extensions).toMatchObject({
      code: 'forbidden',
      status: 403,
      details: { base: ['write_action_not_allowed_for_tax'] },
    });
  });

  test('a bug shows nothing of itself', async () => {
    await server.pool.sql`alter table taxes rename to hidden`;
    const answer = await client.graphql('{ taxes { nodes { id } } }');
    await server.pool.sql`alter table hidden rename to taxes`;
    expect(answer.errors).toEqual([
      {
        message: 'Internal error',
        locations: [{ line: 1, column: 3 }],
        path: ['taxes'],
        extensions: { code: 'internal_error', status: 500, details: null, requestId: UUID },
      },
    ]);
  });
});

describe('a refused value', () => {
  const KEYS = Array.from({ length: 21 }, (_, index) => `k${index}: 1`).join(' ');
  const CREATE_PLAN = 'mutation ($input: CreatePlanInput!) { createPlan(input: $input) { plan { id } } }';

  test('a refused value is found by its path in the input, and the message describes it', async () => {
    const { body } = await client.post('/billable_metrics', {
      billable_metric: { code: 'calls', name: 'Calls', aggregation_type: 'count_agg' },
    });
    const charges = [
      {
        code: 'a',
        billableMetricId: body.billable_metric.svc_id,
        chargeModel: 'standard',
        properties: { standard: { amount: '1' } },
      },
      {
        code: 'b',
        billableMetricId: body.billable_metric.svc_id,
        chargeModel: 'graduated',
        properties: {
          graduated: {
            graduatedRanges: [
              { fromValue: 0, toValue: 10, perUnitAmount: '1', flatAmount: '0' },
              { fromValue: 11, toValue: null, perUnitAmount: '-2', flatAmount: '-1' },
            ],
          },
        },
      },
    ];
    const input = {
      code: 'p',
      name: '',
      interval: 'monthly',
      amountCents: 0,
      amountCurrency: 'EUR',
      payInAdvance: false,
      charges,
    };
    const { errors } = await client.graphql(CREATE_PLAN, { input });
    const range = ['input', 'charges', 1, 'properties', 'graduated', 'graduatedRanges', 1];
    expect(errors?.[0].extensions.inputErrors).toEqual([
      wrong('value_is_mandatory', 'input', 'name'),
      wrong('invalid_amount', ...range, 'perUnitAmount'),
      wrong('invalid_amount', ...range, 'flatAmount'),
    ]);
    expect(errors?.[0].extensions.details).toEqual({
      name: ['value_is_mandatory'],
      'charges.1.properties': ['invalid_amount'],
    });
    expect(errors?.[0].message).toMatch(/^name: A value is required. charges.1.properties.graduated/);
  });

  test('a value that its type refuses has the code of REST, and all such values are reported', async () => {
    const rate = (text: string) => ({ percentage: { rate: text, fixedAmount: 'free' } });
    const charges = ['12.5 %', '0.5'].map((text) => ({ chargeModel: 'percentage', properties: rate(text) }));
    const { errors } = await client.graphql(CREATE_PLAN, { input: { charges } });
    const prices = (index: number) => ['input', 'charges', index, 'properties', 'percentage'];
    expect(errors?.[0].extensions).toMatchObject({ code: 'bad_user_input', status: 400 });
    expect(errors?.[0].extensions.inputErrors).toEqual(
      expect.arrayContaining([
        wrong('invalid_rate', ...prices(0), 'rate'),
        wrong('invalid_fixed_amount', ...prices(0), 'fixedAmount'),
        wrong('invalid_fixed_amount', ...prices(1), 'fixedAmount'),
      ]),
    );
    expect(errors?.[0].extensions.inputErrors).not.toContainEqual(
      expect.objectContaining({ path: [...prices(1), 'rate'] }),
    );
  });

  test.each([
    [
      '{ verifyUsage(externalSubscriptionId: "s", from: "2027-01-01T00:00:00Z") { billableMetricId } }',
      'value_is_mandatory',
      'to',
    ],
    [`{ customers(filter: {metadata: {${KEYS}}}) { totalCount } }`, 'too_many_keys', 'filter', 'metadata'],
  ])('a refused value of %s is found by its path in the arguments', async (query, code, ...path) => {
    const { errors } = await client.graphql(query);
    expect(errors?.[0].extensions.inputErrors).toEqual([wrong(code, ...path)]);
  });
});

describe('the paths of refused values begin with an argument, whatever the variable is called', () => {
  const inputErrors = async (document: string, variables: Record<string, unknown>) => {
    const { errors } = await client.graphql(document, variables);
    return errors?.[0].extensions.inputErrors;
  };
  const CUSTOMER =
    'mutation ($them: CreateCustomerInput!) { createCustomer(input: $them) { customer { id } } }';
  const MEMBERS = `mutation ($land: CountryCode, $mail: String) {
    createCustomer(input: { externalId: "x", shippingAddress: { country: $land }, email: $mail }) { customer { id } }
  }`;
  const nested =
    'query ($chosen: SubscriptionFilter) { customers { nodes { subscriptions(filter: $chosen) { totalCount } } } }';

  test.each<[string, string, Record<string, unknown>, ReturnType<typeof wrong>[]]>([
    [
      'of a type',
      CUSTOMER,
      { them: { externalId: 'a', country: 'Germany' } },
      [wrong('value_is_invalid', 'input', 'country')],
    ],
    [
      'of a rule',
      CUSTOMER,
      { them: { externalId: 'a', email: 'bad' } },
      [wrong('invalid_email_format', 'input', 'email')],
    ],
    ['of a missing value', CUSTOMER, { them: null }, [wrong('value_is_mandatory', 'input')]],
    ['of another type than an object', CUSTOMER, { them: [] }, [wrong('value_is_invalid', 'input')]],
    [
      'of a type, of a member',
      MEMBERS,
      { land: 'Germany' },
      [wrong('value_is_invalid', 'input', 'shippingAddress', 'country')],
    ],
    ['of a rule, of a member', MEMBERS, { mail: 'bad' }, [wrong('invalid_email_format', 'input', 'email')]],
    [
      'within a list',
      nested,
      { chosen: { status: ['active', 'odd'] } },
      [wrong('value_is_invalid', 'filter', 'status', 1)],
    ],
    [
      'of a number that a rule refuses',
      'query ($many: Int) { mrrs(months: $many) { startsOn } }',
      { many: 0 },
      [wrong('value_is_invalid', 'months')],
    ],
    [
      'of a number that a type refuses',
      'query ($many: Int) { mrrs(months: $many) { startsOn } }',
      { many: 1.5 },
      [wrong('value_is_invalid', 'months')],
    ],
    [
      'of a date',
      'query ($day: Date) { mrrs(asOf: $day) { startsOn } }',
      { day: '2027-02-30' },
      [wrong('value_is_invalid', 'asOf')],
    ],
  ])('%s', async (_, document, variables, expected) => {
    expect(await inputErrors(document, variables)).toEqual(expected);
  });

  test.each<[string, unknown, string]>([
    ['country', 'Germany', '"Germany" is not a CountryCode, such as AD or AE.'],
    ['customerType', 'firm', '"firm" is not one of company, individual.'],
    ['netPaymentTerm', '30 days', 'The value must be a whole number between -2147483648 and 2147483647.'],
    ['taxCodes', 7, 'The value must be a text.'],
    ['finalizeZeroAmountInvoice', 3, '3 is not one of finalize, inherit, skip.'],
    ['skipInvoiceCustomSections', 'no', 'The value must be true or false.'],
    ['shippingAddress', 'Main Street', 'The value must be an object.'],
    ['nmae', 'x', 'The member or parameter is unknown.'],
  ])('people read why %s cannot be %j', async (member, value, sentence) => {
    const refused = await inputErrors(CUSTOMER, { them: { externalId: 'a', [member]: value } });
    expect(refused).toMatchObject([{ path: ['input', member], message: sentence }]);
  });

  test.each<[GraphQLScalarType, unknown, RegExp]>([
    [SafeInt, '12', /a whole number within 2\^53/],
    [Decimal, 'free', /a decimal number/],
    [CalendarDate, 'soon', /a date, such as/],
    [DateTime, 'soon', /a point in time, such as/],
    [DateTimeMillis, 'soon', /a point in time, such as/],
    [DateOrDateTime, 'soon', /a date, such as .*, or a point in time/],
    [EventTimestamp, 'soon', /Unix seconds, or a point in time/],
    [JsonObject, 'x', /an object, such as/],
  ])('people read what a %s must be, and not its name', (type, value, sentence) => {
    expect(() => type.parseValue(value)).toThrow(sentence);
    expect(() => type.parseValue(value)).toThrow(/^The value must be .*\.$/);
  });

  test('all that an object lacks is reported once, and all that it has too much', async () => {
    const refused = await inputErrors(
      'mutation ($vat: CreateTaxInput!) { createTax(input: $vat) { tax { id } } }',
      { vat: { nmae: 'VAT', code: 'vat', ['x'.repeat(1_000)]: 1 } },
    );
    expect(refused).toEqual([
      wrong('value_is_mandatory', 'input', 'name'),
      wrong('value_is_mandatory', 'input', 'rate'),
      wrong('unknown_member', 'input', 'nmae'),
      wrong('unknown_member', 'input', `${'x'.repeat(100)}...`),
    ]);
  });

  test('many refused values are reported within bounds', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`m${index}`, 1]));
    expect(await inputErrors(CUSTOMER, { them: { externalId: 'a', ...unknown } })).toHaveLength(100);
    const metadata = Array.from({ length: 500 }, () => ({ key: 1, value: {} }));
    expect(await inputErrors(CUSTOMER, { them: { externalId: 'a', metadata } })).toHaveLength(100);
  });
});

describe('types and rules are reported together', () => {
  const together = async (mutation: string, input: Record<string, unknown>) => {
    const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
    const document = `mutation ($form: ${type}!) { ${mutation}(input: $form) { __typename } }`;
    const { status, errors } = await client.graphql(document, { form: input });
    expect([status, errors?.[0].extensions.code]).toEqual([400, 'bad_user_input']);
    return errors?.[0].extensions.inputErrors;
  };
  const customer = {
    externalId: ' ',
    country: 'Germany',
    email: 'bad',
    timezone: 'Nowhere',
    metadata: [{ key: 1, value: 'x' }],
    shippingAddress: { city: 'c'.repeat(300) },
  };
  const ofCustomer = [
    wrong('value_is_invalid', 'input', 'country'),
    wrong('value_is_invalid', 'input', 'metadata', 0, 'key'),
    wrong('value_is_mandatory', 'input', 'externalId'),
    wrong('invalid_email_format', 'input', 'email'),
    wrong('invalid_timezone', 'input', 'timezone'),
    wrong('value_is_too_long', 'input', 'shippingAddress', 'city'),
  ];

  test.each(['createCustomer', 'upsertCustomer'])(
    'types and rules in the form of %s are reported together',
    async (mutation) => {
      expect(await together(mutation, customer)).toEqual(ofCustomer);
    },
  );

  test('types and rules in changes of a customer are reported together', async () => {
    expect(await together('updateCustomer', { id: NOWHERE, email: 'bad', currency: 'euro' })).toEqual([
      wrong('value_is_invalid', 'input', 'currency'),
      wrong('invalid_email_format', 'input', 'email'),
    ]);
  });

  test('types and rules of a billing entity, and of a plan, are reported together', async () => {
    expect(
      await together('createBillingEntity', {
        code: 'c',
        name: '',
        country: 'Germany',
        documentColor: 'red',
      }),
    ).toEqual([
      wrong('value_is_invalid', 'input', 'country'),
      wrong('value_is_mandatory', 'input', 'name'),
      wrong('value_is_invalid', 'input', 'documentColor'),
    ]);
    const plan = { code: 'c', name: '', interval: 'daily', amountCents: -1, payInAdvance: false };
    expect(await together('createPlan', plan)).toEqual([
      wrong('value_is_mandatory', 'input', 'amountCurrency'),
      wrong('value_is_invalid', 'input', 'interval'),
      wrong('value_is_mandatory', 'input', 'name'),
      wrong('value_is_out_of_range', 'input', 'amountCents'),
    ]);
  });
});

test.each(['ErrorCode', 'FieldErrorCode'])('every value of %s is described', async (name) => {
  const { data } = await client.graphql(`{ __type(name: "${name}") { enumValues { name description } } }`);
  const { enumValues } = (data as { __type: { enumValues: { name: string; description: string }[] } }).__type;
  expect(enumValues.length).toBeGreaterThan(20);
  expect(enumValues.filter(({ description }) => !/^[A-Z].*\.$/.test(description))).toEqual([]);
});

describe('a request that is no operation', () => {
  const post = (body: string, contentType = 'application/json') =>
    fetch(`${server.baseUrl}/graphql`, {
      method: 'POST',
      headers: { 'content-type': contentType, authorization: `Bearer ${client.key ?? ''}` },
      body,
    });

  test.each([
    ['no JSON', '{"query":', 400, 'bad_user_input'],
    ['no object', '[1]', 400, 'bad_user_input'],
    ['nothing', '', 400, 'bad_user_input'],
    ['a batch', '[{"query":"{ __typename }"}]', 400, 'bad_user_input'],
    ['a query that is no text', '{"query": 1}', 400, 'bad_user_input'],
    ['variables that are no object', '{"query": "{ __typename }", "variables": "x"}', 400, 'bad_user_input'],
    [
      'several operations of which none is named',
      '{"query": "query A { __typename } query B { __typename }"}',
      400,
      'bad_user_input',
    ],
    [
      'a name that no operation has',
      '{"query": "{ __typename }", "operationName": ""}',
      400,
      'bad_user_input',
    ],
    [
      'nested deeper than a parser goes',
      JSON.stringify({ query: `{ tax(code: ${'['.repeat(1900)}${']'.repeat(1900)}) { id } }` }),
      400,
      'bad_user_input',
    ],
    [
      'a number beyond any',
      '{"query": "mutation { createTax(input: {code: \\"c\\", name: \\"n\\", rate: 1e400}) { tax { rate } } }"}',
      400,
      'bad_user_input',
    ],
    [
      'a text over 15 000 characters',
      JSON.stringify({ query: `{ __typename } #${'x'.repeat(15_000)}` }),
      413,
      'query_is_too_large',
    ],
    [
      'a body over 10 MB',
      JSON.stringify({ query: '{ __typename }', variables: { x: 'x'.repeat(10 * 1024 * 1024) } }),
      413,
      'query_is_too_large',
    ],
  ])('%s', async (_, body, status, code) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    const { errors } = (await answer.json()) as { errors: object[] };
    expect(errors[0]).toMatchObject({ extensions: { code, status, requestId: UUID } });
  });

  test('another content type, as a page of another site could send it', async () => {
    const answer = await post('{"query":"{ __typename }"}', 'text/plain');
    expect(answer.status).toBe(400);
  });

  test.each([
    ['GET', '/graphql?query=%7B__typename%7D'],
    ['PUT', '/graphql'],
    ['DELETE', '/graphql'],
    ['OPTIONS', '/graphql'],
  ])('a request that is no operation by %s is refused', async (method, path) => {
    const answer = await fetch(server.baseUrl + path, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

test('NUL characters and lone surrogates never reach the database, in literals and in variables', async () => {
  // A lone surrogate in a literal is a syntax error of GraphQL itself.
  const literal = await client.graphql(
    String.raw`mutation { createTax(input: {code: "a\u0000b", name: "x", rate: 1}) { tax { code } } }`,
  );
  expect(literal.data.createTax.tax).toEqual({ code: 'ab' });
  const variable = await client.graphql(
    'mutation ($input: CreateTaxInput!) { createTax(input: $input) { tax { code name } } }',
    { input: { code: 'c\u0000d', name: 'y\ud800', rate: 1 } },
  );
  expect(variable.data.createTax.tax).toEqual({ code: 'cd', name: 'y\ufffd' });
});
