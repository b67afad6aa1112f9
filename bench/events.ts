import { randomUUID } from 'node:crypto';

/** An event as a client sends it. */
export interface BenchEvent {
  readonly transactionId: string;
  readonly externalSubscriptionId: string;
  readonly code: string;
  readonly at: Date;
  readonly properties: Readonly<Record<string, unknown>>;
}

export const METRICS = [
  { code: 'api_calls', aggregation_type: 'count_agg', field_name: null },
  { code: 'input_tokens', aggregation_type: 'sum_agg', field_name: 'amount' },
  { code: 'output_tokens', aggregation_type: 'sum_agg', field_name: 'amount' },
  { code: 'storage_gb', aggregation_type: 'sum_agg', field_name: 'amount' },
  { code: 'peak_memory', aggregation_type: 'max_agg', field_name: 'amount' },
] as const;

export const TIERS = ['basic', 'pro'];
const USERS = Array.from({ length: 200 }, (_, index) => `user-${index}`);
const REGIONS = ['eu-west-1', 'us-east-2', 'ap-south-1'];

/** Shorter than any month, so that subscriptions that started then are still in their first billing period. */
export const HISTORY_DAYS = 27;
export const MS_PER_DAY = 86_400_000;
const MS_PER_HOUR = 3_600_000;
const PART = 50_000;

/** Generates events spread over the life of the subscriptions, in parts: a million at once would fill the memory. */
export function* pastEvents(count: number, subscriptions: readonly string[]): Generator<BenchEvent[]> {
  for (let left = count; left > 0; left -= PART)
    yield randomEvents(Math.min(left, PART), subscriptions, HISTORY_DAYS * MS_PER_DAY);
}

/** Events of the last hour, as live traffic has them. */
export function newEvents(count: number, subscriptions: readonly string[]): BenchEvent[] {
  return randomEvents(count, subscriptions, MS_PER_HOUR);
}

/** Events of random subscriptions and metrics in random order: the worst possible locality. */
function randomEvents(count: number, subscriptions: readonly string[], spanMs: number): BenchEvent[] {
  const now = Date.now();
  return Array.from({ length: count }, () => ({
    transactionId: randomUUID(),
    externalSubscriptionId: pick(subscriptions),
    code: pick(METRICS).code,
    at: new Date(now - Math.random() * spanMs),
    properties: { amount: Math.round(Math.random() * 100_000) / 100, region: pick(REGIONS) },
  }));
}

/** The event as a member of a REST body. */
export function restEvent({
  transactionId,
  externalSubscriptionId,
  code,
  at,
  properties,
}: BenchEvent): object {
  return {
    transaction_id: transactionId,
    external_subscription_id: externalSubscriptionId,
    code,
    timestamp: at.getTime() / 1_000,
    properties,
  };
}

export function chunked<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

export function pick<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)] as Item;
}

export function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
}

/** The event with one of these metric codes and with the properties that the filters and groups of rich charges use. */
export function richly(event: BenchEvent, codes: readonly string[]): BenchEvent {
  const properties = { ...event.properties, tier: pick(TIERS), user: pick(USERS) };
  return { ...event, code: pick(codes), properties };
}
