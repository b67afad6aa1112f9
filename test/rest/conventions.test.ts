import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { routes } from '../../src/rest/routes.js';
import { createCustomer, createPlan, type Resource, subscribe } from '../support/builders.js';
import type { Client, RestAnswer } from '../support/client.js';
import { countRows } from '../support/database.js';
import { statementsOf } from '../support/statements.js';
import { type SharedServer, startTestServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const NOWHERE = '01900000-0000-7000-8000-000000000000';
const MISSING_WRAPPER = 'BadRequest: param is missing or the value is empty or invalid: tax';
const CUT_SHORT = expect.stringMatching(/^BadRequest: invalid JSON: .*JSON/);
const NO_OBJECT = 'BadRequest: invalid JSON: the body is not an object';
const UNKNOWN_PATH = { status: 404, error: 'Not Found', code: 'resource_not_found' };

const shown = ({ status, body }: RestAnswer) => [status, body];
const refused = (error_details: object) => ({
  status: 422,
  error: 'Unprocessable Entity',
  code: 'validation_errors',
  error_details,
});

describe('each check comes before the next (rest-conventions.md §1)', () => {
  let reader: Client;
  beforeAll(async () => {
    reader = await server.organization({ tax: ['read'] });
  });

  test.each([
    ['GET', '/nothing'],
    ['PATCH', '/taxes'],
    ['DELETE', '/taxes'],
    ['GET', '/taxes/a/b'],
    ['GET', '/Taxes'],
  ])('an unknown path before the key: %s %s', async (method, path) => {
    const response = await fetch(`${server.baseUrl}/api/v1${path}`, { method });
    expect([response.status, await response.json()]).toEqual([404, UNKNOWN_PATH]);
  });

  test.each([
    ['TRACE', '/taxes', 'GET, HEAD, POST, OPTIONS'],
    ['PROPFIND', '/taxes/a', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['QUERY', '/invoices/a/lose_dispute/', 'POST, PUT, OPTIONS'],
    ['MKCOL', '/wallet_transactions', 'POST, OPTIONS'],
    ['TRACE', '/nothing', null],
    ['TRACE', '/taxes/a/b', null],
  ])('a method that no path has before the key: %s %s allows %s', async (method, path, allowed) => {
    const response = await answerTo(method, path);
    const body = { status: 405, error: 'Method Not Allowed', code: 'method_not_allowed' };
    expect(response).toEqual(allowed === null ? [undefined, UNKNOWN_PATH] : [allowed, body]);
  });

  /** The header `Allow` and the body of the response to a method that `fetch` may not send. */
  async function answerTo(method: string, path: string): Promise<[string | undefined, unknown]> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request(`${server.baseUrl}/api/v1${path}`, { method }, resolve).on('error', reject).end();
    const response = await promise;
    return [response.headers.allow, await json(response)];
  }

  test.each<[Record<string, string>, string]>([
    [{}, 'no header'],
    [{ authorization: 'Basic eDp5' }, 'no Bearer'],
    [{ authorization: 'Bearer' }, 'no key'],
    [{ authorization: 'Bearer nobody' }, 'an unknown key'],
  ])('the key before the body: %j (%s)', async (headers) => {
    const answer = await client.withKey(null).post('/taxes', undefined, { headers, rawBody: '{' });
    expect(shown(answer)).toEqual([401, { status: 401, error: 'Unauthorized' }]);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('an expired key is unknown', async () => {
    const expiring = await server.organization();
    await server.pool.sql`
      update api_keys set expires_at = now() where organization_id = ${expiring.organizationId}`;
    expect((await expiring.get('/taxes')).status).toBe(401);
  });

  test('the permission before the body', async () => {
    const answer = await reader.post('/taxes', undefined, { rawBody: '{' });
    expect(shown(answer)).toEqual([
      403,
      { status: 403, error: 'Forbidden', code: 'write_action_not_allowed_for_tax' },
    ]);
    const nobody = await server.organization({});
    expect((await nobody.get('/taxes')).body.code).toBe('read_action_not_allowed_for_tax');
  });

  test('the JSON before the wrapper, the wrapper before the record, the record before the rules', async () => {
    const path = '/taxes/absent';
    const malformed = await client.put(path, undefined, { rawBody: '{' });
    expect([malformed.status, malformed.body.error]).toEqual([400, CUT_SHORT]);
    const unwrapped = await client.put(path, { rate: -1 });
    expect(shown(unwrapped)).toEqual([400, { status: 400, error: MISSING_WRAPPER }]);
    const absent = await client.put(path, { tax: { rate: -1 } });
    expect(shown(absent)).toEqual([404, { status: 404, error: 'Not Found', code: 'tax_not_found' }]);
  });

  test('a record of another organization is absent', async () => {
    await client.post('/taxes', { tax: { name: 'n', code: 'ours', rate: 1 } });
    const stranger = await server.organization();
    const answers = await Promise.all([
      stranger.get('/taxes/ours'),
      stranger.put('/taxes/ours', { tax: { rate: 2 } }),
      stranger.delete('/taxes/ours'),
    ]);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [404, 'tax_not_found']),
    );
    expect((await stranger.get('/taxes')).body.taxes).toEqual([]);
  });
});

describe('bodies (§3)', () => {
  test.each([
    ['{', 'cut short', 400, CUT_SHORT],
    ['{"tax": {"code": "c" "rate": 1}}', 'no comma', 400, expect.stringContaining('at position 21')],
    ['[]', 'a list', 400, NO_OBJECT],
    ['"tax"', 'a text', 400, NO_OBJECT],
    ['null', 'nothing at all', 400, NO_OBJECT],
    ['', 'an empty body counts as {}', 400, MISSING_WRAPPER],
    ['{"tax": null}', 'a wrapper without members', 400, MISSING_WRAPPER],
    ['{"tax": []}', 'a list under the wrapper', 400, MISSING_WRAPPER],
    ['{"taxes": {"code": "c"}}', 'another wrapper', 400, MISSING_WRAPPER],
    ['['.repeat(200_000), 'brackets without end', 413, 'Payload Too Large'],
    ['{"tax": {"__proto__": {"code": "c"}}}', 'a prototype', 422, 'Unprocessable Entity'],
  ])('the body %.30s: %s', async (rawBody, _, status, error) => {
    const before = await countRows(server.pool, 'taxes', client.organizationId);
    const answer = await client.post('/taxes', undefined, { rawBody });
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    expect(await countRows(server.pool, 'taxes', client.organizationId)).toBe(before);
  });

  test('bodies of another content type count as absent', async () => {
    const answer = await client.post('/taxes', undefined, {
      rawBody: JSON.stringify({ tax: { name: 'n', code: 'text', rate: 1 } }),
      headers: { 'content-type': 'text/plain' },
    });
    const error = `${MISSING_WRAPPER}; the body has to be sent with the Content-Type application/json`;
    expect(shown(answer)).toEqual([400, { status: 400, error }]);
  });

  test('members that are unknown or read-only are ignored', async () => {
    const answer = await client.post('/taxes', {
      tax: { name: 'n', code: 'extra', rate: 1, svc_id: NOWHERE, created_at: 'x', more: { deep: [1] } },
      beside: true,
    });
    expect([answer.status, answer.body.tax.svc_id === NOWHERE]).toEqual([200, false]);
  });

  test('NUL characters are removed, lone surrogates replaced, blanks kept', async () => {
    const answer = await client.post('/taxes', undefined, {
      rawBody: String.raw`{"tax": {"name": " a\u0000b\ud800 ", "co\u0000de": "n\u0000ul", "rate": 1}}`,
    });
    expect(answer.body.tax).toMatchObject({ name: ' ab\ufffd ', code: 'nul' });
    expect((await client.get('/taxes/n%00ul')).body.tax.code).toBe('nul');
  });

  test.each<[string, unknown, unknown]>([
    ['a number as text', '7.5', 7.5],
    ['a whole number as text', '7', 7],
    ['with a sign', '+7', 7],
  ])('%s is read: %j', async (_, rate, read) => {
    await client.put('/taxes/ours', { tax: { rate } });
    expect((await client.get('/taxes/ours')).body.tax.rate).toBe(read);
  });

  test.each<[object, object, string]>([
    [{ rate: 'seven' }, { rate: ['value_is_invalid'] }, 'text that is no number'],
    [{ rate: '' }, { rate: ['value_is_invalid'] }, 'an empty text'],
    [{ rate: '1e3' }, { rate: ['value_is_invalid'] }, 'an exponent in text'],
    [{ rate: '0x10' }, { rate: ['value_is_invalid'] }, 'a number of programmers'],
    [{ rate: true }, { rate: ['value_is_invalid'] }, 'a boolean in place of a number'],
    [{ rate: '9'.repeat(400) }, { rate: ['value_is_invalid'] }, 'a number beyond any'],
    [{ rate: null }, { rate: ['value_is_mandatory'] }, 'null where nothing can be cleared'],
    [{ rate: {} }, { rate: ['invalid_format'] }, 'an object in place of a scalar'],
    [{ name: [] }, { name: ['invalid_format'] }, 'a list in place of a scalar'],
    [{ name: 1 }, { name: ['value_is_invalid'] }, 'a number in place of text'],
    [
      { applied_to_organization: 'yes' },
      { applied_to_organization: ['value_is_invalid'] },
      'another word than true or false',
    ],
    [
      { applied_to_organization: 1, rate: 'x' },
      { applied_to_organization: ['value_is_invalid'], rate: ['value_is_invalid'] },
      'all errors are reported at once',
    ],
  ])('%j is refused: %j (%s)', async (tax, details) => {
    const before = await client.get('/taxes/ours');
    const answer = await client.put('/taxes/ours', { tax });
    expect(shown(answer)).toEqual([422, refused(details)]);
    expect((await client.get('/taxes/ours')).body).toEqual(before.body);
  });

  test('"true" is true; null clears what may be empty; absent members stay', async () => {
    await client.put('/taxes/ours', { tax: { applied_to_organization: 'true', description: 'd' } });
    const cleared = await client.put('/taxes/ours', { tax: { description: null } });
    expect(cleared.body.tax).toMatchObject({
      description: null,
      applied_to_organization: true,
      name: 'n',
    });
  });
});

describe('identifiers in paths (§4)', () => {
  test.each([
    ['a.b', '/taxes/a.b'],
    ['a/b', '/taxes/a%2Fb'],
    ['a b', '/taxes/a%20b'],
    ['a%2Fb', '/taxes/a%252Fb'],
    ['caf\u00e9', '/taxes/caf%C3%A9'],
    ['a+b', '/taxes/a+b'],
    ['?', '/taxes/%3F'],
  ])('%s is found at %s', async (code, path) => {
    await client.post('/taxes', { tax: { name: 'n', code, rate: 1 } });
    expect((await client.get(path)).body.tax?.code).toBe(code);
  });

  test('identifiers in paths are matched in their case', async () => {
    await client.post('/taxes', { tax: { name: 'n', code: 'Case', rate: 1 } });
    expect((await client.get('/taxes/case')).status).toBe(404);
  });

  test('identifiers in paths that cannot be decoded are a bad request', async () => {
    const response = await fetch(`${server.baseUrl}/api/v1/taxes/%E0%A4`);
    expect([response.status, await response.json()]).toEqual([
      400,
      { status: 400, error: 'BadRequest: invalid percent-encoding in the path' },
    ]);
  });

  test('identifiers in paths that are no UUID find nothing', async () => {
    expect((await client.get('/test_clocks/not-a-uuid')).body.code).toBe('test_clock_not_found');
  });

  describe('address customers and subscriptions by svc_id too', () => {
    let customer: Resource;
    let subscription: Resource;

    beforeAll(async () => {
      customer = await createCustomer(client);
      const plan = await createPlan(client);
      subscription = await subscribe(client, customer, plan);
    });

    const byParameter = (parameter: string) =>
      parameter === 'external_id'
        ? [subscription.external_id, subscription.svc_id]
        : [customer.external_id, customer.svc_id];
    // Each read of an address of the portal makes another one.
    const reads = routes.filter(
      ({ method, path }) =>
        method === 'GET' &&
        /^[^:]*:external_(?:customer_)?id(?:\/[^:]*)?$/.test(path) &&
        !path.endsWith('/portal_url'),
    );

    test.each(reads.map(({ path }) => path))('GET %s', async (path) => {
      const parameter = /:(\w+)/.exec(path)?.[1] ?? '';
      const [byExternalId, byId] = await Promise.all(
        byParameter(parameter).map((id) =>
          client.get(
            `${path.replace(`:${parameter}`, id)}?external_subscription_id=${subscription.external_id}`,
          ),
        ),
      );
      expect([200, 404, 405]).toContain(byExternalId?.status);
      expect(shown(byId as RestAnswer)).toEqual(shown(byExternalId as RestAnswer));
      expect(byId?.body.code).not.toBe(
        parameter === 'external_id' ? 'subscription_not_found' : 'customer_not_found',
      );
    });

    test('writes find customers and subscriptions by svc_id too, and those who send it as an external id are found first', async () => {
      const answer = await client.put(`/subscriptions/${subscription.svc_id}`, {
        subscription: { name: 'by id' },
      });
      expect(answer.body.subscription).toMatchObject({ svc_id: subscription.svc_id, name: 'by id' });
      const namesake = await createCustomer(client, { external_id: customer.svc_id });
      expect((await client.get(`/customers/${customer.svc_id}`)).body.customer.svc_id).toBe(namesake.svc_id);
      await client.delete(`/customers/${customer.svc_id}`);
      expect((await client.get(`/customers/${customer.svc_id}`)).body.customer.svc_id).toBe(customer.svc_id);
    });

    test('an ended subscription is read whatever its status, and not written', async () => {
      const ended = await subscribe(client, await createCustomer(client), await createPlan(client));
      const at = `/subscriptions/${ended.svc_id}`;
      await client.delete(at);
      expect((await client.get(at)).body.subscription).toMatchObject({
        svc_id: ended.svc_id,
        status: 'terminated',
      });
      expect((await client.get(`${at}?status=active`)).status).toBe(404);
      expect((await client.delete(at)).status).toBe(404);
    });

    test('customers and subscriptions of other organizations are absent by svc_id', async () => {
      const other = await server.organization();
      expect((await other.get(`/customers/${customer.svc_id}`)).body.code).toBe('customer_not_found');
      expect((await other.get(`/subscriptions/${subscription.svc_id}`)).body.code).toBe(
        'subscription_not_found',
      );
    });
  });
});

describe('pages (§5)', () => {
  let lister: Client;
  beforeAll(async () => {
    lister = await server.organization();
    for (const code of ['a', 'b', 'c', 'd', 'e']) {
      await lister.post('/taxes', { tax: { name: code, code, rate: 1 } });
    }
  });

  test.each<[string, string, (number | null)[], string]>([
    ['', 'abcde', [1, null, null, 1, 5], 'everything fits on the default page'],
    ['?page=1&per_page=2', 'ab', [1, 2, null, 3, 5], 'the first'],
    ['?page=2&per_page=2', 'cd', [2, 3, 1, 3, 5], 'one between'],
    ['?page=3&per_page=2', 'e', [3, null, 2, 3, 5], 'the last'],
    ['?page=9&per_page=2', '', [9, null, 3, 3, 5], 'past the end'],
    ['?page=0&per_page=0', 'abcde', [1, null, null, 1, 5], 'below one'],
    ['?page=-1&per_page=x', 'abcde', [1, null, null, 1, 5], 'no numbers'],
    ['?page=&per_page=', 'abcde', [1, null, null, 1, 5], 'nothing'],
    ['?page=1.5', 'abcde', [1, null, null, 1, 5], 'a fraction'],
    ['?per_page=5000', 'abcde', [1, null, null, 1, 5], 'cut to the largest page'],
    ['?page=99999999999999999999', '', [999_999_999, null, 1, 1, 5], 'more digits than a number has'],
    ['?page=1&page=2&per_page=2', 'cd', [2, 3, 1, 3, 5], 'the last one counts'],
    ['?unknown=1', 'abcde', [1, null, null, 1, 5], 'an unknown parameter is ignored'],
  ])('the page %s answers %s, %j: %s', async (query, codes, meta) => {
    const { status, body } = await lister.get(`/taxes${query}`);
    expect(status).toBe(200);
    expect(body.taxes.map(({ code }: { code: string }) => code).join('')).toBe(codes);
    const { current_page, next_page, prev_page, total_pages, total_count } = body.meta;
    expect([current_page, next_page, prev_page, total_pages, total_count]).toEqual(meta);
  });

  test.each([
    ['', '100'],
    ['?per_page=7', '7'],
    ['?per_page=5000', '1000'],
    ['?per_page=0', '100'],
  ])('/taxes%s tells the size of its pages: %s', async (query, size) => {
    expect((await lister.get(`/taxes${query}`)).headers.get('x-svc-per-page')).toBe(size);
    expect((await lister.get('/taxes/a')).headers.get('x-svc-per-page')).toBeNull();
  });

  test('an empty list has no pages', async () => {
    const { body } = await (await server.organization()).get('/taxes');
    expect(body).toEqual({
      taxes: [],
      meta: { current_page: 0, next_page: null, prev_page: null, total_pages: 0, total_count: 0 },
    });
  });
});

test('a list is counted once', async () => {
  for (const path of ['/customers', '/invoices', '/subscriptions', '/events', '/plans', '/taxes']) {
    const statements = await statementsOf(server.connections.drivers, () => client.get(`${path}?per_page=5`));
    const counts = statements.filter((text) => text.includes('count(*)') && !text.includes('group by'));
    expect([path, counts.length]).toEqual([path, 1]);
  }
});

describe('every answer', () => {
  const id = (headers: Record<string, string>, path = '/taxes') =>
    fetch(`${server.baseUrl}/api/v1${path}`, { headers }).then((response) =>
      response.headers.get('x-request-id'),
    );

  test('every answer carries X-Request-Id: the UUID that was sent, else a new one', async () => {
    expect(await id({ 'x-request-id': NOWHERE })).toBe(NOWHERE);
    expect(await id({ 'x-request-id': 'not a UUID' })).toMatch(/^[0-9a-f-]{36}$/);
    expect(await id({}, '/nothing')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('every answer is JSON with its charset', async () => {
    const response = await fetch(`${server.baseUrl}/api/v1/taxes`);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

describe('when the database cannot be reached', () => {
  test('both surfaces and the health check say so', async () => {
    const lost = await startTestServer();
    const caller = await lost.organization();
    await caller.get('/taxes');
    await lost.connections.close();
    const rest = await caller.get('/taxes');
    expect(shown(rest)).toEqual([
      503,
      { status: 503, error: 'Service Unavailable', code: 'service_unavailable' },
    ]);
    expect(rest.headers.get('retry-after')).toBe('1');
    const graphql = await caller.graphql('mutation { deleteTax(input: {id: "x"}) { deletedId } }');
    expect(graphql.errors?.[0].extensions).toMatchObject({ code: 'service_unavailable', status: 503 });
    const unknown = await caller.withKey('never-seen').graphql('{ taxes { totalCount } }');
    expect([unknown.status, unknown.errors?.[0].extensions.code]).toEqual([503, 'service_unavailable']);
    const health = await fetch(`${lost.baseUrl}/health`);
    expect([health.status, await health.json()]).toMatchObject([503, { database: 'unreachable' }]);
    expect((await fetch(`${lost.baseUrl}/metrics`)).status).toBe(200);
    await lost.stop();
  });
});
