import { expect } from '@jest/globals';
import type { Resource } from './builders.js';
import type { Client } from './client.js';

/** The variables of the GraphQL query for current usage. */
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

const SHOWN_USAGE = `from to issuingDate invoiceId currency amountCents taxesAmountCents
  totalAmountCents chargesUsage { ${CHARGE_USAGE} }`;

const CURRENT = `query ($externalCustomerId: String!, $externalSubscriptionId: String!, $filter: UsageFilter,
    $applyTaxes: Boolean, $fullUsage: Boolean) {
  customerUsage(externalCustomerId: $externalCustomerId, externalSubscriptionId: $externalSubscriptionId,
    filter: $filter, applyTaxes: $applyTaxes, fullUsage: $fullUsage) { ${SHOWN_USAGE} }
}`;

/**
 * Reads current usage over REST and checks that GraphQL returns the same.
 * @param query the REST query string for the same options.
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
    from to issuingDate currency amountCents projectedAmountCents taxesAmountCents
    totalAmountCents
    chargesUsage { ${PROJECTED_FIGURES} amountCurrency
      charge { id code chargeModel invoiceDisplayName }
      billableMetric { id name code aggregationType }
      filters { ${PROJECTED_FIGURES} invoiceDisplayName values }
      groupedUsage { ${PROJECTED_FIGURES} groupedBy filters { ${PROJECTED_FIGURES} invoiceDisplayName values } } }
  }
}`;

/** Reads projected usage over REST and checks that GraphQL returns the same. */
export async function readProjectedUsage(client: Client, variables: UsageVariables): Promise<Resource> {
  const { externalCustomerId, externalSubscriptionId, applyTaxes } = variables;
  const query = applyTaxes === undefined ? '' : `&apply_taxes=${String(applyTaxes)}`;
  const path = `/customers/${externalCustomerId}/projected_usage?external_subscription_id=${externalSubscriptionId}`;
  const { body } = await client.get(`${path}${query}`);
  const { data, errors } = await client.graphql(PROJECTED, { ...variables });
  expect(errors).toBeUndefined();
  // Only REST has the id of the invoice, which a period that is not over has none of.
  const projected = { ...data.customerProjectedUsage, invoiceId: null };
  expect(restNames(projected)).toEqual(body.customer_projected_usage);
  return body.customer_projected_usage;
}

/** The variables of the GraphQL query for past usage. */
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

/** Reads past usage over REST and checks that GraphQL returns the same periods. */
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
    charges { chargeId chargeCode chargeFilterId from to units }
  }
}`;

/** Reads the explanation of an event over REST and checks that GraphQL returns the same. */
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
  currentUsageAmountCents from to
}`;

/** Reads lifetime usage over REST and checks that GraphQL returns the same, by its query and on the subscription. */
export async function readLifetimeUsage(
  client: Client,
  { svc_id: id, external_id: externalId }: Resource,
): Promise<Resource> {
  const { body } = await client.get(`/subscriptions/${String(externalId)}/lifetime_usage`);
  const { data, errors } = await client.graphql(LIFETIME, { id, externalId });
  expect(errors).toBeUndefined();
  // Progress to thresholds is not requested here.
  expect(body.lifetime_usage).toMatchObject(restNames(data.subscriptionLifetimeUsage) as object);
  expect(data.subscription.lifetimeUsage).toEqual(data.subscriptionLifetimeUsage);
  return body.lifetime_usage;
}

/** Members that are maps with keys of the client's choice. */
const MAPS = new Set(['groupedBy', 'values', 'presentationBy']);

/** Ids that REST prefixes to distinguish them from the client's external ids. */
const OWN_IDS = new Set(['id', 'invoiceId', 'subscriptionId', 'chargeId', 'chargeFilterId']);

/** Renames the members of a GraphQL response to those of REST. */
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

/** Names of windows that REST has spelt in full. */
const WINDOWS: Readonly<Record<string, string>> = { from: 'from_datetime', to: 'to_datetime' };

function restName(name: string): string {
  const snakeCase = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return OWN_IDS.has(name) ? `svc_${snakeCase}` : (WINDOWS[name] ?? snakeCase);
}
