// Addresses that work without credentials open nothing that whoever is answered them may not do. Source: docs/adr/0101.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import { buildApiSchema, requirementOf } from '../../src/graphql/schema/schema.js';
import { CAPABILITIES } from '../../src/main/capabilities.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

type Field = GraphQLField<unknown, unknown>;

let server: SharedServer;
let schema: GraphQLSchema;

beforeAll(async () => {
  server = await shareTestServer();
  schema = await buildApiSchema(CAPABILITIES.resolvers(server.app.services));
});
afterAll(() => server.stop());

/** What open the addresses that the server makes, and which permission a key or member must have for the same. */
const OPENS: Readonly<Record<string, string>> = {
  // A file holds what the object itself shows.
  'Invoice.fileUrl': 'invoice:read',
  'Invoice.paidCopyUrl': 'invoice:read',
  'Invoice.xmlUrl': 'invoice:read',
  'CreditNote.fileUrl': 'credit_note:read',
  'CreditNote.xmlUrl': 'credit_note:read',
  'PaymentReceipt.fileUrl': 'payment_receipt or invoice:read',
  'PaymentReceipt.xmlUrl': 'payment_receipt or invoice:read',
  // Which of both an export needs follows from its type (data-exports.test.ts).
  'DataExport.fileUrl': 'invoice or credit_note:read',
  // On these pages something is paid, or a payment method registered.
  'InvoicePaymentPage.paymentUrl': 'invoice:write',
  'PaymentRequestPaymentPage.paymentUrl': 'payment_request:write',
  'WalletTransactionPaymentPage.paymentUrl': 'wallet_transaction:write',
  'CustomerCheckout.checkoutUrl': 'customer:write',
  // What the portal lets the customer change, its maker could change (portal.test.ts).
  'GenerateCustomerPortalUrlPayload.portalUrl': 'customer:read',
  'Customer.portalUrl': 'customer:read',
  'PortalInvoice.fileUrl': 'portal',
  'PortalCreditNote.fileUrl': 'portal',
  'PortalGeneratePaymentUrlPayload.paymentUrl': 'portal',
  'PortalGenerateCheckoutUrlPayload.checkoutUrl': 'portal, of customer:write',
  // It is answered to whoever could give all of its roles (grants.test.ts).
  'CreateInvitePayload.link': 'api_key:write',
};

/** Addresses of pages that are public or ask who comes, and those that callers have stored. */
const OTHERS =
  /\.(logoUrl|apiBaseUrl|webhookUrl|webUrl|successRedirectUrl|externalUrl)$|^(Customer|WebhookAttempt|WebhookEndpoint|BeginSingleSignOnPayload|Http(Tax|Accounting)Settings)\.url$/;

test('every address is answered to those only who may do what it opens', () => {
  const addresses = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !type.name.startsWith('__')
      ? Object.values(type.getFields())
          .filter((field) => /(url|link)$/i.test(field.name) && String(getNamedType(field.type)) === 'String')
          .map((field) => ({ name: `${type.name}.${field.name}`, type: type.name, field }))
      : [],
  );
  const opened = addresses
    .filter(({ name }) => !OTHERS.test(name))
    .map(({ name, type, field }) => [name, neededFor(field) ?? needsOf(type)] as const);
  expect(Object.fromEntries(opened)).toEqual(OPENS);
});

/**
 * What the root fields that answer objects of a type need: queries of stored objects, else mutations. That no other way to
 * these objects asks for less is what permissions.test.ts tests.
 */
function needsOf(type: string): string {
  const rootsOf = (root: GraphQLObjectType | null | undefined) =>
    Object.values(root?.getFields() ?? {})
      .filter((field) => namesIn(field).includes(type))
      .map(neededFor);
  const reads = rootsOf(schema.getQueryType()).filter((needed) => needed?.endsWith(':read') === true);
  const needs = new Set(reads.length > 0 ? reads : rootsOf(schema.getMutationType()));
  // Objects of the portal are reached from its root only.
  if (needs.size === 0 && type.startsWith('Portal')) return 'portal';
  return [...needs].join(', ');
}

/** The type of a field, and those in the payload of a mutation. */
function namesIn({ type }: Field): string[] {
  const named = getNamedType(type);
  const isPayload = isObjectType(named) && named.name.endsWith('Payload');
  const inner = isPayload
    ? Object.values(named.getFields()).map((field) => getNamedType(field.type).name)
    : [];
  return [named.name, ...inner];
}

function neededFor(field: Field): string | null {
  const { portal, portalRequirement } = field.extensions as {
    portal?: boolean;
    portalRequirement?: { resource: string; mode: string } | null;
  };
  if (portal === true)
    return portalRequirement
      ? `portal, of ${portalRequirement.resource}:${portalRequirement.mode}`
      : 'portal';
  const requirement = requirementOf(field);
  if (requirement === null) return null;
  const { resource, or, mode } = requirement;
  return `${or === undefined ? resource : `${resource} or ${or}`}:${mode}`;
}
