import { randomUUID } from 'node:crypto';
import { call, post } from './call.ts';
import { CURRENCY, planOf } from './create-subscriptions.ts';
import { newEvents, restEvent } from './events.ts';
import { posting, type RestRequest, sendAll } from './load.ts';
import type { Server } from './server.ts';
import type { World } from './world.ts';

/** Connections of the load. */
export const CONNECTIONS = 8;
/** Requests of a kind in a round. */
const [READS, WRITES, EVENTS] = [500, 200, 10_000];
/** Events that each subscription whose usage is read has used. */
const USED = 100;
/** How many charges the plans have. */
const CHARGES = [1, 3, 20] as const;
const CHARGED = 3;
/** A customer without a subscription. */
const PREVIEWED = 'calls-previewed';
/** A plan that grants features, and its customer and subscription. */
const ENTITLED = 'calls-entitled';
const [FEATURES, PRIVILEGES] = [10, 3];

/** The kind that costs least. */
export const CUSTOMER = 'GET customer';
/** The kind that applications can send before each of their own calls. */
export const ENTITLEMENTS = `GET entitlements, ${FEATURES} features`;

/** One kind of call, and what it should cost at most. */
export interface KindOfCall {
  readonly name: string;
  /** Processor time of server and Postgres as a multiple of what a bare Express server needs for a request. */
  readonly aim: number;
  /** Requests of this kind, each of which can be sent once; creates what they need. */
  readonly requests: (count: number) => Promise<RestRequest[]> | RestRequest[];
  /** Requests in a round: so many that they take about a second, since processor time is counted in hundredths of one. */
  readonly calls: number;
  /** How many connections send them; 8 by default. */
  readonly connections?: number;
  /** Whether each request stores an event. */
  readonly storesEvents?: boolean;
}

/** Creates a catalogue and a customer on each of its plans. @returns the kinds of calls, in the order of the report. */
export async function prepareKindsOfCalls(world: World): Promise<KindOfCall[]> {
  const { server } = world;
  const metricIds = await createMetrics(server);
  for (const count of CHARGES) {
    const name = nameOf(count);
    await post(server, '/plans', { plan: planOf(name, metricIds.slice(0, count)) });
    await subscribeAll(server, [name], name);
    const events = newEvents(USED, [name]).map((event) => ({ ...event, code: codeOf(0) }));
    await post(server, '/events/batch', { events: events.map(restEvent) });
    world.stored += USED;
  }
  await createCustomers(server, [PREVIEWED]);
  await createEntitlements(server);
  const known = nameOf(CHARGED);
  const invoiceId = await createInvoice(server);
  const reading = (path: string) => (count: number) =>
    Array.from({ length: count }, (): RestRequest => ({ method: 'GET', path }));
  const writing = (path: string, body: (name: string) => object) => (count: number) =>
    newNames(count).map((name) => posting(path, body(name)));
  const usage = (name: string) => `/customers/${name}/current_usage?external_subscription_id=${name}`;
  return [
    { name: CUSTOMER, aim: 6, calls: READS, requests: reading(`/customers/${known}`) },
    { name: 'GET customers, 20', aim: 12, calls: READS, requests: reading('/customers?per_page=20') },
    { name: 'GET subscription', aim: 10, calls: READS, requests: reading(`/subscriptions/${known}`) },
    {
      name: ENTITLEMENTS,
      aim: 3,
      calls: READS,
      requests: reading(`/subscriptions/${ENTITLED}/entitlements`),
    },
    { name: 'GET invoice', aim: 12, calls: READS, requests: reading(`/invoices/${invoiceId}`) },
    ...CHARGES.map((charges): KindOfCall => {
      const aim = charges > CHARGED ? 24 : 12;
      return {
        name: `current usage, charges: ${charges}`,
        aim,
        calls: READS,
        requests: reading(usage(nameOf(charges))),
      };
    }),
    { name: 'POST customer', aim: 20, calls: WRITES, requests: writing('/customers', customerOf) },
    {
      name: `POST plan, ${CHARGED} charges`,
      aim: 40,
      calls: WRITES,
      requests: writing('/plans', (name) => ({ plan: planOf(name, metricIds.slice(0, CHARGED)) })),
    },
    {
      name: 'POST subscription',
      aim: 70,
      calls: WRITES,
      requests: async (count) => {
        const names = newNames(count);
        await createCustomers(server, names);
        return names.map((name) => posting('/subscriptions', subscriptionOf(name, known)));
      },
    },
    {
      name: 'DELETE subscription, closing invoice',
      aim: 90,
      calls: WRITES,
      requests: async (count) => {
        const names = newNames(count);
        await subscribeAll(server, names, known);
        return names.map((name): RestRequest => ({ method: 'DELETE', path: `/subscriptions/${name}` }));
      },
    },
    {
      name: 'invoice preview',
      aim: 100,
      calls: WRITES,
      requests: writing('/invoices/preview', () => ({
        customer: { external_id: PREVIEWED },
        plan_code: known,
        billing_time: 'anniversary',
      })),
    },
    {
      name: 'one event, 64 connections',
      aim: 2.5,
      calls: EVENTS,
      connections: 64,
      storesEvents: true,
      requests: (count) =>
        newEvents(count, world.subscriptions).map((event) => posting('/events', { event: restEvent(event) })),
    },
  ];
}

