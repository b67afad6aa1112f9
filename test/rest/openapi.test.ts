import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { WEBHOOK_KINDS } from '../../src/modules/webhooks/endpoints/webhook-kinds.js';
import type { JsonSchema } from '../../src/rest/openapi/json-schema.js';
import { missingMembers } from '../support/compare-schemas.js';
import { differencesOfMessage, openapi, type OpenApi, type OpenApiOperation } from '../support/openapi.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;

beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

const operations = Object.entries(openapi.paths).flatMap(([template, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ template, method, operation })),
);

/** Kinds of the contract that nothing sends: events are checked before they are accepted, and have no taxes of a provider yet. */
const NOT_SENT: readonly string[] = ['event.error', 'events.errors'];

describe('our OpenAPI document', () => {
  test('our OpenAPI document is served as it is committed, without a key', async () => {
    const response = await fetch(`${server.baseUrl}/api/v1/openapi.json`);
    expect([response.status, await response.json()]).toEqual([200, openapi]);
  });

  test('our OpenAPI document names each operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('our OpenAPI document orders its groups as docs/features.md orders what is built', () => {
    const features = readFileSync(path.resolve(import.meta.dirname, '../../docs/features.md'), 'utf8');
    const chapters = [...features.matchAll(/^- \*\*([^*.]+)\.?\*\*/gm)].map(([, name]) => name ?? '');
    const named = [...new Set(openapi.tags.map(({ description }) => description))];
    expect(named).toEqual(chapters.filter((name) => named.includes(name)));
    const groups = new Set(operations.flatMap(({ operation }) => operation.tags));
    expect(openapi.tags.map(({ name }) => name).toSorted()).toEqual([...groups].toSorted());
  });

  test('our OpenAPI document describes each kind of webhook that is sent', () => {
    const sent = [...WEBHOOK_KINDS, 'webhook.test'].filter((kind) => !NOT_SENT.includes(kind));
    expect(Object.keys(openapi.webhooks)).toEqual(sent.toSorted());
  });

  test('our OpenAPI document names the members that a message has and a webhook lacks, and the other way round', () => {
    const ids = { webhook_type: 'dunning_campaign.finished', organization_id: randomUUID() };
    const campaign = { dunning_campaign_code: 'soft', external_customer_id: 'acme', overdue_balances: [] };
    const message = { ...ids, object_type: 'dunning_campaign', dunning_campaign: campaign };
    expect(differencesOfMessage(message)).toEqual([]);
    const other = { ...message, dunning_campaign: { dunning_campaign_code: 'soft', extra: 1 } };
    expect(differencesOfMessage(other).join()).toMatch(/external_customer_id.*overdue_balances.*extra/s);
    expect(differencesOfMessage({ ...message, webhook_type: 'no.kind' })).toEqual([
      'no webhook is called no.kind',
    ]);
  });

  test('our OpenAPI document promises no refusal of page numbers and sizes, which are never refused', () => {
    const paging = operations.flatMap(
      ({ operation }) =>
        operation.parameters?.filter(({ name }) => ['page', 'per_page'].includes(name)) ?? [],
    );
    expect(paging.length).toBeGreaterThan(80);
    const bounded = paging.filter(({ schema }) => 'minimum' in schema || 'maximum' in schema);
    expect(bounded).toEqual([]);
  });

  test('our OpenAPI document describes exactly what is mounted', async () => {
    const { status: known } = await fetch(`${server.baseUrl}/api/v1/taxes`);
    expect(known).toBe(401);
    for (const { template, method } of operations) {
      const answer = await fetch(`${server.baseUrl}/api/v1${template.replace(/\{\w+\}/g, 'x')}`, {
        method: method.toUpperCase(),
      });
      expect([method, template, answer.status]).toEqual([method, template, 401]);
    }
  });
});

const CONTRACT = path.resolve(import.meta.dirname, '../contract/openapi.json');

/** Members of the contract's answers that are not served yet, and why. */
const NOT_SERVED: Readonly<Record<string, string>> = {
  'Alerts.meta': 'Several alerts that were created at once are no page of a list.',
  'CustomerBaseObject.error_details':
    'Sent by payment providers and integrations, which have separate issues.',
  'PlanEntitlements.meta': 'Writes answer the whole list, without pages.',
  'SubscriptionEntitlements.meta': 'Writes answer the whole list, without pages.',
  'WalletAlerts.meta': 'Several alerts that were created at once are no page of a list.',
  'WalletTransactionObject.applied_invoice_custom_sections': 'Only the answer of a single read has them.',
};

