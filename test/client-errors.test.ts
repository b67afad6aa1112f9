// What packages/client makes of responses that are no success, of the server and of proxies before it.
import { expect, test } from '@jest/globals';
import { createGraphqlClient, createRestClient, TollgateError } from '../packages/client/src/index.js';

/** Both clients, for which every request gets this response. */
function clientsFor(body: string, init: ResponseInit) {
  const fetch = () => Promise.resolve(new Response(body, init));
  return {
    rest: createRestClient({ baseUrl: 'http://server/', apiKey: 'key', fetch }),
    graphql: createGraphqlClient({ url: 'http://server/graphql', apiKey: 'key', fetch }),
  };
}

const restError = (body: string, init: ResponseInit) => errorOf(clientsFor(body, init).rest.get('/taxes'));
const graphqlError = (body: string, init: ResponseInit) =>
  errorOf(clientsFor(body, init).graphql.request('{ taxes { totalCount } }'));

async function errorOf(answer: Promise<unknown>): Promise<TollgateError> {
  const error: unknown = await answer.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TollgateError)) throw new Error('expected a TollgateError', { cause: error });
  return error;
}

test('a proxy answers text', async () => {
  const init = { status: 502, statusText: 'Bad Gateway' };
  const rest = await restError('<html>', init);
  const graphql = await graphqlError('<html>', init);
  expect(rest).toMatchObject({
    status: 502,
    code: null,
    details: null,
    requestId: null,
    errors: [],
    data: null,
  });
  expect(rest.message).toBe('GET /taxes answered 502: Bad Gateway');
  expect(graphql).toMatchObject({ status: 502, code: null, details: null, errors: [], data: null });
  expect(graphql.message).toBe('GraphQL answered 502 Bad Gateway');
});

test('the time to wait is in seconds, or unknown if a proxy sends a date', async () => {
  const limited = '{"status":429,"error":"Too Many Requests","code":"too_many_requests"}';
  const init = { status: 429, headers: { 'retry-after': '7', 'x-request-id': 'request-1' } };
  const expected = { status: 429, retryAfterSeconds: 7, requestId: 'request-1' };
  expect(await restError(limited, init)).toMatchObject({ ...expected, code: 'too_many_requests' });
  expect(await graphqlError(limited, init)).toMatchObject(expected);
  const date = { status: 503, headers: { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' } };
  expect((await restError('{}', date)).retryAfterSeconds).toBeNull();
});

test('a GraphQL response with errors throws the first one, with the others and the data beside them', async () => {
  const errors = [
    {
      message: 'The tax was not found.',
      path: ['tax'],
      extensions: { code: 'not_found', status: 404, details: { tax: ['not_found'] } },
    },
    { message: 'Forbidden.', path: ['plans'] },
  ];
  const data = { tax: null, plans: null, customers: { totalCount: 1 } };
  const graphql = await graphqlError(JSON.stringify({ data, errors }), { status: 200 });
  expect(graphql).toMatchObject({
    status: 404,
    code: 'not_found',
    details: { tax: ['not_found'] },
    errors,
    data,
  });
  expect(graphql.message).toBe('The tax was not found.');
});