async function createMetrics(server: Server): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < Math.max(...CHARGES); number += 1) {
    const code = codeOf(number);
    const { billable_metric: metric } = await post<{ billable_metric: { svc_id: string } }>(
      server,
      '/billable_metrics',
      { billable_metric: { code, name: code, aggregation_type: 'sum_agg', field_name: 'amount' } },
    );
    ids.push(metric.svc_id);
  }
  return ids;
}

/** Features of a plan, and a subscription with values of its own for one of them. */
async function createEntitlements(server: Server): Promise<void> {
  const privileges = Array.from({ length: PRIVILEGES }, (_, number) => `calls_privilege_${number}`);
  const features = Array.from({ length: FEATURES }, (_, number) => `calls_feature_${number}`);
  for (const code of features) {
    const defined = privileges.map((privilege) => ({ code: privilege, value_type: 'integer' }));
    await post(server, '/features', { feature: { code, name: code, privileges: defined } });
  }
  const granting = (value: number) => Object.fromEntries(privileges.map((privilege) => [privilege, value]));
  await post(server, '/plans', { plan: planOf(ENTITLED, []) });
  await post(server, `/plans/${ENTITLED}/entitlements`, {
    entitlements: Object.fromEntries(features.map((code) => [code, granting(10)])),
  });
  await subscribeAll(server, [ENTITLED], ENTITLED);
  await call(server, 'PATCH', `/api/v1/subscriptions/${ENTITLED}/entitlements`, {
    entitlements: { [features[0] ?? '']: granting(20) },
  });
}

/** Ends a subscription. @returns the id of its closing invoice. */
async function createInvoice(server: Server): Promise<string> {
  const names = newNames(1);
  const [name = ''] = names;
  await subscribeAll(server, names, nameOf(CHARGED));
  await sendAll(server, [{ method: 'DELETE', path: `/subscriptions/${name}` }], 1);
  const list = await call(server, 'GET', `/api/v1/invoices?external_customer_id=${name}`);
  const [invoice] = (JSON.parse(list) as { invoices: { svc_id: string }[] }).invoices;
  if (invoice === undefined) throw new Error('A subscription that has ended has a closing invoice.');
  return invoice.svc_id;
}

/** A customer and its subscription by each of the names. */
async function subscribeAll(server: Server, names: readonly string[], planCode: string): Promise<void> {
  await createCustomers(server, names);
  const subscriptions = names.map((name) => posting('/subscriptions', subscriptionOf(name, planCode)));
  await sendAll(server, subscriptions, Math.min(CONNECTIONS, names.length));
}

async function createCustomers(server: Server, names: readonly string[]): Promise<void> {
  const customers = names.map((name) => posting('/customers', customerOf(name)));
  await sendAll(server, customers, Math.min(CONNECTIONS, names.length));
}

function customerOf(name: string): object {
  const address = { address_line1: '1 High Street', city: 'Riga', country: 'LV' };
  return { customer: { external_id: name, name, currency: CURRENCY, ...address } };
}

function subscriptionOf(name: string, planCode: string): object {
  return {
    subscription: { external_customer_id: name, external_id: name, plan_code: planCode },
  };
}

/** Of a plan, and of the customer and subscription whose calls are measured. */
function nameOf(charges: number): string {
  return `calls-${charges}`;
}

function codeOf(metric: number): string {
  return `calls_metric_${metric}`;
}

function newNames(count: number): string[] {
  return Array.from({ length: count }, () => `calls-${randomUUID()}`);
}
