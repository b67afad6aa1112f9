import { expect } from '@jest/globals';
import type { Resource } from './builders.js';
import type { Client } from './client.js';

/** Whose usage is read, and how, in the words of GraphQL. */
export interface UsageVariables {
  readonly externalCustomerId: string;
  readonly externalSubscriptionId: string;
  readonly filter?: Record<string, unknown>;
  readonly applyTaxes?: boolean;
  readonly fullUsage?: boolean;
}

const FIGURES = `units totalAggregatedUnits eventsCount amountCents
  pricingUnitDetails { amountCents shortName conversionRate }
  presentationBreakdowns { presentationBy units }`;

const CHARGE_USAGE = `${FIGURES} amountCurrency
  charge { id code chargeModel invoiceDisplayName }
  billableMetric { id name code aggregationType }
  filters { ${FIGURES} invoiceDisplayName values }
  groupedUsage { ${FIGURES} groupedBy filters { ${FIGURES} invoiceDisplayName values } }`;

const SHOWN_USAGE = `fromDatetime toDatetime issuingDate invoiceId currency amountCents taxesAmountCents
  totalAmountCents chargesUsage { ${CHARGE_USAGE} }`;

const CURRENT = `query ($externalCustomerId: String!, $externalSubscriptionId: String!, $filter: UsageFilter,
    $applyTaxes: Boolean, $fullUsage: Boolean) {
  customerUsage(externalCustomerId: $externalCustomerId, externalSubscriptionId: $externalSubscriptionId,
    filter: $filter, applyTaxes: $applyTaxes, fullUsage: $fullUsage) { ${SHOWN_USAGE} }
}`;

/**
 * Current usage as REST shows it; GraphQL must show the same.
 * @param query what REST adds to its address for the same choice.
 */
export async function readCurrentUsage(
  client: Client,
  variables: UsageVariables,
  query = '',
): Promise<Resource> {
  const { externalCustomerId, externalSubscriptionId } = variables;
  const path = `/customers/${externalCustomerId}/current_usage?external_subscription_id=${externalSubscriptionId}`;
  const { body } = await client.get(`${path}&${query}`);
  const { data, errors } = await client.graphql(CURRENT, { ...variables });
  expect(errors).toBeUndefined();
  expect(restNames(data.customerUsage)).toEqual(body.customer_usage);
  return body.customer_usage;
}

const PROJECTED_FIGURES = `units projectedUnits eventsCount amountCents projectedAmountCents
  pricingUnitDetails { amountCents projectedAmountCents shortName conversionRate }
  presentationBreakdowns { presentationBy units } projectedPresentationBreakdowns { presentationBy units }`;

const PROJECTED = `query ($externalCustomerId: String!, $externalSubscriptionId: String!, $applyTaxes: Boolean) {
  customerProjectedUsage(externalCustomerId: $externalCustomerId, externalSubscriptionId: $externalSubscriptionId,
    applyTaxes: $applyTaxes) {
    fromDatetime toDatetime issuingDate invoiceId currency amountCents projectedAmountCents taxesAmountCents
    totalAmountCents
    chargesUsage { ${PROJECTED_FIGURES} amountCurrency
      charge { id code chargeModel invoiceDisplayName }
      billableMetric { id name code aggregationType }
      filters { ${PROJECTED_FIGURES} invoiceDisplayName values }
      groupedUsage { ${PROJECTED_FIGURES} groupedBy filters { ${PROJECTED_FIGURES} invoiceDisplayName values } } }
  }
}`;

/** Projected usage as REST shows it; GraphQL must show the same. */
export async function readProjectedUsage(client: Client, variables: UsageVariables): Promise<Resource> {
  const { externalCustomerId, externalSubscriptionId, applyTaxes } = variables;
  const query = applyTaxes === undefined ? '' : `&apply_taxes=${String(applyTaxes)}`;
  const path = `/customers/${externalCustomerId}/projected_usage?external_subscription_id=${externalSubscriptionId}`;
  const { body } = await client.get(`${path}${query}`);
  const { data, errors } = await client.graphql(PROJECTED, { ...variables });
  expect(errors).toBeUndefined();
  expect(restNames(data.customerProjectedUsage)).toEqual(body.customer_projected_usage);
  return body.customer_projected_usage;
}

