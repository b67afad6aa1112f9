// Stored texts that are later sent in HTTP headers, such as the secrets of payment providers, are refused when they cannot be.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { getNamedType, isInputObjectType } from 'graphql';
import type { Client } from '../support/client.js';
import { schema } from '../support/graphql-fields.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const membersOf = (name: string) => {
  const type = schema.getType(name);
  return isInputObjectType(type) ? Object.values(type.getFields()) : [];
};

/** Every member of the settings of a type that is a secret: new ones as well. */
const SECRETS = membersOf('CreatePaymentProviderInput').flatMap(({ name: provider, type }) =>
  membersOf(getNamedType(type).name)
    .filter((member) => /key|token|secret/i.test(member.name))
    .map((member) => [provider, member.name] as const),
);

test('secrets of all providers are tried', () => {
  expect(SECRETS.map((names) => names.join('.')).toSorted()).toEqual([
    'adyen.apiKey',
    'adyen.hmacKey',
    'gocardless.accessToken',
    'gocardless.webhookSecret',
    'stripe.secretKey',
  ]);
});

const create = (input: object) =>
  client.graphql(
    'mutation ($input: CreatePaymentProviderInput!) { createPaymentProvider(input: $input) { paymentProvider { id } } }',
    { input },
  );

test.each(SECRETS)('the secret %s.%s must be a text that headers can hold', async (provider, member) => {
  for (const text of ['sk_test_a\r\nX-Evil: 1', 'sk_test_a\nb', 'a\tb', 'a\u007fb', 'ключ']) {
    const { errors } = await create({ type: provider, code: 'c', name: 'n', [provider]: { [member]: text } });
    const { details } = errors?.[0].extensions ?? {};
    expect([text, details?.[`${provider}.${member}`]]).toEqual([text, ['invalid_format']]);
  }
});

test('an address to which customers return holds no line breaks', async () => {
  const input = {
    type: 'stripe',
    code: 'c',
    name: 'n',
    successRedirectUrl: 'https://example.com/\r\nX-Evil: 1',
  };
  const { errors } = await create({ ...input, stripe: { secretKey: 'sk_test_a' } });
  expect(errors?.[0].extensions.details).toEqual({ successRedirectUrl: ['url_is_invalid'] });
});
