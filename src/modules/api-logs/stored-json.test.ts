// Source: logs.md §3.
import { describe, expect, test } from '@jest/globals';
import { fc, tries } from '../../../test/support/property.js';
import { storedJson } from './stored-json.js';

const filtered = '[FILTERED]';

describe('secrets are replaced', () => {
  test.each<[string, unknown, string]>([
    ['{"password": "p", "name": "n"}', { password: filtered, name: 'n' }, 'a named word'],
    ['{"newPassword": "p"}', { newPassword: filtered }, 'in camel case'],
    ['{"webhook": {"hmac_key": "k"}}', { webhook: { hmac_key: filtered } }, 'at any depth'],
    ['[{"access_token": 1}]', [{ access_token: filtered }], 'in lists'],
    ['{"secret": {"a": ["}", 1]}, "b": 2}', { secret: filtered, b: 2 }, 'whole objects'],
    ['{"api_key": ["x", {"y": "]"}], "b": 2}', { api_key: filtered, b: 2 }, 'whole lists'],
    ['{"Private-Key":null,"b":true}', { 'Private-Key': filtered, b: true }, 'whatever the value'],
    ['{"secret_key": 12}', { secret_key: filtered }, 'numbers'],
    ['{"authorization": {"amount_cents": 1}}', { authorization: filtered }, 'authorizations'],
    ['{"logo": "data:image/png;base64,AAAA"}', { logo: filtered }, 'logos'],
    ['{"pass\\u0077ord": "p"}', { password: filtered }, 'under an escaped name'],
    ['{"password" : "a\\"b\\\\", "b" : 1}', { password: filtered, b: 1 }, 'with escaped quotes'],
    [
      '{"logo_url": "u", "tokens": 1, "token_type": "t"}',
      { logo_url: 'u', tokens: 1, token_type: 't' },
      'no others',
    ],
    ['{"values": ["password", "secret"]}', { values: ['password', 'secret'] }, 'names, not values'],
  ])('the secrets of %s: %s: %s', (body, expected) => {
    expect(JSON.parse(storedJson(body) ?? 'null')).toEqual(expected);
  });

  test('secrets are replaced in malformed JSON, which is not stored', () => {
    expect(storedJson('{"password": "p"')).toBeNull();
    expect(storedJson(`{"password": "hidden", "text": "${'x'.repeat(70_000)}`)).not.toContain('hidden');
  });
});

test.each<[string, string | null, string]>([
  ['', null, 'no body'],
  ['  ', null, 'a blank one'],
  ['5', null, 'a number'],
  ['null', null, 'null'],
  ['"text"', '"text"', 'a text'],
  [' [ 1 , 2.50 ]\n', '[1,2.50]', 'blanks are dropped and numbers kept as they are'],
  ['{"a": "x  y"}', '{"a":"x  y"}', 'blanks in texts are kept'],
  ['{"a": "b\0"}', '{"a":"b"}', 'NUL, which Postgres cannot store'],
  ['{"a" 1}', null, 'malformed JSON'],
])('%j is stored as %j: %s', (body, expected) => {
  expect(storedJson(body)).toBe(expected);
});

describe('a long body', () => {
  test('a long body is stored whole up to 64 kB of compact JSON', () => {
    const json = JSON.stringify({ text: 'x'.repeat(64_000 - 11) });
    expect(json).toHaveLength(64_000);
    expect(storedJson(json)).toBe(json);
    expect(storedJson(json.replace(':', `:${' '.repeat(100_000)}`))).toBe(json);
  });

  test('a long body is replaced by its beginning, without secrets', () => {
    const json = JSON.stringify({
      secret: 'x'.repeat(100_000),
      numbers: Array.from({ length: 50_000 }, () => 1),
    });
    const stored = JSON.parse(storedJson(json) ?? '') as string;
    expect(stored).toHaveLength(64_000);
    expect(stored.startsWith(`{"secret":"${filtered}","numbers":[1,1,`)).toBe(true);
  });

  test('a long body is cut between characters', () => {
    const stored = JSON.parse(storedJson(`["${'€'.repeat(40_000)}"]`) ?? '') as string;
    expect(Buffer.byteLength(stored)).toBe(63_998);
    expect(stored.endsWith('€')).toBe(true);
  });
});

test('every JSON value is stored as JSON.stringify writes it, but for its secrets', () => {
  const name = fc.oneof(fc.string(), fc.constantFrom('password', 'token', 'api_key', 'logo', 'a\\"b'));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue({ maxDepth: 0 }),
      fc.string({ unit: 'binary' }),
      fc.array(tie('value')),
      fc.dictionary(name, tie('value')),
    ),
  }));
  const isSecret = (member: string) => ['password', 'token', 'api_key', 'logo'].includes(member);
  fc.assert(
    fc.property(fc.array(value), fc.nat(3), (body, indent) => {
      const expected = JSON.stringify(body, (member, inner: unknown) =>
        isSecret(member) ? filtered : inner,
      );
      expect(storedJson(JSON.stringify(body, null, indent))).toBe(expected);
    }),
    tries(300),
  );
});