/** Whose past usage is read, and which of it. */
export interface PastUsageVariables {
  readonly externalCustomerId: string;
  readonly externalSubscriptionId: string;
  readonly billableMetricCode?: string;
  readonly periodsCount?: number;
  readonly page?: number;
  readonly perPage?: number;
}

const PAST = `query ($externalCustomerId: String!, $externalSubscriptionId: String!, $billableMetricCode: String,
    $periodsCount: Int, $page: Int, $perPage: Int) {
  customerPastUsage(externalCustomerId: $externalCustomerId, externalSubscriptionId: $externalSubscriptionId,
    billableMetricCode: $billableMetricCode, periodsCount: $periodsCount, page: $page, perPage: $perPage) {
    nodes { ${SHOWN_USAGE} }
  }
}`;

/** Past usage as REST shows it; GraphQL must show the same periods. */
export async function readPastUsage(client: Client, variables: PastUsageVariables): Promise<Resource> {
  const { externalCustomerId, ...asked } = variables;
  const query = Object.entries(asked).map(([name, value]) => `${restName(name)}=${String(value)}`);
  const { body } = await client.get(`/customers/${externalCustomerId}/past_usage?${query.join('&')}`);
  const { data, errors } = await client.graphql(PAST, { ...variables });
  expect(errors).toBeUndefined();
  expect(restNames(data.customerPastUsage.nodes)).toEqual(body.usage_periods);
  return body;
}

const EXPLANATION = `query ($transactionId: String!) {
  eventExplanation(transactionId: $transactionId) {
    transactionId externalSubscriptionId subscriptionId planCode counted reason
    charges { chargeId chargeCode chargeFilterId fromDatetime toDatetime units }
  }
}`;

/** What REST says of an event; GraphQL must say the same. */
export async function readExplanation(client: Client, transactionId: string): Promise<Resource> {
  const { body } = await client.get(`/events/${transactionId}/explain`);
  const { data, errors } = await client.graphql(EXPLANATION, { transactionId });
  expect(errors).toBeUndefined();
  expect(restNames(data.eventExplanation)).toEqual(body.event_explanation);
  return body.event_explanation;
}

const LIFETIME = `query ($id: ID!, $externalId: String!) {
  subscription(id: $id) { lifetimeUsage { ...Shown } }
  subscriptionLifetimeUsage(externalId: $externalId) { ...Shown }
}
fragment Shown on LifetimeUsage {
  id subscriptionId externalSubscriptionId externalHistoricalUsageAmountCents invoicedUsageAmountCents
  currentUsageAmountCents fromDatetime toDatetime
}`;

/** Lifetime usage as REST shows it; GraphQL must show the same, by itself and on the subscription. */
export async function readLifetimeUsage(
  client: Client,
  { svc_id: id, external_id: externalId }: Resource,
): Promise<Resource> {
  const { body } = await client.get(`/subscriptions/${String(externalId)}/lifetime_usage`);
  const { data, errors } = await client.graphql(LIFETIME, { id, externalId });
  expect(errors).toBeUndefined();
  expect(restNames(data.subscriptionLifetimeUsage)).toEqual(body.lifetime_usage);
  expect(data.subscription.lifetimeUsage).toEqual(data.subscriptionLifetimeUsage);
  return body.lifetime_usage;
}

/** Members whose keys belong to the caller. */
const MAPS = new Set(['groupedBy', 'values', 'presentationBy']);

/** Ids of ours, which REST tells from those of the caller. */
const OWN_IDS = new Set(['id', 'invoiceId', 'subscriptionId', 'chargeId', 'chargeFilterId']);

/** A GraphQL answer under the names that REST has for its members. */
function restNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      restName(name),
      MAPS.has(name) ? member : restNames(member),
    ]),
  );
}

function restName(name: string): string {
  const snakeCase = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return OWN_IDS.has(name) ? `svc_${snakeCase}` : snakeCase;
}