/** Members of the contract's webhooks that messages do not have, and why. */
const NOT_SENT_WITH: Readonly<Record<string, string>> = {
  'WalletTransactionObject.applied_invoice_custom_sections': 'Only the answer of a single read has them.',
};

/** Its object has the invoice under `invoice`, as webhooks.md §3 says; the contract's document has the members of the invoice in its place. */
const NESTED = 'invoice.payment_dispute_lost';

/** Members of the contract's requests that are not read yet, and why. */
const NOT_READ: Readonly<Record<string, string>> = {
  'OrganizationUpdateBillingConfiguration.vat_rate': 'It is ignored: an organization has taxes instead.',
  'WalletCreateInput.wallet.external_customer_id': 'Below a customer, the path names the customer.',
};

/** Query parameters of the contract that are not read yet, and why. */
const NOT_ASKED: Readonly<Record<string, string>> = {};

describe('beside the contract', () => {
  const contract = JSON.parse(readFileSync(CONTRACT, 'utf8')) as OpenApi;
  const anonymous = (template: string) => template.replace(/\{\w+\}/g, '{}');
  const contracted = (template: string, method: string): OpenApiOperation | undefined =>
    Object.entries(contract.paths).find(([path]) => anonymous(path) === anonymous(template))?.[1][method];
  /**
   * The contract spells maps `metadata[key]`, we describe them as deep objects of that name; and it names some lists
   * without brackets, which is read all the same (rest-conventions.md §6).
   */
  const bare = ({ name }: { name: string }) => name.replace(/\[(?:key)?\]$/, '');
  const pairs = operations.map(({ template, method, operation }) => ({
    name: `${method.toUpperCase()} ${template}`,
    own: operation,
    requested: contracted(template, method),
  }));

  test('every operation of ours is one of the contract', () => {
    expect(pairs.filter(({ requested }) => requested === undefined).map(({ name }) => name)).toEqual([]);
  });

  test('answers of our OpenAPI document hold every member that the contract names', () => {
    expect(missing(pairs, ({ responses }) => responses['200'])).toEqual(Object.keys(NOT_SERVED).toSorted());
  });

  test('webhooks of our OpenAPI document hold every member that the contract names', () => {
    const webhooks = Object.entries(openapi.webhooks).map(([name, { post: own }]) => ({
      name,
      own,
      requested: contract.webhooks[name]?.post,
    }));
    expect(webhooks.filter(({ requested }) => requested === undefined).map(({ name }) => name)).toEqual([
      'billing.failed',
      'invoice.e_invoice_incomplete',
      'webhook.test',
    ]);
    const flat = webhooks.filter(({ name }) => name !== NESTED);
    expect(missing(flat, ({ requestBody }) => requestBody)).toEqual(Object.keys(NOT_SENT_WITH));
  });

  test('our OpenAPI document reads every member that the contract lets callers send', () => {
    expect(missing(pairs, ({ requestBody }) => requestBody)).toEqual(Object.keys(NOT_READ).toSorted());
  });

  test('our OpenAPI document reads every query parameter of the contract', () => {
    const absent = pairs.flatMap(({ name, own, requested }) => {
      const known = new Set(own.parameters?.filter((parameter) => parameter.in === 'query').map(bare));
      const asked = requested?.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
      return asked.filter((parameter) => !known.has(bare(parameter))).map((each) => `${name} ?${each.name}`);
    });
    expect(absent.toSorted()).toEqual(Object.keys(NOT_ASKED).toSorted());
  });

  type Pair = (typeof pairs)[number];
  type Content = { content?: Record<string, { schema: JsonSchema }> } | undefined;

  function missing(all: readonly Pair[], part: (operation: OpenApiOperation) => Content): string[] {
    const members = new Set<string>();
    for (const { name, own, requested } of all) {
      const want =
        requested === undefined ? undefined : part(requested)?.content?.['application/json']?.schema;
      if (want === undefined) continue;
      const give = part(own)?.content?.['application/json']?.schema ?? {};
      const absent = missingMembers(
        { document: contract as never, schema: want },
        { document: openapi as never, schema: give },
        name,
      );
      absent.forEach((member) => members.add(member));
    }
    return [...members].toSorted();
  }
});
