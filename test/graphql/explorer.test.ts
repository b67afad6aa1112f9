import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { EXAMPLE_QUERY } from '../../src/graphql/explorer.js';
import { openapi } from '../support/openapi.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let closed: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  closed = await startTestServer({ explorer: false });
});
afterAll(() => Promise.all([server.stop(), closed.stop()]));

const page = (path: string, at = server) => fetch(at.baseUrl + path, { headers: { accept: 'text/html' } });
const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? '';

/** Stands for a map of Immutable, as which Swagger UI hands over groups and operations. */
interface Members {
  readonly get: (name: string) => unknown;
  readonly getIn: (path: readonly string[]) => unknown;
  readonly set: (name: string, value: unknown) => Members;
}

function record(members: Record<string, unknown>): Members {
  return {
    get: (name) => {
      const value = members[name];
      return Array.isArray(value) ? Object.assign([...value], { size: value.length }) : value;
    },
    getIn: (path) => path.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], members),
    set: (name, value) => record({ ...members, [name]: value }),
  };
}

class Groups {
  constructor(readonly entries: readonly (readonly [string, Members])[]) {}

  map(change: (group: Members, name: string) => Members): Groups {
    return new Groups(this.entries.map(([name, group]) => [name, change(group, name)]));
  }

  filter(keep: (group: Members) => boolean): Groups {
    return new Groups(this.entries.filter(([, group]) => keep(group)));
  }
}

/** Hosts that a page would load from. */
const hostsIn = (html: string) =>
  [...html.matchAll(/(?:src|href)="?(https?:\/\/[^/"]+)/g)].map(([, host]) => host);

describe('Sandbox', () => {
  test('Sandbox greets a browser with an example and a placeholder for the key', async () => {
    const response = await page('/graphql');
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('FirstLook');
    expect(html).toContain('Bearer \\u003cAPI_KEY');
  });

  test('Sandbox may load from Apollo alone; its own script is admitted by its hash', async () => {
    const response = await page('/graphql');
    expect(await response.text()).toContain('https://embeddable-sandbox.cdn.apollographql.com/');
    expect(policyOf(response)).toMatch(/script-src 'sha256-[^']+' https:\/\/\*\.apollographql\.com;/);
    expect(policyOf(response)).not.toMatch(/(?:default|script|frame)-src[^;]* (?:\*|'unsafe-inline')[; ]/);
  });

  test('Sandbox leads to GraphiQL where it cannot be loaded', async () => {
    const html = await (await page('/graphql')).text();
    expect(html).toContain(`script.onerror = () => window.location.replace('/graphiql')`);
    expect(html).toContain('<a href="/graphiql">');
  });

  test('Sandbox is no way to run a query by GET', async () => {
    const headers = { accept: 'application/graphql-response+json, text/html' };
    const response = await fetch(`${server.baseUrl}/graphql?query={__typename}`, { headers });
    expect(await response.text()).toBe(await (await page('/graphql')).text());
    const json = await fetch(`${server.baseUrl}/graphql?query={__typename}`);
    expect(json.status).toBe(405);
  });
});

test('the schema is served as text, sorted, where introspection is', async () => {
  const response = await page('/graphql/schema.graphql');
  // As it is committed, but for the line break at its end.
  expect(`${await response.text()}\n`).toBe(readFileSync('schema/schema.graphql', 'utf8'));
  const closedResponse = await page('/graphql/schema.graphql', closed);
  expect(closedResponse.status).not.toBe(200);
});

