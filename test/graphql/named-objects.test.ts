// An id of another record stands beside that record, so that no second request is needed to see it.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildSchema, getNamedType, isObjectType } from 'graphql';
import {
  createClock,
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  perCall,
  sendEvents,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

/** Ids without an object beside them, and why. */
const IDS_ALONE: Record<string, string> = {
  'ActivationRule.invoiceId': 'nothing shows an open invoice until it is paid',
  'ActivityLog.apiKeyId': 'possibly expired, and shown to unlimited keys only',
  'ActivityLog.organizationId': "the caller's organization",
  'ActivityLog.resourceId': 'of any type, and possibly deleted',
  'Alert.organizationId': "the caller's organization",
  'AlertOwner.subscriptionId': 'an argument',
  'AlertOwner.walletId': 'an argument',
  'ApiLog.apiKeyId': 'possibly expired, and shown to unlimited keys only',
  'ApiLog.requestId': 'of a request, which is the entry itself',
  'BilledUsageDifference.chargeFilterId': 'a report of operators',
  'BilledUsageDifference.chargeId': 'a report of operators',
  'BilledUsageDifference.feeId': 'a report of operators',
  'Charge.parentId': 'a charge of the parent of its plan',
  'CreditItem.itemId': 'of several types',
  'CreditNoteAppliedTax.creditNoteId': 'the object that contains it',
  'CreditNoteEstimate.invoiceId': 'an argument',
  'CreditNoteEstimateItem.feeId': 'an argument',
  'CreditNoteEstimateTax.taxId': 'of an estimate, which nothing refers to',
  'FailingWork.customerId': 'a list for operators',
  'FailingWork.subjectId': 'of several types',
  'Fee.adjustedFeeId': 'names a change, of which the fee shows all',
  'Fee.chargeFilterId': 'the filter is shown by its values',
  'FeeAppliedTax.feeId': 'the object that contains it',
  'FeeItem.itemId': 'of several types',
  'FeePricingUnitDetails.pricingUnitId': 'shown by its code',
  'FixedCharge.parentId': 'a fixed charge of the parent of its plan',
  'InvoiceCustomSection.organizationId': "the caller's organization",
  'InvoiceAppliedTax.invoiceId': 'the object that contains it',
  'InvoicePaymentPage.customerId': 'of the page, which the invoice leads to',
  'LogoutUserPayload.userId': 'no session is left to read it in',
  'MatchedCharge.chargeFilterId': 'the filter is shown by its values',
  'MatchedCharge.chargeId': 'the charge is shown by its code',
  'MetricUsage.organizationId': "the caller's organization",
  'Payment.payableId': '`invoices` are what it pays',
  'PaymentMethodReference.paymentMethodId': 'an argument',
  'PortalCreditNote.invoiceId': 'an invoice of the same portal',
  'SecurityLog.apiKeyId': 'possibly expired, and shown to unlimited keys only',
  'SecurityLog.userId': 'possibly deleted',
  'SubscriptionCharge.subscriptionId': 'an argument',
  'SubscriptionChargeFilter.filterId': 'the filter itself',
  'SubscriptionChargeFilter.subscriptionId': 'an argument',
  'SubscriptionFixedCharge.subscriptionId': 'an argument',
  'TriggeredAlert.alertId': 'possibly deleted',
  'TriggeredAlert.organizationId': "the caller's organization",
  'UsageDifference.billableMetricId': 'a report of operators',
  'WalletTransactionPaymentPage.customerId': 'of the page, which the transaction leads to',
  'Webhook.endpointId': 'an argument of the list',
  'Webhook.objectId': 'of any type, and possibly deleted',
  'WebhookEndpoint.organizationId': "the caller's organization",
  'WebhookMessage.objectId': 'of any type, and possibly deleted',
};

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

test('every id has its object beside it, with these exceptions', () => {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
  const alone = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type) || type.name.startsWith('FeeEstimate')) return [];
    const fields = type.getFields();
    return Object.values(fields)
      .filter(({ name, type: shown }) => name.endsWith('Id') && getNamedType(shown).name === 'ID')
      .filter(({ name }) => name !== 'deletedId' && fields[name.slice(0, -'Id'.length)] === undefined)
      .map(({ name }) => `${type.name}.${name}`);
  });
  expect(alone.sort()).toEqual(Object.keys(IDS_ALONE).sort());
});

