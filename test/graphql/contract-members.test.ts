// Both surfaces model every member of the contract, with the exceptions below (docs/adr/0139). The documents of REST say which
// field of GraphQL each member is. Without the fields that only REST has, they show what GraphQL has of the contract.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type DocumentNode,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { publicSchemaOf } from '../../src/graphql/schema/public-schema.js';
import { buildApiSchema } from '../../src/graphql/schema/schema.js';
import { CAPABILITIES } from '../../src/main/capabilities.js';
import { createServices } from '../../src/main/services.js';
import { systemClock } from '../../src/platform/clock.js';
import { openConnections } from '../../src/platform/db/database-connections.js';
import { DEFAULT_LIMITS } from '../../src/platform/limits.js';
import { createLogger } from '../../src/platform/log.js';
import { openApiDocument } from '../../src/rest/openapi/document.js';
import { routes } from '../../src/rest/routes.js';
import { missingMembers, type Referable, referredSchemas } from '../support/compare-schemas.js';
import type { OpenApi, OpenApiOperation } from '../support/openapi.js';

/** Members that GraphQL has under another name or at another place. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'AppliedInvoiceCustomSectionObject.invoice_custom_section_id':
    'AppliedInvoiceCustomSection.invoiceCustomSection',
  'BillingEntityCreateInput.billing_entity.billing_configuration':
    'CreateBillingEntityInput.invoiceGracePeriod',
  'BillingEntityUpdateInput.billing_entity.billing_configuration':
    'UpdateBillingEntityInput.invoiceGracePeriod',
  'InvoiceAppliedInvoiceCustomSectionObject.svc_invoice_id': 'Invoice.id',
  'PlanEntitlement.entitlement': 'Plan.entitlements',
  'PlanObject.active_subscriptions_count': 'Plan.activeSubscriptionsCount',
  'PlanObject.customers_count': 'Plan.customersCount',
  'PlanObject.draft_invoices_count': 'Plan.draftInvoicesCount',
  'PreviewAppliedInvoiceCustomSectionObject.invoice_custom_section_id':
    'AppliedInvoiceCustomSection.invoiceCustomSection',
  'PreviewInvoiceAppliedInvoiceCustomSectionObject.svc_invoice_id': 'Invoice.id',
  'TaxObject.add_ons_count': 'Tax.addOnsCount',
  'TaxObject.charges_count': 'Tax.chargesCount',
  'TaxObject.commitments_count': 'Tax.commitmentsCount',
  'TaxObject.customers_count': 'Tax.customersCount',
  'TaxObject.plans_count': 'Tax.plansCount',
  'WalletCreateInput.wallet.external_customer_id': 'CreateWalletInput.externalCustomerId',
  'WalletTransactionObject.amount': 'WalletTransaction.amount',
  'WalletTransactionObject.applied_invoice_custom_sections': 'WalletTransaction.appliedInvoiceCustomSections',
};

const CONSTANT = 'REST always answers the same.';
const NOT_PAGED = 'A write answers the whole list, which is no page.';

/** Members that GraphQL does not have, and why. */
const ABSENT: Readonly<Record<string, string>> = {
  'Alerts.meta': NOT_PAGED,
  'CustomerBaseObject.error_details': 'No outside system is called about a customer yet.',
  'CustomerProjectedUsageObject.svc_invoice_id': CONSTANT,
  'InvoiceBaseObject.web_url': CONSTANT,
  'InvoiceOneOffCreateInput.invoice.fees.skip_psp': 'It has no effect on a fee.',
  'OrganizationUpdateBillingConfiguration.vat_rate': 'It is ignored: an organization has taxes instead.',
  'PaymentReceiptObject.xml_url': CONSTANT,
  'PlanEntitlements.meta': NOT_PAGED,
  'PreviewInvoiceBaseObject.web_url': CONSTANT,
  'SubscriptionEntitlements.meta': NOT_PAGED,
  'WalletAlerts.meta': NOT_PAGED,
};

const contract = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../contract/openapi.json'), 'utf8'),
) as OpenApi & Referable;

let connections: ReturnType<typeof openConnections>;
let graphql: GraphQLSchema;
let surface: OpenApi & Referable;
/** The operations of the surface by method and path, whatever the parameters are called. */
let served: ReadonlyMap<string, OpenApiOperation>;

beforeAll(async () => {
  // No query is sent, so the driver never connects.
  connections = openConnections({ url: 'postgres://127.0.0.1:1/none' }, DEFAULT_LIMITS);
  const services = createServices({ connections, clock: systemClock, log: createLogger('silent') });
  const whole = await buildApiSchema(CAPABILITIES.resolvers(services));
  graphql = publicSchemaOf(whole);
  const shown = routes.map(({ document, lookup, many, ...rules }) => ({
    ...rules,
    document: withoutRestOnly(whole, document),
    lookup,
    many: many === null ? null : { ...many, document: withoutRestOnly(whole, many.document) },
  }));
  surface = openApiDocument(graphql, shown, '0.0.0', {}) as never;
  served = operationsOf(surface);
});
afterAll(() => connections.close());

function operationsOf({ paths }: OpenApi): Map<string, OpenApiOperation> {
  return new Map(
    Object.entries(paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${template.replace(/\{\w+\}/g, '{}')}`,
        operation,
      ]),
    ),
  );
}

/** The document without the fields that only REST has. */
function withoutRestOnly(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const types = new TypeInfo(schema);
  const enter = () => (types.getFieldDef()?.extensions['restOnly'] === true ? null : undefined);
  return visit(document, visitWithTypeInfo(types, { Field: { enter } }));
}

test('GraphQL has every member of the contract, in answers and in inputs, with these exceptions', () => {
  const missing = [
    ...missingOf(({ responses }) => responses['200']),
    ...missingOf(({ requestBody }) => requestBody),
  ];
  expect(missing.toSorted()).toEqual([...Object.keys(ELSEWHERE), ...Object.keys(ABSENT)].toSorted());
});

test('a member of the contract that GraphQL has elsewhere exists', () => {
  const hasMember = (place: string) => {
    const [name = '', member = ''] = place.split('.');
    const type = graphql.getType(name);
    const hasMembers = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
    return hasMembers && Object.hasOwn(type.getFields(), member);
  };
  expect(Object.values(ELSEWHERE).filter((place) => !hasMember(place))).toEqual([]);
});

test('every operation of the contract is compared, and what no operation names is sent in messages', () => {
  expect([...operationsOf(contract).keys()].filter((name) => !served.has(name))).toEqual([]);
  const named = referredSchemas(contract, [contract.paths, contract.components.responses]);
  const sent = referredSchemas(contract, contract['webhooks']);
  const unknown = Object.keys(contract.components.schemas).filter(
    (name) => !named.has(name) && !sent.has(name),
  );
  expect(unknown).toEqual([]);
});

type Content = { readonly content?: Record<string, { schema: object }> } | undefined;

function missingOf(part: (operation: OpenApiOperation) => Content): string[] {
  const schemaOf = (operation: OpenApiOperation) => part(operation)?.content?.['application/json']?.schema;
  const missing = [...operationsOf(contract)].flatMap(([name, operation]) => {
    const own = served.get(name);
    const expected = schemaOf(operation);
    if (own === undefined || expected === undefined) return [];
    return [
      ...missingMembers(
        { document: contract, schema: expected as never },
        { document: surface, schema: (schemaOf(own) ?? {}) as never },
        name,
      ),
    ];
  });
  return [...new Set(missing)];
}