describe('GraphiQL', () => {
  test('GraphiQL is served from here alone, its inline scripts admitted by their hashes', async () => {
    const response = await page('/graphiql');
    const html = await response.text();
    expect(hostsIn(html)).toEqual([]);
    expect(html).toContain('FirstLook');
    expect(policyOf(response)).toMatch(/script-src 'self' 'sha256-/);
    expect(policyOf(response)).not.toMatch(/script-src[^;]*unsafe-inline/);
    const bundle = await page('/graphiql/assets/ruru.js');
    expect([bundle.status, bundle.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
  });

  test('the example of GraphiQL runs as it is, once the key is filled in', async () => {
    const client = await server.organization();
    const answer = await client.graphql(EXAMPLE_QUERY);
    expect(answer.errors).toBeUndefined();
  });
});

test('the REST reference is served from here alone', async () => {
  const response = await page('/docs');
  expect([response.status, hostsIn(await response.text())]).toEqual([200, []]);
  expect(policyOf(response)).toMatch(/script-src 'self'(?:;|$)/);
  const options = await (await page('/docs/swagger-ui-init.js')).text();
  expect(options).toContain('"validatorUrl": null');
});

test('the REST reference finds operations by any of their words', async () => {
  const script = await (await page('/docs/swagger-ui-init.js')).text();
  // The page receives the search as text, which has to be whole without the module around it.
  const sandbox = {
    window: { location: { search: '', origin: '' }, onload: (): void => undefined, ui: null },
    SwaggerUIStandalonePreset: null,
    SwaggerUIBundle: Object.assign((options: unknown) => options, {
      presets: {},
      plugins: { DownloadUrl: 'downloads' },
    }),
  };
  runInNewContext(`${script}; window.onload();`, sandbox);
  const { plugins } = sandbox.window.ui as unknown as { plugins: ((system: object) => unknown[])[] };
  const [downloads, search] = plugins[0]?.({}) ?? [];
  expect(downloads).toBe('downloads');
  const { fn } = search as { fn: { opsFilter: (groups: Groups, phrase: string) => Groups } };
  const groups = new Groups(
    openapi.tags.map(({ name, description }) => {
      const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
        Object.entries(methods)
          .filter(([, { tags }]) => tags.includes(name))
          .map(([method, operation]) => record({ method, path, operation })),
      );
      return [name, record({ tagDetails: { description }, operations })];
    }),
  );
  const found = (phrase: string) =>
    fn
      .opsFilter(groups, phrase)
      .entries.flatMap(([, group]) =>
        (group.get('operations') as Members[]).map(
          (one) => `${String(one.get('method'))} ${String(one.get('path'))}`,
        ),
      );
  expect(found('VOID invoice')).toContain('post /invoices/{svc_id}/void');
  expect(found('updateTax')).toEqual(['put /taxes/{code}']);
  expect(found('catalogue delete')).toContain('delete /plans/{code}');
  expect(found('nothing has this')).toEqual([]);
});

test('a browser that opens the address itself gets the reference', async () => {
  const response = await page('/');
  expect([response.status, response.url]).toEqual([200, `${server.baseUrl}/docs/`]);
});

test('JSON may load nothing, and stands in no frame', async () => {
  const response = await fetch(`${server.baseUrl}/api/v1/taxes`);
  expect(policyOf(response)).toBe("default-src 'none';frame-ancestors 'none'");
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

describe('with GRAPHQL_EXPLORER=false', () => {
  test.each([
    ['/graphql', 405],
    ['/graphiql', 404],
    ['/graphiql/assets/ruru.js', 404],
  ])('the path %s answers %i', async (path, status) => {
    expect((await page(path, closed)).status).toBe(status);
  });

  test('the schema is not revealed, by introspection or by hints', async () => {
    const client = await closed.organization();
    const introspection = await client.graphql(getIntrospectionQuery());
    expect([introspection.status, introspection.data]).toEqual([400, undefined]);
    const misspelt = await client.graphql('{ taxs { totalCount } }');
    expect(misspelt.errors?.[0].message).not.toMatch(/did you mean/i);
  });

  test('operations run, and the REST reference stays', async () => {
    const client = await closed.organization();
    expect((await client.graphql('{ taxes { totalCount } }')).data).toEqual({ taxes: { totalCount: 0 } });
    expect((await page('/docs', closed)).status).toBe(200);
  });
});