test('fees, periods, taxes, events and customers lead to what they name', async () => {
  const clock = await createClock(client);
  const tax = await createTax(client, { applied_to_organization: true });
  const metric = await createMetric(client);
  const plan = await createPlan(client, {
    amount_cents: 1_000,
    charges: [perCall(metric, { min_amount_cents: 5_000 })],
  });
  const customer = await createCustomer(client, { currency: 'EUR', test_clock_id: clock.svc_id });
  const subscription = await subscribe(client, customer, plan);
  await sendEvents(client, subscription, metric, [{}]);
  await client.delete(`/subscriptions/${subscription.external_id}`);
  const { data, errors } = await client.graphql(
    `query ($customer: String!) {
      customer(externalId: $customer) { testClockId testClock { id } }
      events(first: 1) {
        nodes { customerId customer { id } subscriptionId subscription { id } }
      }
      fees(filter: { externalCustomerId: $customer }) {
        nodes {
          feeType
          customerId customer { id } invoiceId invoice { id } subscriptionId subscription { id }
          chargeId charge { id } fixedChargeId fixedCharge { id }
          trueUpFeeId trueUpFee { id } trueUpParentFeeId trueUpParentFee { id }
          appliedTaxes { taxId tax { id } }
        }
      }
      invoices(filter: { externalCustomerId: $customer }) {
        nodes {
          appliedTaxes { taxId tax { id } }
          billingPeriods { subscriptionId subscription { id } planId plan { id } }
        }
      }
    }`,
    { customer: customer.external_id },
  );
  expect(errors).toBeUndefined();
  const named = idsIn(data);
  for (const { name, id, object } of named) expect([name, object]).toEqual([name, id]);
  const present = new Set(named.filter(({ id }) => id !== null).map(({ name }) => name));
  expect([...present].sort()).toEqual([
    'charge',
    'customer',
    'invoice',
    'plan',
    'subscription',
    'tax',
    'testClock',
    'trueUpFee',
    'trueUpParentFee',
  ]);
  await client.delete(`/taxes/${tax.code}`);
  const after = await client.graphql('{ fees { nodes { appliedTaxes { taxCode tax { id } } } } }');
  const [applied] = after.data.fees.nodes[0].appliedTaxes;
  expect(applied).toEqual({ taxCode: tax.code, tax: null });
});

test('a plan of one subscription leads to the plan that it overrides', async () => {
  const plan = await createPlan(client);
  const customer = await createCustomer(client, { currency: 'EUR' });
  const own = await subscribe(client, customer, plan, { plan_overrides: { amount_cents: 1 } });
  const { data } = await client.graphql(
    `query ($id: String!) {
      subscription(externalId: $id) { plan { parentId parent { id code parent { id } } } }
      subscriptionLifetimeUsage(externalId: $id) { subscriptionId subscription { id } }
    }`,
    { id: own.external_id },
  );
  expect(data.subscription.plan).toEqual({
    parentId: plan.svc_id,
    parent: { id: plan.svc_id, code: plan.code, parent: null },
  });
  expect(data.subscriptionLifetimeUsage.subscription.id).toBe(own.svc_id);
});

/** Every id in an answer whose object stands beside it, and the id of that object. */
function idsIn(value: unknown): { name: string; id: unknown; object: unknown }[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== 'object' || value === null) return [];
  const members = value as Record<string, unknown>;
  const own = Object.keys(members)
    .filter((key) => key.endsWith('Id'))
    .map((key) => {
      const name = key.slice(0, -'Id'.length);
      return { name, id: members[key], object: (members[name] as { id?: unknown } | null)?.id ?? null };
    });
  return [...own, ...Object.values(members).flatMap(idsIn)];
}
