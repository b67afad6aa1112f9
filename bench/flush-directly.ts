import { type BenchEvent, chunked, pastEvents } from './events.ts';
import {
  acceptEvents,
  eventKey,
  FieldErrors,
  type Flush,
  flushRepository,
  MetricCatalogService,
  newId,
  type Pool,
  type ReceivedEvent,
} from './product.ts';
import type { World } from './world.ts';

const EVENTS_PER_FLUSH = 1_000;
const FLUSHES_AT_ONCE = 4;

/** Prepares the flushes that the server would write for these events, so that only writing them is measured. */
export async function flushesOf(
  { db }: Pool,
  organizationId: string,
  events: readonly BenchEvent[],
): Promise<Flush[]> {
  const catalog = await new MetricCatalogService().read(db, organizationId);
  const received = events.map((event) => receivedEvent(organizationId, event));
  return chunked(received, EVENTS_PER_FLUSH).map((chunk) => ({
    organizationId,
    catalogVersion: catalog.version,
    rows: acceptEvents(chunk, catalog, new FieldErrors(), String).rows,
  }));
}

/** Runs only the product's flush statement. */
export async function flushDirectly({ channel }: Pool, flushes: readonly Flush[]): Promise<void> {
  const left = [...flushes];
  const work = async (): Promise<void> => {
    for (let flush = left.pop(); flush !== undefined; flush = left.pop()) await write(flush);
  };
  const write = async (flush: Flush): Promise<void> => {
    const { catalogWasCurrent, knownKeys } = await channel.begin((inside) =>
      flushRepository.write(inside, flush),
    );
    if (!catalogWasCurrent || knownKeys.length > 0) throw new Error('A flush of new events was not written.');
  };
  await Promise.all(Array.from({ length: FLUSHES_AT_ONCE }, work));
}

/** Writes past events of these subscriptions. */
export async function preload(
  world: World,
  count: number,
  subscriptions: readonly string[],
  as: (event: BenchEvent) => BenchEvent = (event) => event,
): Promise<void> {
  const { pool, organizationId } = world;
  for (const events of pastEvents(count, subscriptions)) {
    await flushDirectly(pool, await flushesOf(pool, organizationId, events.map(as)));
    world.stored += events.length;
  }
}

function receivedEvent(organizationId: string, { at, ...event }: BenchEvent): ReceivedEvent {
  return {
    ...event,
    key: eventKey(organizationId, event),
    id: newId(),
    timestamp: at,
    exactTimestamp: `${at.toISOString().slice(0, -1)}000Z`,
    preciseTotalAmountCents: null,
    subscriptionId: null,
    customerId: null,
    testClockId: null,
    caller: { address: '127.0.0.1', userAgent: null },
    createdAt: new Date(),
  };
}
