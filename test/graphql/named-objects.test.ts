// An id of another record stands beside that record, so that no second request is needed to see it.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildSchema, getNamedType, isObjectType } from 'graphql';
import {
  createAddOn,
  createClock,
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  createWallet,
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
  'IntegrationResource.resourceId': 'of several types',
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
  'Webhook.objectId': 'of any type, and possibly deleted',
  'WebhookEndpoint.organizationId': "the caller's organization",
  'WebhookMessage.objectId': 'of any type, and possibly deleted',
};

/** Codes and external ids, likewise. */
const CODES_ALONE: Record<string, string> = {
  'ActivityLog.externalCustomerId': 'possibly deleted',
  'ActivityLog.externalSubscriptionId': 'possibly deleted',
  'AvalaraSettings.companyCode': 'a company at the outside system',
  'BankAccount.routingCode': 'of a bank, of which nothing else is known',
  'BilledUsageDifference.externalSubscriptionId': 'a report of operators',
  'ChargeFilter.chargeCode': 'the charge that contains it',
  'CreditNoteEstimateTax.taxCode': 'of an estimate, which nothing refers to',
  'DocumentErrorDetail.errorCode': 'names an error',
  'EventExplanation.planCode': 'the plan of its subscription',
  'FeePricingUnitDetails.pricingUnitCode': 'possibly another one by now',
  'IntegrationCustomer.externalCustomerId': 'of the outside system',
  'IntegrationItem.externalAccountCode': 'of the outside system',
  'IntegrationMapping.externalAccountCode': 'of the outside system',
  'IntegrationResource.errorCode': 'names an error',
  'IntegrationStatus.errorCode': 'names an error',
  'InvoicePaymentPage.externalCustomerId': 'of the page, which the invoice leads to',
  'MatchedCharge.chargeCode': 'a charge of the plan of its subscription',
  'MetricUsage.billableMetricCode': 'possibly deleted',
  'MinimumCommitment.planCode': 'the plan that contains it',
  'PortalBankAccount.routingCode': 'of a bank, of which nothing else is known',
  'Tax.appliedToBillingEntitiesCodes': 'billing entities, which are few, list their taxes',
  'TriggeredAlert.alertCode': 'possibly deleted',
  'TriggeredAlert.billableMetricCode': 'possibly deleted',
  'TriggeredAlert.externalCustomerId': 'the customer of its subscription or wallet',
  'UsageDifference.externalSubscriptionId': 'a report of operators',
  'WalletTransactionPaymentPage.externalCustomerId': 'of the page, which the transaction leads to',
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

test('every code and external id, likewise', () => {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
  const alone = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type) || type.name.startsWith('FeeEstimate')) return [];
    const fields = type.getFields();
    return Object.values(fields).flatMap(({ name, type: shown }) => {
      const [, external, code] = /^external(.+)Id$|^(.+)Codes?$/.exec(name) ?? [];
      const named = external === undefined ? code : external.charAt(0).toLowerCase() + external.slice(1);
      if (named === undefined || getNamedType(shown).name !== 'String') return [];
      const isShown = fields[named] !== undefined || fields[`${named}s`] !== undefined;
      return isShown ? [] : [`${type.name}.${name}`];
    });
  });
  expect(alone.sort()).toEqual(Object.keys(CODES_ALONE).sort());
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

test('charges of overrides, alerts, deliveries and transactions lead to what they name', async () => {
  const own = await server.organization();
  await own.post('/webhook_endpoints', { webhook_endpoint: { webhook_url: 'https://example.com/hook' } });
  const metric = await createMetric(own);
  const addOn = await createAddOn(own);
  const plan = await createPlan(own, {
    charges: [perCall(metric)],
    fixed_charges: [
      { add_on_id: addOn.svc_id, units: '1', charge_model: 'standard', properties: { amount: '1' } },
    ],
  });
  const customer = await createCustomer(own, { currency: 'EUR' });
  const subscription = await subscribe(own, customer, plan, { plan_overrides: { amount_cents: 1 } });
  const wallet = await createWallet(own, customer, { granted_credits: '5' });
  await own.post(`/subscriptions/${subscription.external_id}/alerts`, {
    alert: { alert_type: 'current_usage_amount', code: 'much', thresholds: [{ value: '1000' }] },
  });
  const { data, errors } = await own.graphql(
    `query ($id: String!) {
      subscription(externalId: $id) {
        alerts { nodes { id externalSubscriptionId subscription { externalId } } }
        plan {
          charges { parentId parent { id parentId parent { id } } }
          fixedCharges { parentId parent { id } }
        }
      }
      walletTransactions(walletId: "${wallet.svc_id}") { nodes { billingEntityCode billingEntity { code } } }
      webhookEndpoints { nodes { id } }
    }`,
    { id: subscription.external_id },
  );
  expect(errors).toBeUndefined();
  const { alerts, plan: override } = data.subscription;
  expect(alerts.nodes[0].subscription).toEqual({ externalId: subscription.external_id });
  for (const { parentId, parent } of [...override.charges, ...override.fixedCharges])
    expect(parent).toMatchObject({ id: parentId });
  expect(override.charges[0].parent).toMatchObject({ parentId: null, parent: null });
  const [transaction] = data.walletTransactions.nodes;
  expect(transaction.billingEntity).toEqual({ code: transaction.billingEntityCode });
  const [endpoint] = data.webhookEndpoints.nodes;
  const sent = await own.graphql(
    'query ($id: ID!) { webhooks(endpointId: $id) { nodes { endpointId endpoint { id } } } }',
    { id: endpoint.id },
  );
  expect(sent.data.webhooks.nodes[0]).toEqual({ endpointId: endpoint.id, endpoint: { id: endpoint.id } });
  await own.delete(`/subscriptions/${subscription.external_id}`);
  const ended = await own.graphql(`{ alert(id: "${alerts.nodes[0].id}") { subscription { id } } }`);
  expect(ended.data.alert.subscription).toBeNull();
});

test('applied taxes tell their category, as it was when they were applied', async () => {
  const own = await server.organization();
  const tax = await createTax(own, { rate: 0, applied_to_organization: true });
  const set = await own.graphql(
    'mutation ($id: ID!) { updateTax(input: { id: $id, category: G }) { tax { category } } }',
    { id: tax.svc_id },
  );
  expect(set.errors).toBeUndefined();
  const customer = await createCustomer(own, { currency: 'EUR' });
  const addOn = await createAddOn(own);
  const { body } = await own.post('/invoices', {
    invoice: {
      external_customer_id: customer.external_id,
      currency: 'EUR',
      fees: [{ add_on_code: addOn.code, unit_amount_cents: 1_000 }],
    },
  });
  const { invoice } = body;
  const [fee] = invoice.fees;
  await own.post('/credit_notes', {
    credit_note: {
      invoice_id: invoice.svc_id,
      credit_amount_cents: 100,
      items: [{ fee_id: fee.svc_id, amount_cents: 100 }],
    },
  });
  await own.graphql('mutation ($id: ID!) { updateTax(input: { id: $id, category: K }) { tax { id } } }', {
    id: tax.svc_id,
  });
  const { data, errors } = await own.graphql(`{
    invoices { nodes {
      appliedTaxes { taxCategory tax { category } }
      fees { appliedTaxes { taxCategory } }
      creditNotes { nodes { appliedTaxes { taxCategory } } }
    } }
  }`);
  expect(errors).toBeUndefined();
  const [shown] = data.invoices.nodes;
  expect(shown.appliedTaxes).toEqual([{ taxCategory: 'G', tax: { category: 'K' } }]);
  expect(shown.fees[0].appliedTaxes).toEqual([{ taxCategory: 'G' }]);
  expect(shown.creditNotes.nodes[0].appliedTaxes).toEqual([{ taxCategory: 'G' }]);
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
